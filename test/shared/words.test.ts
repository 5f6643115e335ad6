import { expect, test } from 'vitest';
import { countOf, grouped, stillLeft } from '#shared/rules/counted-words.ts';

test.each([
  [0, '0 documents'],
  [1, '1 document'],
  [2, '2 documents'],
])('a count of %i documents is shown as “%s”', (count, text) => expect(countOf(count, 'document')).toBe(text));

test.each([
  [0, undefined],
  [1, '1 task is still open'],
  [4, '4 tasks are still open'],
])('of %i open tasks, a toast says %j', (count, text) => expect(stillLeft(count, 'task', 'open')).toBe(text));

test.each([
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [12345678, '12,345,678'],
])('%i is written “%s”', (count, text) => expect(grouped(count)).toBe(text));
