import { expect, test } from 'vitest';
import { sayAwayUntil } from '../../web/src/features/portal/messages/away-until.ts';
import { formatDueDate } from '../../web/src/features/work/tasks/task-item.tsx';
import {
  formatDate,
  formatDateTime,
  formatMoment,
  formatRelative,
  formatSince,
  humanise,
  initials,
} from '../../web/src/lib/text/format.ts';

/** Returns an instant in the machine’s time zone, which screens show. */
const localMoment = (year: number, month: number, day: number, hour: number, minute = 0) =>
  new Date(year, month - 1, day, hour, minute).toISOString();

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

test.each([
  ['2026-03-29', '29 Mar 2026'],
  ['0026-12-25', '25 Dec 26'],
  ['0226-12-25', '25 Dec 226'],
  [localMoment(2026, 3, 29, 0, 30), '29 Mar 2026'],
  [localMoment(2026, 10, 25, 0, 30), '25 Oct 2026'],
])('formatDate shows %s as %s in the reader’s time zone', (value, text) => expect(formatDate(value)).toBe(text));

test('the task cards on /tasks show the month first', () => expect(formatDueDate('2026-03-29')).toBe('Mar 29, 2026'));

test('formatDateTime shows the time of day in the reader’s time zone', () =>
  expect(formatDateTime(localMoment(2026, 7, 1, 13, 5))).toBe('1 Jul 2026, 13:05'));

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
  [localMoment(2026, 7, 1, 14, 2), '14:02'],
  [localMoment(2026, 6, 30, 23, 59), '30 Jun 2026'],
  [localMoment(2025, 7, 1, 14, 2), '1 Jul 2025'],
])('formatMoment shows today as a time and other days as a date: %s', (value, text) =>
  expect(formatMoment(value, new Date(localMoment(2026, 7, 1, 21)))).toBe(text),
);

test.each([
  [localMoment(2026, 7, 1, 14, 2), '14:02'],
  [localMoment(2026, 6, 30, 23, 59), 'Tue'],
  [localMoment(2026, 6, 25, 21, 1), 'Thu'],
  [localMoment(2026, 6, 25, 20, 59), '25 Jun 2026'],
])('formatSince shows the weekday of the last six days: %s', (value, text) =>
  expect(formatSince(value, new Date(localMoment(2026, 7, 1, 21)))).toBe(text),
);

test.each([
  ['2026-12-14', '2026-12-01T00:00:00Z', 'Monday 14 December'],
  ['2027-01-04', '2026-12-31T23:59:00Z', 'Monday 4 January 2027'],
])('the last day of an absence, %s, is written for clients as of %s', (day, now, said) =>
  expect(sayAwayUntil(day, new Date(now))).toBe(said),
);
