import { beforeEach, describe, expect, test } from 'vitest';
import { get, type Item, type Key, put, query, remove } from '#functions/aws/table.ts';
import {
  applyMigrations,
  type Pages,
  PROGRESS,
  planMigrations,
  upToDate,
} from '#functions/domain/migrations/migrate.ts';
import { MIGRATIONS, type Migration } from '#functions/domain/migrations/migrations.ts';
import { newId } from '#functions/services/keys/keys.ts';
import { migrate } from '#infra/ops/tables.ts';
import { changeStored, stored } from '../support/aws.ts';
import { meanwhile, withFault } from '../support/faults/faults.ts';
import { job, killAtEveryCall } from '../support/faults/killed.ts';
import { operatorFolder, printed, runOps } from '../support/operator.ts';

const SLOW_MS = 240_000;
const PAGE = 4;
const folder = await operatorFolder();

// A made-up kind of items: three migrations rewrite, move and delete them.
const KIND = 'PERSON#';
const sized: Migration = {
  number: 1,
  name: 'store the size in metres',
  migrate: ({ cm, ...item }) => (cm === undefined ? (item as Item) : { ...(item as Item), v: 2, m: Number(cm) / 100 }),
};
const moved: Migration = {
  number: 2,
  name: 'move notes',
  migrate: async (item, read) => {
    if (!item.sk.startsWith('OLD-NOTE#')) return item;
    const at = { ...item, sk: item.sk.replace('OLD-', '') };
    return (await read(at)) ? undefined : at;
  },
};
const unmarked: Migration = {
  number: 3,
  name: 'delete marks',
  migrate: (item) => (item.sk === 'MARK' ? undefined : item),
};
const MADE_UP = [sized, moved, unmarked];

const forgetMigrations = () => remove(PROGRESS);
beforeEach(forgetMigrations);

const keysOf = (items: readonly Item[]): Key[] => items.map(({ pk, sk }) => ({ pk, sk }));

/** Pages over these items as if they were the whole table. */
const pagesOf =
  (items: readonly Item[]): Pages =>
  async (after) => {
    const keys = keysOf(items);
    const from = after ? keys.findIndex(({ pk, sk }) => pk === after.pk && sk === after.sk) + 1 : 0;
    const page = keys.slice(from, from + PAGE);
    const found = (await Promise.all(page.map((key) => get<Item>(key)))).filter((item) => item !== undefined);
    return { items: found, next: from + PAGE < keys.length ? page.at(-1) : undefined };
  };

interface Setting {
  pk: string;
  old: Item[];
  present: Item[];
}

/** Stores ten items in the old form, in three pages. The second note was already written at its new key. */
async function oldItems(): Promise<Setting> {
  const pk = `${KIND}${newId()}`;
  await forgetMigrations();
  const sizes = [1, 2, 3, 4, 5].map((number) => ({ pk, sk: `SIZE#${number}` }));
  const taken = { pk, sk: 'NOTE#2', v: 1, text: 'newer' };
  const old = [
    { pk, sk: 'MARK', v: 1 },
    taken,
    { pk, sk: 'OLD-NOTE#1', v: 1, text: 'one' },
    { pk, sk: 'OLD-NOTE#2', v: 1, text: 'two' },
    ...sizes.map((key) => ({ ...key, v: 1, cm: 180, name: 'Ann' })),
    { pk, sk: 'SIZE#6', v: 2, m: 1.7 },
  ];
  for (const item of old) await put(item);
  const present = [
    { pk, sk: 'NOTE#1', v: 1, text: 'one' },
    taken,
    ...sizes.map((key) => ({ ...key, v: 2, m: 1.8, name: 'Ann' })),
    { pk, sk: 'SIZE#6', v: 2, m: 1.7 },
  ];
  return { pk, old, present };
}

const migrating = ({ old }: Setting) => job(() => applyMigrations(pagesOf(old), MADE_UP));

async function expectPresent({ pk, present }: Setting): Promise<void> {
  expect(await query(pk, '')).toEqual(present);
}

