import { describe, expect, test } from 'vitest';
import { withNote } from '#functions/domain/tasks/task-change.ts';
import { NOTES_FULL } from '#shared/rules/notes.ts';

const NOW = new Date('2026-07-01T13:05:40Z');
const minutesLater = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
const FIRST = '1 Jul 2026, 14:05\nIt is a bit dark';

test('appends a note below its date and time in London', () => {
  expect(withNote(undefined, 'It is a bit dark', NOW)).toBe(FIRST);
  expect(withNote('From before', 'It is a bit dark', NOW)).toBe(`From before\n\n${FIRST}`);
});

describe('a repeated note', () => {
  test.each([0, 1, 10])('is treated as a retry and not appended after %d minutes', (minutes) => {
    expect(withNote(FIRST, 'It is a bit dark', minutesLater(minutes))).toBe(FIRST);
    expect(withNote(`Before\n\n${FIRST}`, 'It is a bit dark', minutesLater(minutes))).toBe(`Before\n\n${FIRST}`);
  });

  test.each<[string, string, string, number]>([
    ['after 15 minutes', FIRST, 'It is a bit dark', 15],
    ['after another note', `${FIRST}\n\n1 Jul 2026, 14:06\nA better one`, 'It is a bit dark', 2],
    ['after a longer note that ends with it', `${FIRST}\nYes`, 'Yes', 1],
  ])('is appended if it was sent %s', (_, notes, note, minutes) => {
    expect(withNote(notes, note, minutesLater(minutes))).toMatch(new RegExp(`\n\n1 Jul 2026, 14:\\d\\d\n${note}$`));
  });
});

test('rejects a note beyond the limit, and says what to do', () => {
  const room = 10_000 - '\n\n1 Jul 2026, 14:05\n'.length - 1;
  expect(withNote('x'.repeat(room), 'y', NOW)).toHaveLength(10_000);
  expect(() => withNote('x'.repeat(room + 1), 'y', NOW)).toThrow(NOTES_FULL);
});
