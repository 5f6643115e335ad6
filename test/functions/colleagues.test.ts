import { describe, expect, test } from 'vitest';
import { worksAt } from '#functions/domain/accounts/account.ts';
import { reaches } from '#functions/domain/clients/reach.ts';
import { mergedPage } from '#functions/domain/clients/row-pages.ts';
import { hasEnded, sayActor, sayColleagues, sayDays } from '#shared/rules/colleagues.ts';

const account = (days: { from?: string; until?: string }) => ({
  name: 'Hannah',
  email: '',
  role: 'adviser' as const,
  works: [{ id: 'sam', name: 'Sam', ...days }],
});

describe('a cover counts from 00:00 of the first day to 24:00 of the last, London', () => {
  test.each([
    ['in winter, before', '2026-11-30T23:59:59.999Z', false],
    ['in winter, from', '2026-12-01T00:00:00.000Z', true],
    ['in winter, until', '2026-12-14T23:59:59.999Z', true],
    ['in winter, after', '2026-12-15T00:00:00.000Z', false],
  ])('%s', (_, at, isOn) => {
    expect(worksAt(account({ from: '2026-12-01', until: '2026-12-14' }), new Date(at)).length === 1).toBe(isOn);
  });

  test.each([
    // The clocks go forward on 29 March 2026 at 01:00 UTC.
    ['the last winter night', '2026-03-28T23:59:59.999Z', '2026-03-29', false],
    ['the first hour of the day', '2026-03-29T00:00:00.000Z', '2026-03-29', true],
    ['the last hour, in summer time', '2026-03-29T22:59:59.999Z', '2026-03-29', true],
    ['the next day, in summer time', '2026-03-29T23:00:00.000Z', '2026-03-29', false],
    // They go back on 25 October 2026 at 01:00 UTC.
    ['the day before, in summer time', '2026-10-24T22:59:59.999Z', '2026-10-25', false],
    ['the first hour, in summer time', '2026-10-24T23:00:00.000Z', '2026-10-25', true],
    ['the last hour, in winter time', '2026-10-25T23:59:59.999Z', '2026-10-25', true],
    ['the next day, in winter time', '2026-10-26T00:00:00.000Z', '2026-10-25', false],
  ])('%s', (_, at, day, isOn) => {
    expect(worksAt(account({ from: day, until: day }), new Date(at)).length === 1).toBe(isOn);
  });

  test('without days it always counts, and an open end has not ended', () => {
    expect(worksAt(account({}), new Date('2000-01-01'))).toHaveLength(1);
    expect([hasEnded({}, '2099-01-01'), hasEnded({ until: '2026-12-14' }, '2026-12-14')]).toEqual([false, false]);
  });
});

test('nobody passes on whose clients they see', () => {
  const hannah = { kind: 'adviser', id: 'hannah', works: [{ id: 'priya', name: 'Priya' }] } as const;
  // Priya works with Sam.
  expect([reaches(hannah, 'hannah'), reaches(hannah, 'priya'), reaches(hannah, 'sam')]).toEqual([true, true, false]);
});

test.each([
  [{}, ''],
  [{ until: '2026-12-14' }, 'until 14 December 2026'],
  [{ from: '2026-12-01' }, 'from 1 December 2026'],
  [{ from: '2026-12-01', until: '2026-12-14' }, 'from 1 to 14 December 2026'],
  [{ from: '2026-11-30', until: '2026-12-04' }, 'from 30 November to 4 December 2026'],
  [{ from: '2026-12-30', until: '2027-01-04' }, 'from 30 December 2026 to 4 January 2027'],
  [{ from: '2026-12-01', until: '2026-12-01' }, 'on 1 December 2026'],
])('says days: %j', (days, said) => {
  expect(sayDays(days)).toBe(said);
  expect(sayColleagues([{ name: 'Ann' }, { name: 'Bo', ...days }])).toBe(`Ann; Bo ${said}`.trim());
});

test.each([
  [{ until: '2026-12-14' }, 'until 14 December'],
  [{ from: '2026-12-30', until: '2027-01-04' }, 'from 30 December to 4 January 2027'],
])('leaves out this year of days: %j', (days, said) => {
  expect(sayDays(days, '2026')).toBe(said);
});

test('an entry by somebody who covers names the adviser too', () => {
  const entry = { actorName: 'Priya Nair' };
  expect([sayActor(entry), sayActor({ ...entry, actorFor: 'Sam Okafor' })]).toEqual([
    'Priya Nair',
    'Priya Nair for Sam Okafor',
  ]);
});

test('merged pages end where the first list was cut off, so that no row is skipped', () => {
  const page = (keys: string, next?: string) => ({
    rows: [...keys].map((gsk) => ({ pk: gsk, sk: gsk, gpk: '', gsk, summary: {} })),
    next,
  });
  const keysOf = ({ rows, next }: ReturnType<typeof mergedPage>) => [rows.map(({ gsk }) => gsk).join(''), next];
  expect(keysOf(mergedPage([page('bdf', 'f'), page('aceg')]))).toEqual(['abcdef', 'f']);
  expect(keysOf(mergedPage([page('bd', 'd'), page('ac', 'c')]))).toEqual(['abc', 'c']);
  expect(keysOf(mergedPage([page('bd'), page('')]))).toEqual(['bd', undefined]);
  expect(keysOf(mergedPage([]))).toEqual(['', undefined]);
});
