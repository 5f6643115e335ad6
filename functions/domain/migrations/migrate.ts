import { isDeepStrictEqual } from 'node:util';
import { unchanged } from '../../aws/expressions.ts';
import { Conflict } from '../../aws/retry.ts';
import { get, type Item, type Key, keyOf, transact, tryUpdate } from '../../aws/table.ts';
import * as KEYS from '../../services/keys/item-kinds.ts';
import { MIGRATIONS, type Migration, type ReadOther } from './migrations.ts';

/** `done` is the last finished migration, `cursor` the position of the next one. */
interface Progress extends Key {
  v: 1;
  done: number;
  cursor?: Key;
}
export const PROGRESS: Key = KEYS.migrations;

export type Pages = (after: Key | undefined) => Promise<{ items: Item[]; next: Key | undefined }>;

export interface Migrated {
  number: number;
  name: string;
  items: number;
}

const read: ReadOther = (key) => get<Item>(key);
const sameKey = (a: Key, b: Key) => a.pk === b.pk && a.sk === b.sk;

/** Writes an item's new form. Returns `false` if the item changed since it was read. */
async function writeMigrated(before: Item, after: Item | undefined): Promise<boolean> {
  if (after && sameKey(before, after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    const changed = [...names].filter((name) => !isDeepStrictEqual(before[name], after[name]));
    const set = Object.fromEntries(changed.map((name) => [name, after[name]]));
    const when = [['pk', 'exists'] as const, ...changed.map((name) => unchanged(name, before[name]))];
    return tryUpdate(before, { set, when });
  }
  try {
    const unchangedSinceRead = Object.keys(before).map((name) => unchanged(name, before[name]));
    const put = after ? [{ put: after, when: [['pk', 'absent'] as const] }] : [];
    await transact([...put, { delete: before, when: unchangedSinceRead }]);
    return true;
  } catch (error) {
    if (error instanceof Conflict) return false;
    throw error;
  }
}

/** Migrates one item, and retries if it changes meanwhile. Returns true if anything was changed. */
async function migrateItem({ migrate }: Migration, found: Item): Promise<boolean> {
  for (let item: Item | undefined = found; item; item = await get<Item>(item)) {
    const after = await migrate(item, read);
    if (isDeepStrictEqual(after, item)) return false;
    if (await writeMigrated(item, after)) return true;
  }
  return false;
}

async function saveProgress(from: Progress | undefined, done: number, cursor: Key | undefined): Promise<Progress> {
  const when = [unchanged('done', from?.done), unchanged('cursor', from?.cursor)];
  if (!(await tryUpdate(PROGRESS, { set: { v: 1, done, cursor }, when })))
    throw new Error('Somebody else is migrating this table.');
  return { ...PROGRESS, v: 1, done, ...(cursor && { cursor }) };
}

/** Applies all outstanding migrations. Resumable: progress is stored, and each write requires an unchanged item. */
export async function applyMigrations(pages: Pages, migrations = MIGRATIONS): Promise<Migrated[]> {
  const result: Migrated[] = [];
  let progress = await get<Progress>(PROGRESS);
  for (const migration of migrations.filter(({ number }) => number > (progress?.done ?? 0))) {
    let items = 0;
    do {
      const page = await pages(progress?.cursor);
      for (const item of page.items) if (await migrateItem(migration, item)) items += 1;
      progress = page.next
        ? await saveProgress(progress, migration.number - 1, keyOf(page.next))
        : await saveProgress(progress, migration.number, undefined);
    } while (progress.done < migration.number);
    result.push({ number: migration.number, name: migration.name, items });
  }
  return result;
}

async function migrateThrough(
  found: Item,
  due: readonly Migration[],
  readOther: ReadOther,
  changing = (_: Migration) => {},
) {
  let item: Item | undefined = found;
  for (const migration of due) {
    const migrated: Item | undefined = item && (await migration.migrate(item, readOther));
    if (!isDeepStrictEqual(migrated, item)) changing(migration);
    item = migrated;
  }
  return item;
}

export async function planMigrations(pages: Pages, migrations = MIGRATIONS): Promise<Migrated[]> {
  const done = (await get<Progress>(PROGRESS))?.done ?? 0;
  const due = migrations.filter(({ number }) => number > done);
  const result = new Map(due.map(({ number, name }) => [number, { number, name, items: 0 }]));
  const count = ({ number }: Migration) => {
    const migrated = result.get(number);
    if (migrated) migrated.items += 1;
  };
  for (let page = due.length > 0 ? await pages(undefined) : undefined; page; ) {
    for (const item of page.items) await migrateThrough(item, due, read, count);
    page = page.next && (await pages(page.next));
  }
  return [...result.values()];
}

/** Returns an item of a restored copy in the current form; `undefined` if a migration deletes it. */
export const upToDate = (item: Item, readOther: ReadOther, migrations = MIGRATIONS) =>
  migrateThrough(item, migrations, readOther);
