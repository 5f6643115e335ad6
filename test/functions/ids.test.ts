import { expect, test } from 'vitest';
import { isRootId, newId } from '#functions/services/keys/keys.ts';

test('ids are unique, well-formed and never start with a hyphen', () => {
  const ids = Array.from({ length: 5000 }, newId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !isRootId(id) || id.startsWith('-'))).toEqual([]);
});