describe('a migration', () => {
  test('rewrites, moves and deletes items as planned, and changes nothing on a second run', async () => {
    const setting = await oldItems();
    const planned = await planMigrations(pagesOf(setting.old), MADE_UP);
    expect(await query(setting.pk, '')).toEqual(setting.old);
    expect(await applyMigrations(pagesOf(setting.old), MADE_UP)).toEqual(planned);
    expect(planned.map(({ number, items }) => [number, items])).toEqual([
      [1, 5],
      [2, 2],
      [3, 1],
    ]);
    await expectPresent(setting);
    expect(await applyMigrations(pagesOf(setting.present), MADE_UP)).toEqual([]);
    await forgetMigrations();
    const again = await applyMigrations(pagesOf(setting.present), MADE_UP);
    expect(again.map(({ items }) => items)).toEqual([0, 0, 0]);
    await expectPresent(setting);
  });

  test('runs alone if it is added later', async () => {
    const { old } = await oldItems();
    await applyMigrations(pagesOf(old), [sized]);
    const added = await applyMigrations(pagesOf(old), [sized, moved]);
    expect(added).toEqual([{ number: 2, name: 'move notes', items: 2 }]);
    expect((await stored(PROGRESS))?.done).toBe(2);
  });

  test(
    'can be finished by a second run after a crash at any step',
    async () => {
      await killAtEveryCall(oldItems, migrating, expectPresent, [200]);
    },
    SLOW_MS,
  );

  test('continues from the interrupted page', async () => {
    const { old } = await oldItems();
    const read: (Key | undefined)[] = [];
    const failing: Pages = async (after) => {
      if (read.length === 2) throw new Error('killed');
      read.push(after);
      return pagesOf(old)(after);
    };
    await expect(applyMigrations(failing, MADE_UP)).rejects.toThrow('killed');
    read.length = 0;
    await applyMigrations(async (after) => {
      read.push(after);
      return pagesOf(old)(after);
    }, MADE_UP);
    expect(read[0]).toEqual(keysOf(old)[2 * PAGE - 1]);
  });

  test('keeps a change made between its read and its write', async () => {
    const setting = await oldItems();
    const key = { pk: setting.pk, sk: 'SIZE#1' };
    const change = () => changeStored(key, { cm: 190, name: 'Bea' });
    // The first size is updated first.
    const old = setting.old.filter(({ sk }) => sk.startsWith('SIZE#'));
    await withFault(meanwhile('UpdateItem', change), migrating({ ...setting, old }));
    expect(await stored(key)).toEqual({ ...key, v: 2, m: 1.9, name: 'Bea' });
  });

  test('keeps a change made while it moves the item', async () => {
    const setting = await oldItems();
    const key = { pk: setting.pk, sk: 'NOTE#1' };
    const change = () => changeStored({ ...key, sk: 'OLD-NOTE#1' }, { text: 'changed' });
    await withFault(meanwhile('TransactWriteItems', change), migrating(setting));
    expect(await stored(key)).toEqual({ ...key, v: 1, text: 'changed' });
  });

  test('refuses to run concurrently', async () => {
    const setting = await oldItems();
    const other = async () => void (await migrating(setting)());
    const { result } = await withFault(meanwhile('UpdateItem', other), () =>
      applyMigrations(pagesOf(setting.old), MADE_UP).catch((error: Error) => error.message),
    );
    expect(result).toBe('Somebody else is migrating this table.');
    await expectPresent(setting);
  });
});

test('an item of an older backup is migrated when it is read', async () => {
  const alone = async () => undefined;
  const pk = `${KIND}${newId()}`;
  expect(await upToDate({ pk, sk: 'SIZE#1', v: 1, cm: 180 }, alone, MADE_UP)).toEqual({
    pk,
    sk: 'SIZE#1',
    v: 2,
    m: 1.8,
  });
  expect(await upToDate({ pk, sk: 'OLD-NOTE#1', v: 1 }, alone, MADE_UP)).toEqual({ pk, sk: 'NOTE#1', v: 1 });
  expect(await upToDate({ pk, sk: 'MARK', v: 1 }, alone, MADE_UP)).toBeUndefined();
});

describe('the migrate command', () => {
  test('has nothing to migrate once it was applied', async () => {
    const { code, output } = await runOps(folder, 'migrate --apply');
    expect([code, output.match(/^\d+ .*$/gm)?.length]).toEqual([0, MIGRATIONS.length]);
    expect(await runOps(folder, 'migrate')).toEqual({ code: 0, output: 'Nothing to migrate.\n' });
  });

  test(
    'counts pending changes, applies them on request and is then done',
    async () => {
      const setting = await oldItems();
      const run = async (apply: boolean) => (await printed(async () => Number(await migrate(apply, MADE_UP)))).output;
      const planned = await run(false);
      expect(planned).toContain('Nothing was changed: add --apply');
      expect(planned).toContain('1 store the size in metres: 5 items');
      expect(await stored(PROGRESS)).toBeUndefined();
      expect(await run(true)).toContain('Migrated. Now run: npm run ops -- verify --repair');
      await expectPresent(setting);
      expect(await run(true)).toBe('Nothing to migrate.\n');
    },
    SLOW_MS,
  );
});
