import { describe, expect, test } from 'vitest';
import { dueGrouping, likelyDates } from '#shared/rules/due.ts';

describe('on a Wednesday at 15:00, a task', () => {
  const groupOf = dueGrouping(new Date('2026-03-11T15:00:00.000Z'));
  test.each([
    [null, 'No date'],
    ['2026-03-10', 'Overdue'],
    ['2025-12-31', 'Overdue'],
    ['2026-03-11', 'Today'],
    ['2026-03-12', 'This week'],
    ['2026-03-15', 'This week'],
    ['2026-03-16', 'Next week'],
    ['2026-03-22', 'Next week'],
    ['2026-03-23', 'Later'],
    ['2027-01-01', 'Later'],
  ] as const)('due %s is grouped under %s', (due, group) => expect(groupOf(due)).toBe(group));
});

test.each([
  ['Monday', '2026-03-09T09:00:00Z', '2026-03-15', 'This week'],
  ['Monday', '2026-03-09T09:00:00Z', '2026-03-16', 'Next week'],
  ['Saturday', '2026-03-14T09:00:00Z', '2026-03-15', 'This week'],
  ['Sunday', '2026-03-15T09:00:00Z', '2026-03-15', 'Today'],
  ['Sunday, the end of its week', '2026-03-15T09:00:00Z', '2026-03-16', 'Next week'],
  ['Tuesday in UTC that is Wednesday in London', '2026-06-30T23:30:00Z', '2026-07-01', 'Today'],
  ['Tuesday in UTC that is Wednesday in London', '2026-06-30T23:30:00Z', '2026-06-30', 'Overdue'],
] as const)('on a %s (%s), a task due %s is grouped under %s', (_, now, due, group) =>
  expect(dueGrouping(new Date(now))(due)).toBe(group),
);

test.each([
  ['2026-03-11T15:00:00Z', ['2026-03-11', '2026-03-12', '2026-03-16', '2026-03-25']],
  ['2026-03-15T15:00:00Z', ['2026-03-15', '2026-03-16', '2026-03-16', '2026-03-29']],
  ['2026-06-30T23:30:00Z', ['2026-07-01', '2026-07-02', '2026-07-06', '2026-07-15']],
])('the suggested due dates at %s are %j', (now, dates) =>
  expect(likelyDates(new Date(now)).map(([, date]) => date)).toEqual(dates),
);
