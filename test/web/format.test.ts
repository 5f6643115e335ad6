import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { londonInstant } from '#shared/rules/london.ts';
import {
  sayDay,
  sayDayAndMonth,
  sayDayOfWeek,
  sayDueDay,
  sayLongDay,
  sayMonth,
  sayShortDayAndMonth,
  sayWeekday,
} from '#shared/rules/say-date.ts';
import { withLongDates } from '../../web/src/features/portal/long-date.ts';
import { sayAwayUntil } from '../../web/src/features/portal/messages/away-until.ts';
import {
  formatDateTime,
  formatMoment,
  formatRelative,
  formatSince,
  humanise,
  initials,
} from '../../web/src/lib/text/format.ts';

const TIMEZONE = process.env.TZ;
afterEach(() => vi.stubEnv('TZ', TIMEZONE));

const london = (day: string, time: string) => londonInstant(day, time).toISOString();

test.each([
  ['Mia Wood', 'MW'],
  ['mia anne wood', 'MA'],
  ['  Mia  ', 'M'],
  ['李 小龍', '李小'],
  ['👩‍🚀 Sally', 'S'],
  ['Harriet & James Whitlock', 'HJ'],
  ['“Bo” O’Neil', 'BO'],
  ['', '?'],
  ['   ', '?'],
])('the initials of "%s" are %s', (name, letters) => expect(initials(name)).toBe(letters));

test.each([
  ['in_progress', 'In Progress'],
  ['pending-adviser', 'Pending Adviser'],
  ['on-target', 'On Target'],
  ['adviser', 'Adviser'],
])('the word "%s" is shown as %s', (word, words) => expect(humanise(word)).toBe(words));

describe.each(['Europe/London', 'Asia/Dubai', 'America/New_York'])('for a reader in %s', (zone) => {
  beforeEach(() => {
    vi.stubEnv('TZ', zone);
  });

  test.each([
    ['2026-03-29', '29 Mar 2026'],
    ['0026-12-25', '25 Dec 26'],
    ['0226-12-25', '25 Dec 226'],
    [london('2026-03-29', '00:30'), '29 Mar 2026'],
    [london('2026-10-25', '00:30'), '25 Oct 2026'],
    [london('2026-09-01', '23:59'), '1 Sep 2026'],
  ])('%s is %s', (value, text) => expect(sayDay(value)).toBe(text));

  test('a time of day is London’s', () =>
    expect(formatDateTime(london('2026-07-01', '13:05'))).toBe('1 Jul 2026, 13:05'));

  test.each([
    [london('2026-07-01', '14:02'), '14:02', '14:02'],
    [london('2026-06-30', '23:59'), '30 Jun 2026', 'Tue'],
    [london('2026-06-25', '00:01'), '25 Jun 2026', 'Thu'],
    [london('2026-06-24', '23:59'), '24 Jun 2026', '24 Jun 2026'],
    [london('2025-07-01', '14:02'), '1 Jul 2025', '1 Jul 2025'],
  ])('%s is %s as a moment, and %s as the begin of something', (value, moment, since) => {
    const now = londonInstant('2026-07-01', '21:00');
    expect([formatMoment(value, now), formatSince(value, now)]).toEqual([moment, since]);
  });
});

test.each([
  [sayLongDay, '1 September 2026'],
  [sayDayAndMonth, '1 September'],
  [sayShortDayAndMonth, '1 Sep'],
  [sayMonth, 'Sep 2026'],
  [sayWeekday, 'Tuesday'],
  [sayDayOfWeek, 'Tue, 1 Sep 2026'],
  [sayDueDay, 'Sep 1, 2026'],
])('%o says %s', (say, text) => expect([say('2026-09-01'), say('2026-08-31T23:00:00.000Z')]).toEqual([text, text]));

const NOW = new Date('2026-07-01T12:00:00.000Z');

test.each([
  ['2026-07-01T11:59:30.000Z', 'just now'],
  ['2026-07-01T12:00:30.000Z', 'just now'],
  ['2026-07-01T11:58:01.000Z', '1 minute ago'],
  ['2026-07-01T09:00:00.000Z', '3 hours ago'],
  ['2026-06-30T11:00:00.000Z', 'yesterday'],
  ['2026-07-01T12:10:00.000Z', 'just now'],
  ['2026-07-03T12:00:00.000Z', 'just now'],
  ['2024-07-01T12:00:00.000Z', '2 years ago'],
])('formatRelative shows %s as %s', (value, text) => expect(formatRelative(value, NOW)).toBe(text));

test.each([
  ['2026-12-14', '2026-12-01T00:00:00Z', 'Monday 14 December'],
  ['2027-01-04', '2026-12-31T23:59:00Z', 'Monday 4 January 2027'],
])('the last day of an absence, %s, is written for clients as of %s', (day, now, said) =>
  expect(sayAwayUntil(day, new Date(now))).toBe(said),
);

test('the dates above a client’s notes are written in full', () =>
  expect(withLongDates('1 Sep 2026, 10:00\nPaid on 2 Sep 2026')).toBe('1 September 2026, 10:00\nPaid on 2 Sep 2026'));

test.each(['never', '', '2 Sep 2026'])('"%s" is said as no date', (value) =>
  expect(() => sayDay(value)).toThrow(RangeError),
);
