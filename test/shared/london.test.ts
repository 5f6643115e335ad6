import { describe, expect, test } from 'vitest';
import { addDays, isSkipped, londonInstant, londonParts, quarterOf, quietUntil } from '#shared/rules/london.ts';

describe('London’s clock', () => {
  test.each([
    ['2027-01-04T09:00:59.999Z', '2027-01-04', '09:00'],
    ['2027-01-04T00:00:00Z', '2027-01-04', '00:00'],
    ['2027-07-01T23:30:00Z', '2027-07-02', '00:30'],
    // Start and end of summer time.
    ['2027-03-28T00:59:00Z', '2027-03-28', '00:59'],
    ['2027-03-28T01:00:00Z', '2027-03-28', '02:00'],
    ['2027-10-31T00:30:00Z', '2027-10-31', '01:30'],
    ['2027-10-31T01:30:00Z', '2027-10-31', '01:30'],
  ])('shows %s as %s, %s', (at, date, time) => expect(londonParts(new Date(at))).toEqual({ date, time }));

  test.each([
    ['2027-01-04', '09:00', '2027-01-04T09:00:00.000Z'],
    ['2027-07-01', '09:00', '2027-07-01T08:00:00.000Z'],
    ['2027-07-01', '00:30', '2027-06-30T23:30:00.000Z'],
    // 01:00 to 01:59 is skipped on the first day and repeated on the other.
    ['2027-03-28', '00:59', '2027-03-28T00:59:00.000Z'],
    ['2027-03-28', '01:00', '2027-03-28T01:00:00.000Z'],
    ['2027-03-28', '01:30', '2027-03-28T01:30:00.000Z'],
    ['2027-03-28', '02:00', '2027-03-28T01:00:00.000Z'],
    ['2027-10-31', '00:59', '2027-10-30T23:59:00.000Z'],
    ['2027-10-31', '01:30', '2027-10-31T00:30:00.000Z'],
    ['2027-10-31', '02:00', '2027-10-31T02:00:00.000Z'],
  ])('converts %s, %s to the instant %s', (date, time, at) => expect(londonInstant(date, time).toISOString()).toBe(at));

  test.each([
    ['2027-02-30', '09:00'],
    ['2027-01-01', '24:00'],
    ['2027-01-01', '9:00'],
    ['2027-01-01', '09:00:30'],
    ['tomorrow', '09:00'],
  ])('rejects %s, %s', (date, time) => expect(() => londonInstant(date, time)).toThrow(RangeError));
});

test.each([
  ['2027-03-28', '00:59', false],
  ['2027-03-28', '01:00', true],
  ['2027-03-28', '01:59', true],
  ['2027-03-28', '02:00', false],
  ['2027-10-31', '01:30', false],
])('%s at %s is skipped by the clocks: %s', (date, time, skipped) => expect(isSkipped(date, time)).toBe(skipped));

test.each([
  ['2027-01-31', 1, '2027-02-01'],
  ['2028-02-28', 1, '2028-02-29'],
  ['2027-01-01', -1, '2026-12-31'],
  ['2027-03-27', 2, '2027-03-29'],
])('%s plus %i days is %s', (date, days, later) => expect(addDays(date, days)).toBe(later));

describe('quiet hours', () => {
  const NIGHT = { from: '20:00', to: '08:00' };

  test.each([
    ['2027-01-04T19:59:59.999Z', NIGHT, undefined],
    ['2027-01-04T20:00:00.000Z', NIGHT, '2027-01-05T08:00:00.000Z'],
    ['2027-01-05T00:00:00.000Z', NIGHT, '2027-01-05T08:00:00.000Z'],
    ['2027-01-05T07:59:59.999Z', NIGHT, '2027-01-05T08:00:00.000Z'],
    ['2027-01-05T08:00:00.000Z', NIGHT, undefined],
    ['2027-07-01T19:00:00.000Z', NIGHT, '2027-07-02T07:00:00.000Z'],
    // Nights of 11 and of 13 hours.
    ['2027-03-27T20:00:00.000Z', NIGHT, '2027-03-28T07:00:00.000Z'],
    ['2027-10-30T19:00:00.000Z', NIGHT, '2027-10-31T08:00:00.000Z'],
    // On a single day.
    ['2027-01-04T11:59:00.000Z', { from: '12:00', to: '14:00' }, undefined],
    ['2027-01-04T12:00:00.000Z', { from: '12:00', to: '14:00' }, '2027-01-04T14:00:00.000Z'],
    ['2027-01-04T14:00:00.000Z', { from: '12:00', to: '14:00' }, undefined],
    ['2027-01-04T23:59:00.000Z', { from: '20:00', to: '00:00' }, '2027-01-05T00:00:00.000Z'],
    // The end occurs twice; the first one counts.
    ['2027-10-31T00:29:00.000Z', { from: '20:00', to: '01:30' }, '2027-10-31T00:30:00.000Z'],
    ['2027-10-31T01:29:00.000Z', { from: '20:00', to: '01:30' }, undefined],
    ['2027-01-04T20:00:00.000Z', { from: '20:00', to: '20:00' }, undefined],
  ])('at %s with %j last until %s', (at, hours, until) =>
    expect(quietUntil(new Date(at), hours)?.toISOString()).toBe(until),
  );
});

test.each([
  ['2027-01-04T09:00:00.000Z', '2027-01-04T09:00Z'],
  ['2027-01-04T09:14:59.999Z', '2027-01-04T09:00Z'],
  ['2027-01-04T09:15:00.000Z', '2027-01-04T09:15Z'],
  ['2027-07-01T23:59:59.999Z', '2027-07-01T23:45Z'],
])('%s belongs to the quarter-hour %s', (at, quarter) => expect(quarterOf(new Date(at))).toBe(quarter));
