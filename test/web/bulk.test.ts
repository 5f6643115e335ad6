import { expect, test } from 'vitest';
import { type ItemState, runEach } from '../../web/src/parts/client/bulk.ts';

test('a bulk action runs in order with limited concurrency, and continues after a failure', async () => {
  const [started, ended]: [number[], number[]] = [[], []];
  let most = 0;
  const states = new Map<number, ItemState[]>();
  const act = async (item: number) => {
    started.push(item);
    most = Math.max(most, started.length - ended.length);
    await Promise.resolve();
    ended.push(item);
    if (item === 2) throw new Error('no');
  };
  const onState = (item: number, state: ItemState) => states.set(item, [...(states.get(item) ?? []), state]);
  expect(await runEach([1, 2, 3, 4, 5], act, { onState })).toEqual([2]);
  expect(started).toEqual([1, 2, 3, 4, 5]);
  expect(most).toBe(4);
  expect(states.get(1)?.map(({ status }) => status)).toEqual(['waiting', 'running', 'done']);
  expect(states.get(2)).toEqual([
    { status: 'waiting' },
    { status: 'running' },
    { status: 'failed', error: new Error('no') },
  ]);
});

test('a stopped bulk action starts no further item', async () => {
  const done: number[] = [];
  const act = async (item: number) => done.push(item);
  expect(await runEach([1, 2, 3, 4, 5, 6], act, { isStopped: () => done.length === 2 })).toEqual([]);
  expect(done).toEqual([1, 2]);
});

test('a bulk action without items calls nothing', async () => {
  expect(await runEach([], () => Promise.reject(new Error('asked')))).toEqual([]);
});
