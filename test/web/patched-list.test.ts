import { expect, test } from 'vitest';
import type { Client } from '#shared/contract/clients.ts';
import { type Changed, type ListData, type Narrowing, patchedList } from '../../web/src/parts/client/patched-list.ts';

type Part = Partial<Client>;

const day = (id: string) => `2030-01-0${id}T09:00:00.000Z`;
const row = (id: string, more: Part = {}) =>
  ({ id, createdAt: day(id), adviserId: 'ann', status: 'on_target', completed: false, ...more }) as Client;

/** Pages of clients, whose ids are the days on which they were added, newest first. */
const list = (pages: string[][], next?: object) =>
  ({
    pages: pages.map((ids, i) => ({
      items: ids.map((id) => row(id)),
      ...(i === pages.length - 1 && next && { next }),
    })),
    pageParams: pages.map((_, i) => ({ cursor: String(i) })),
  }) as ListData;

const MORE = { cursor: 'c' };
const changed = (rows: Client[], ids = rows.map(({ id }) => id)): Changed => ({ ids, rows });
const idsIn = (data: ListData | undefined) => data?.pages.map(({ items }) => items.map(({ id }) => id));

test('replaces the rows of changed clients in their places, and leaves the others as they are', () => {
  const before = list(
    [
      ['9', '8'],
      ['7', '6'],
    ],
    MORE,
  );
  const rows = [row('6', { status: 'urgent' }), row('9', { name: 'Mia' })];
  const after = patchedList(before, {}, changed(rows));
  expect(idsIn(after)).toEqual([
    ['9', '8'],
    ['7', '6'],
  ]);
  expect(after?.pages.map(({ items }) => items)).toEqual([
    [rows[1], row('8')],
    [row('7'), rows[0]],
  ]);
  expect(after?.pages[0]?.items[1]).toBe(before.pages[0]?.items[1]);
  expect([after?.pageParams, after?.pages[1]?.next]).toEqual([before.pageParams, MORE]);
});

test('leaves a list as it is if the changed client is behind its last page', () => {
  const before = list([['9', '8']], MORE);
  expect(patchedList(before, {}, changed([row('5')]))).toEqual(before);
  expect(patchedList(before, { adviser: 'ann' }, changed([row('5')]))).toEqual(before);
});

test.each<[string, Narrowing, ListData, Changed]>([
  ['a new client belongs in it', {}, list([['8', '7']], MORE), changed([row('9')])],
  ['a client was added between its rows', {}, list([['9', '7']], MORE), changed([row('8')])],
  ['a whole list has not got the client', {}, list([['9', '8']]), changed([row('5')])],
  ['an empty list has not got the client', {}, list([[]]), changed([row('5')])],
  ['a listed client is gone', {}, list([['9', '8']], MORE), changed([], ['8'])],
  ['one of two listed clients is gone', {}, list([['9', '8']]), changed([row('9')], ['9', '8'])],
  ['it is a search', { q: 'mia' }, list([['9', '8']]), changed([row('9')])],
  ['a client no longer fits its filter', { filter: 'urgent' }, list([['9']]), changed([row('9')])],
  [
    'a client now fits its filter',
    { filter: 'urgent' },
    list([['9']], MORE),
    changed([row('5', { status: 'urgent' })]),
  ],
  ['a client moved to another adviser', { adviser: 'ann' }, list([['9']]), changed([row('9', { adviserId: 'bob' })])],
])('has a list read again if %s', (_, narrowing, before, change) => {
  expect(patchedList(before, narrowing, change)).toBeUndefined();
});

test('leaves a list as it is if a client of neither its adviser nor its filter changed', () => {
  const before = list([['9', '8']]);
  expect(patchedList(before, { adviser: 'ann' }, changed([row('5', { adviserId: 'bob' })]))).toEqual(before);
  expect(patchedList(before, { filter: 'urgent' }, changed([row('5')]))).toEqual(before);
  expect(patchedList(before, {}, changed([], ['5']))).toEqual(before);
});
