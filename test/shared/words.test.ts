import { expect, test } from 'vitest';
import { countOf } from '#shared/rules/counted-words.ts';

test.each([
  [0, '0 documents'],
  [1, '1 document'],
  [2, '2 documents'],
])('a count of %i documents is shown as “%s”', (count, text) => expect(countOf(count, 'document')).toBe(text));
