import { expect, test } from 'vitest';
import { countIn, fewIn, journeyBucket, percentile, stageBucket, sumOf } from '#shared/rules/histograms.ts';
import { monthsUntil } from '#shared/rules/time.ts';

/** Counts each value once. */
const each = (...days: number[]) => sumOf(days.map((day) => ({ [day]: 1 })));
const upTo = (count: number) => each(...Array.from({ length: count }, (_, i) => i + 1));

test.each([
  [5, 3, 5],
  [6, 3, 6],
  [10, 5, 9],
  [11, 6, 10],
])('of %i values, the median is %i and nine of ten lie within %i', (count, median, ninth) => {
  expect([percentile(upTo(count), 50), percentile(upTo(count), 90)]).toEqual([median, ninth]);
});

test('fewer than five values have no percentile and are listed, more have one and are not', () => {
  expect([percentile({ 9: 1, 7: 3 }, 50), fewIn({ 9: 1, 7: 3 })]).toEqual([null, [7, 7, 7, 9]]);
  expect(percentile([5, 0, 0], 90)).toBe(0);
  expect([percentile({ 7: 5 }, 50), fewIn({ 7: 5 })]).toEqual([7, []]);
});

test('histograms are added up by days', () => {
  const sum = sumOf([{ 0: 1, 3: 2 }, { 3: 1 }, {}]);
  expect([sum, countIn(sum)]).toEqual([{ 0: 1, 3: 3 }, 4]);
});

test('days are counted one by one, long journeys by tens, and the longest together', () => {
  expect([-1, 0, 119, 120, 500].map(stageBucket)).toEqual([0, 0, 119, 120, 120]);
  expect([-1, 119, 120, 129, 130, 999, 5000].map(journeyBucket)).toEqual([0, 119, 120, 120, 130, 990, 1000]);
});

test('months end with the one of the day, over the turn of the year', () => {
  expect(monthsUntil('2027-02-28', 4)).toEqual(['2026-11', '2026-12', '2027-01', '2027-02']);
});
