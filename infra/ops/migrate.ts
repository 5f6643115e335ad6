import { applyMigrations, planMigrations } from '#functions/domain/migrations/migrate.ts';
import { pageOf } from './tables.ts';

// A migration sees one item at a time: what it takes several to know, such as how many messages wait, is counted afterwards.
const MIGRATED = 'Migrated. Now run: npm run ops -- verify --repair, which counts what older versions did not.';

/** Brings the stored data into the form that this version keeps, or tells what would change. */
export async function migrate(apply = false): Promise<boolean> {
  const told = await (apply ? applyMigrations : planMigrations)(pageOf);
  for (const { number, name, items } of told) console.log(`${number} ${name}: ${items} items`);
  if (told.length === 0) console.log('Nothing to migrate.');
  else console.log(apply ? MIGRATED : 'Nothing was changed: add --apply to do it.');
  return true;
}
