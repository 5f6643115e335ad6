import { expect, test } from 'vitest';
import { changedIn, noteChanged, positionOf, type RecentChanges } from '#functions/services/recent-changes.ts';

/** Applies a change as DynamoDB does: all values are those from before it. */
function after(item: RecentChanges, clientId?: string): RecentChanges {
  const { set, copy = {}, add } = noteChanged(clientId);
  const old = item as Record<string, unknown>;
  const moved = Object.fromEntries(Object.entries(copy).map(([to, from]) => [to, old[from] ?? '']));
  return { ...item, ...set, ...moved, changes: (item.changes ?? 0) + (add?.changes ?? 0) };
}

const noted = (...ids: (string | undefined)[]) => ids.reduce<RecentChanges>((item, id) => after(item, id), {});
const many = (count: number) => Array.from({ length: count }, (_, i) => `client-${i}`);

test('names each client that changed after a position once, newest first', () => {
  const item = noted('ann', 'bob', 'ann', 'cem', 'cem');
  expect(positionOf([item])).toBe('5');
  expect(changedIn([item], '2')).toEqual(['cem', 'ann']);
  expect(changedIn([item], '5')).toEqual([]);
});

test('remembers the last 16 changes, and names no clients if there were more', () => {
  const item = noted(...many(40));
  expect(changedIn([item], '24')).toEqual(many(40).slice(24).reverse());
  expect(changedIn([item], '23')).toBeNull();
});

test('names no clients after a change of which none is known', () => {
  const item = noted('ann', undefined, 'bob');
  expect([changedIn([item], '1'), changedIn([item], '2')]).toEqual([null, ['bob']]);
});

test('names no clients without a position, after one of another role, or after one that is ahead', () => {
  const item = noted('ann');
  expect(changedIn([item], undefined)).toBeNull();
  expect(changedIn([item], '0.0')).toBeNull();
  expect(changedIn([item], '2')).toBeNull();
});

test('joins the changes of two items, of which one may be missing', () => {
  expect(positionOf([undefined, noted('ann')])).toBe('0.1');
  expect(changedIn([undefined, noted('ann')], '0.0')).toEqual(['ann']);
  expect(changedIn([noted('ann', 'bob'), noted('bob', 'cem')], '1.0')).toEqual(['bob', 'cem']);
  expect(changedIn([noted('ann'), noted(undefined)], '0.0')).toBeNull();
});

test('an item that remembers changes takes less than a write unit', () => {
  const item = noted(...many(20).map(() => 'x'.repeat(22)));
  const bytes = Object.entries(item).reduce((sum, [name, value]) => sum + name.length + String(value).length, 0);
  expect(bytes).toBeLessThan(700);
});
