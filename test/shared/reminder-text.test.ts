import { expect, test } from 'vitest';
import { reminderSentences, reminderSubject } from '#shared/rules/reminder-text.ts';

const TODAY = '2026-12-04';
const first = (count: number, firstDue: string | null) =>
  reminderSentences({ adviser: 'Sam Okafor', count, firstDue, today: TODAY })[0];

test('the subject of a reminder names the adviser, or the firm without one, and counts what is open', () => {
  expect(reminderSubject('Sam Okafor', 'Harbour', 1)).toBe(
    'A reminder from Sam Okafor at Harbour: 1 thing is still open',
  );
  expect(reminderSubject('Sam '.repeat(50), 'Harbour', 1)).toMatch(
    /^A reminder from (Sam ){14}Sam… at Harbour: 1 thing/,
  );
  expect(reminderSubject('', 'Harbour', 3)).toBe('A reminder from Harbour: 3 things are still open');
});

test.each([
  [
    3,
    '2026-12-03',
    'Three things that Sam Okafor asked you for are still open. The first was due on Thursday 3 December.',
  ],
  [1, '2026-12-03', 'One thing that Sam Okafor asked you for is still open. It was due on Thursday 3 December.'],
  [1, TODAY, 'One thing that Sam Okafor asked you for is still open. It is due on Friday 4 December.'],
  [10, '2027-01-01', 'Ten things that Sam Okafor asked you for are still open. The first is due on Friday 1 January.'],
  [11, null, '11 things that Sam Okafor asked you for are still open.'],
])('a reminder of %i things, the first due on %s, says so', (count, due, text) => {
  expect(first(count, due)).toBe(text);
});
