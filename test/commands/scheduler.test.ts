import { expect, test } from 'vitest';
import { type Item, type Key, transact } from '#functions/aws/table.ts';
import { clientPartition, newId, PREFIX } from '#functions/services/keys/keys.ts';
import { dueKeys, sweep } from '#functions/services/scheduler/scheduler.ts';
import { changeStored, stored } from '../support/aws.ts';
import { newAdviser, newClient } from '../support/builders.ts';
import { dueItemKey, scheduleDue } from '../support/due-item.ts';
import { killedAt, withFault } from '../support/faults/faults.ts';
import '../support/handlers.ts';

const NOW = new Date('2030-01-07T09:00:00Z');
const later = (quarters: number) => new Date(NOW.getTime() + quarters * 15 * 60_000);

interface Due {
  pk: string;
  kind: string;
  id: string;
}
async function dueItem(): Promise<Due> {
  const item = { pk: clientPartition(newId()), kind: 'mark', id: newId() };
  await transact([scheduleDue(item.pk, new Date('2030-01-07T08:50:00Z'), item.kind, item.id)]);
  return item;
}
const markKey = ({ pk, id }: Due): Key => ({ pk, sk: `${PREFIX.plan}${id}` });
/** Leaves a mark in the transaction that removes the due item. */
const mark = async (one: Due) =>
  transact([{ put: markKey(one) as Item, when: [['pk', 'absent']] }, { delete: dueItemKey(one.pk, one.kind, one.id) }]);

test('runs a due item once, even if several sweeps run concurrently', async () => {
  const items = await Promise.all(Array.from({ length: 10 }, dueItem));
  const began: string[] = [];
  const duties = { mark: async ({ id }: Due) => void began.push(id) };
  await Promise.all(Array.from({ length: 4 }, () => sweep(NOW, duties)));
  expect(began.toSorted()).toEqual(items.map(({ id }) => id).sort());
  expect(await sweep(later(1), { mark })).toEqual({ due: 10, failed: 0 });
  for (const item of items) expect(await stored(markKey(item))).toBeDefined();
  expect(await sweep(later(2), { mark })).toEqual({ due: 0, failed: 0 });
});

test('runs a due item in a later sweep if the first is killed at any call', async () => {
  for (let nth = 1; ; nth += 1) {
    const item = await dueItem();
    const { result } = await withFault(killedAt(nth), () => sweep(NOW, { mark }).catch((error: Error) => error));
    const isDone = !(result instanceof Error) && result.failed === 0;
    expect(await stored(markKey(item))).toEqual(isDone ? expect.anything() : undefined);
    expect(await stored(dueItemKey(item.pk, 'mark', item.id))).toEqual(isDone ? undefined : expect.anything());
    expect(await sweep(later(1), { mark })).toEqual({ due: isDone ? 0 : 1, failed: 0 });
    expect(await stored(markKey(item))).toBeDefined();
    if (!isDone) continue;
    // Calls 1 to 4 read partitions, call 5 claims the item, call 6 runs it.
    expect(nth).toBe(7);
    break;
  }
});

test('any item is due as long as it has due keys', async () => {
  const { id } = await newClient(await newAdviser());
  const client = { pk: clientPartition(id), sk: 'CLIENT' };
  await changeStored(client, dueKeys(new Date('2030-01-07T08:50:00Z'), 'look', id));
  const looked: string[] = [];
  const look = async (one: { id: string }) => void looked.push(one.id);
  await sweep(NOW, { look });
  await changeStored(client, { dpk: undefined, dsk: undefined });
  await sweep(later(3), { look });
  expect(looked).toEqual([id]);
});
