import { expect, test } from 'vitest';
import { safeParse } from 'zod/mini';
import { taskChangeByClient } from '#shared/contract/tasks.ts';
import { dueBadge } from '#shared/rules/due.ts';

const now = new Date('2026-03-10T15:00:00.000Z');

test.each([
  [null, 'No Due Date'],
  ['2026-03-10', 'Urgent'],
  ['2026-03-09', 'Overdue'],
  ['2026-03-13', 'Urgent'],
  ['2026-03-14', 'Due Soon'],
  ['2026-03-17', 'Due Soon'],
  ['2026-03-18', 'On Track'],
  ['0026-03-10', 'Overdue'],
] as const)('a task due %s has the badge %s', (due, badge) => expect(dueBadge(due, now)).toBe(badge));

test('counts London days until the due date, with a 25-hour day as one', () => {
  const summerTimeEnds = new Date('2026-10-24T23:30:00.000Z');
  expect(dueBadge('2026-10-28', summerTimeEnds)).toBe('Urgent');
  expect(dueBadge('2026-10-29', summerTimeEnds)).toBe('Due Soon');
});

test.each([
  [{ clientNotes: 'Sent today' }, true],
  [{ status: 'completed' }, true],
  [{ addNote: 'Sent today', status: 'completed' }, true],
  [{ clientNotes: 'Sent today', clientNotesWas: null }, true],
  [{ clientNotes: '   ' }, false],
  [{ addNote: '   ' }, false],
  [{ addNote: 'Sent', clientNotes: 'today' }, false],
  [{ status: 'completed', clientNotesWas: null }, false],
  [{ status: 'in_progress' }, false],
  [{ status: 'completed', adviserNotes: 'x' }, false],
  [{}, false],
])('a client’s task change %j is accepted: %s', (body, accepted) =>
  expect(safeParse(taskChangeByClient, body).success).toBe(accepted),
);
