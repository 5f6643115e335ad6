import { isDeepStrictEqual } from 'node:util';
import { unchanged } from '../../aws/expressions.ts';
import { Conflict } from '../../aws/retry.ts';
import { get, type Item, type Key, keyOf, transact, tryUpdate } from '../../aws/table.ts';
import * as KEYS from '../../services/keys/kinds.ts';
import { MIGRATIONS, type Migration } from './migrations.ts';

/** How far a table is: `done` is the number of the last migration that is through, `cursor` how far the next one has come. */
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

const isTaken = async (key: Key) => (await get(key)) !== undefined;
const sameKey = (a: Key, b: Key) => a.pk === b.pk && a.sk === b.sk;

/** Writes one item in its new form while it is as it was read; `false` where it changed meanwhile. */
async function written(before: Item, after: Item | undefined): Promise<boolean> {
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

/** Brings one item over, anew where it changes meanwhile; gives whether there was anything to change. */
async function bringOver({ migrate }: Migration, read: Item): Promise<boolean> {
  for (let item: Item | undefined = read; item; item = await get<Item>(item)) {
    const after = await migrate(item, isTaken);
    if (isDeepStrictEqual(after, item)) return false;
    if (await written(item, after)) return true;
  }
  return false;
}

/** Keeps how far the table is. Throws where someone else migrates it at the same moment. */
async function proceed(from: Progress | undefined, done: number, cursor: Key | undefined): Promise<Progress> {
  const when = [unchanged('done', from?.done), unchanged('cursor', from?.cursor)];
  if (!(await tryUpdate(PROGRESS, { set: { v: 1, done, cursor }, when })))
    throw new Error('Somebody else is migrating this table.');
  return { ...PROGRESS, v: 1, done, ...(cursor && { cursor }) };
}

/** Applies all outstanding migrations. Can be resumed; each write requires that the item is unchanged. */
export async function applyMigrations(pages: Pages): Promise<Migrated[]> {
  const result: Migrated[] = [];
  let progress = await get<Progress>(PROGRESS);
  for (const migration of MIGRATIONS.filter(({ number }) => number > (progress?.done ?? 0))) {
    let items = 0;
    do {
      const page = await pages(progress?.cursor);
      for (const item of page.items) if (await bringOver(migration, item)) items += 1;
      progress = page.next
        ? await proceed(progress, migration.number - 1, keyOf(page.next))
        : await proceed(progress, migration.number, undefined);
    } while (progress.done < migration.number);
    result.push({ number: migration.number, name: migration.name, items });
  }
  return result;
}

/** What an item becomes through several migrations; `changing` hears of each that has something to change. */
async function through(read: Item, due: readonly Migration[], taken: typeof isTaken, changing = (_: Migration) => {}) {
  let item: Item | undefined = read;
  for (const migration of due) {
    const then: Item | undefined = item && (await migration.migrate(item, taken));
    if (!isDeepStrictEqual(then, item)) changing(migration);
    item = then;
  }
  return item;
}

/** What {@link applyMigrations} would change; writes nothing. */
export async function planMigrations(pages: Pages): Promise<Migrated[]> {
  const done = (await get<Progress>(PROGRESS))?.done ?? 0;
  const due = MIGRATIONS.filter(({ number }) => number > done);
  const result = new Map(due.map(({ number, name }) => [number, { number, name, items: 0 }]));
  const count = ({ number }: Migration) => {
    const one = result.get(number);
    if (one) one.items += 1;
  };
  for (let page = due.length > 0 ? await pages(undefined) : undefined; page; ) {
    for (const item of page.items) await through(item, due, isTaken, count);
    page = page.next && (await pages(page.next));
  }
  return [...result.values()];
}

/** An item of an older table, such as a restored copy, in the present form; `undefined` where there is none of it any more. */
export const upToDate = (item: Item) => through(item, MIGRATIONS, async () => false);
