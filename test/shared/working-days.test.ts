import { expect, test } from 'vitest';
import {
  bankHolidays,
  isWorkingDay,
  nextWorkingTime,
  startsWeek,
  workingDaysLater,
} from '#shared/rules/working-days.ts';

/** Dates published for England and Wales (gov.uk, Bank holidays). */
const PUBLISHED: Record<number, string[]> = {
  2024: ['01-01', '03-29', '04-01', '05-06', '05-27', '08-26', '12-25', '12-26'],
  2025: ['01-01', '04-18', '04-21', '05-05', '05-26', '08-25', '12-25', '12-26'],
  // Boxing Day on a Saturday.
  2026: ['01-01', '04-03', '04-06', '05-04', '05-25', '08-31', '12-25', '12-28'],
  // Christmas Day on a Saturday.
  2027: ['01-01', '03-26', '03-29', '05-03', '05-31', '08-30', '12-27', '12-28'],
  // New Year’s Day on a Saturday.
  2028: ['01-03', '04-14', '04-17', '05-01', '05-29', '08-28', '12-25', '12-26'],
};

test.each(Object.entries(PUBLISHED))('the bank holidays of %s match the published ones', (year, days) =>
  expect(bankHolidays(Number(year))).toEqual(days.map((day) => `${year}-${day}`)),
);

test('the Christmas bank holiday moves to Tuesday if Christmas Day is a Sunday', () =>
  expect(bankHolidays(2022).slice(-2)).toEqual(['2022-12-26', '2022-12-27']));

test.each([
  // Earliest and latest possible Easter, and two years that simpler rules get wrong.
  [2285, '2285-03-23'],
  [2038, '2038-04-26'],
  [1954, '1954-04-19'],
  [1981, '1981-04-20'],
])('Easter Monday of %i is %s', (year, monday) => expect(bankHolidays(year)).toContain(monday));

test.each([
  ['2027-01-04', [], true],
  ['2027-01-02', [], false],
  ['2027-01-03', [], false],
  ['2027-03-26', [], false],
  ['2027-12-24', [], true],
  ['2027-12-24', ['2027-12-24'], false],
  ['2027-12-29', ['2027-12-24'], true],
])('%s, with %j closed, is a working day: %s', (date, closed, working) =>
  expect(isWorkingDay(date, closed)).toBe(working),
);

test.each<[string, number, string[], string]>([
  ['2027-01-04', 5, [], '2027-01-11'],
  ['2027-01-04', 0, [], '2027-01-04'],
  // A Saturday.
  ['2027-01-02', 1, [], '2027-01-04'],
  // Over Good Friday, Easter Monday and the clock change between them.
  ['2027-03-24', 1, [], '2027-03-25'],
  ['2027-03-24', 5, [], '2027-04-02'],
  ['2027-03-24', 5, ['2027-03-31', '2027-04-01'], '2027-04-06'],
  ['2027-12-22', 5, ['2027-12-29', '2027-12-30', '2027-12-31'], '2028-01-06'],
])('%s and %i working days, closed on %j, is %s', (from, count, closed, day) =>
  expect(workingDaysLater(from, count, closed)).toBe(day),
);

test.each([
  ['2027-03-25T08:59:59.999Z', '09:00', [], '2027-03-25T09:00:00.000Z'],
  // Good Friday, the weekend when summer time begins, and Easter Monday.
  ['2027-03-25T09:00:00.000Z', '09:00', [], '2027-03-30T08:00:00.000Z'],
  ['2027-03-25T09:00:00.000Z', '09:00', ['2027-03-30'], '2027-03-31T08:00:00.000Z'],
  // Friday evening, with the firm closed between Christmas and New Year.
  ['2027-12-23T17:00:00.000Z', '08:00', ['2027-12-29', '2027-12-30', '2027-12-31'], '2027-12-24T08:00:00.000Z'],
  ['2027-12-24T17:00:00.000Z', '08:00', ['2027-12-29', '2027-12-30', '2027-12-31'], '2028-01-04T08:00:00.000Z'],
  // Monday in London, but still Sunday in UTC.
  ['2027-07-04T23:30:00.000Z', '00:45', [], '2027-07-04T23:45:00.000Z'],
])('after %s, the next %s of a working day (closed on %j) is %s', (after, time, closed, next) =>
  expect(nextWorkingTime(new Date(after), time, closed).toISOString()).toBe(next),
);

test('the daily time of 08:00 in London occurs once on each working day of a year', () => {
  const times: string[] = [];
  let at = nextWorkingTime(new Date('2027-01-01'), '08:00', []);
  for (; at < new Date('2028-01-01') && times.length < 366; at = nextWorkingTime(at, '08:00', [])) {
    times.push(at.toISOString());
  }
  // 261 weekdays minus eight bank holidays.
  expect(times).toHaveLength(253);
  expect(new Set(times.map((at) => at.slice(0, 10)))).toHaveLength(253);
  const inSummer = (at: string) => at > '2027-03-28' && at < '2027-10-31';
  expect(times.filter((at) => at.slice(11) !== (inSummer(at) ? '07:00:00.000Z' : '08:00:00.000Z'))).toEqual([]);
});

test('a week starts on its first working day', () => {
  const starts = ['2026-12-21', '2026-12-22', '2026-12-29', '2027-03-29', '2027-03-30', '2026-12-05'];
  expect(starts.filter((day) => startsWeek(day, []))).toEqual(['2026-12-21', '2026-12-29', '2027-03-30']);
  expect(startsWeek('2026-12-22', ['2026-12-21'])).toBe(true);
});
