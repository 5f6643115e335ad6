import { expect, test } from 'vitest';
import { momentRefusal } from '#shared/rules/dates.ts';
import { bookedIn, meetingAhead, meetingsOn } from '#shared/rules/meetings.ts';

test.each([
  ['in winter, one minute before midnight', '2026-12-04T23:59:00Z', '2026-12-04', '23:59'],
  ['in summer, at midnight', '2026-07-04T23:00:00Z', '2026-07-05', '00:00'],
  ['in summer, one minute before midnight', '2026-07-04T22:59:00Z', '2026-07-04', '23:59'],
  ['on the day the clocks go forward, before', '2027-03-28T00:30:00Z', '2027-03-28', '00:30'],
  ['on the day the clocks go forward, after', '2027-03-28T08:30:00Z', '2027-03-28', '09:30'],
  ['on the day the clocks go back, the first half past one', '2026-10-25T00:30:00Z', '2026-10-25', '01:30'],
  ['on the day the clocks go back, the second half past one', '2026-10-25T01:30:00Z', '2026-10-25', '01:30'],
  ['on the day the clocks go back, at its end', '2026-10-25T23:59:00Z', '2026-10-25', '23:59'],
])('a meeting %s is on London’s day and at London’s time', (_, at, day, time) => {
  expect(meetingsOn(day, { '1.1': at })).toMatchObject([{ number: 1.1, time }]);
  const step = { stageNumber: 1.1, status: 'pending', bookedFor: at };
  const noon = (offset: number) => new Date(Date.parse(`${day}T12:00:00Z`) + offset * 86_400_000);
  expect([-1, 0, 1].map((offset) => meetingAhead([step], noon(offset)) === step)).toEqual([true, true, false]);
});

test('a meeting is listed until it has been held, and the meetings of a day are in order', () => {
  const [early, late] = ['2026-12-04T09:00:00.000Z', '2026-12-04T15:00:00.000Z'];
  const booked = (bookedFor: string) => ({ status: 'pending' as const, bookedFor });
  const journey = { 1.1: booked(late), 5.1: booked(early), 7.1: booked(early), 7.2: { status: 'completed' as const } };
  expect(bookedIn(journey)).toEqual({ 1.1: late, 5.1: early });
  expect(meetingsOn('2026-12-04', bookedIn(journey)).map(({ number }) => number)).toEqual([5.1, 1.1]);
  expect(bookedIn({ 7.1: journey[7.1], 7.2: journey[7.2] })).toBeUndefined();
  const step = (stageNumber: number, status: string, bookedFor: string | null) => ({ stageNumber, status, bookedFor });
  const now = new Date(early);
  expect(meetingAhead([step(7.1, 'completed', late), step(7.2, 'completed', null)], now)).toBeUndefined();
  expect(meetingAhead([step(7.1, 'completed', late), step(7.2, 'pending', null)], now)?.bookedFor).toBe(late);
});

const RANGE = 'Choose a date between 2000 and 2036';
test.each([
  ['2000-01-01T00:00:00Z', undefined],
  ['1999-12-31T23:59:00Z', RANGE],
  ['2036-12-31T23:59:00Z', undefined],
  ['2037-01-01T00:00:00Z', RANGE],
  ['2037-01-01T00:30:00+01:00', undefined],
  ['2026-12-04', 'Must be a date and time'],
  ['2026-02-30T10:00:00Z', 'Must be a date and time'],
  ['2026-12-04T10:30', 'Must be a date and time'],
  ['soon', 'Must be a date and time'],
])('of the time %s, the refusal is: %s', (text, refusal) => {
  expect(momentRefusal(text, new Date('2026-11-25T10:00:00Z'))).toBe(refusal);
});
