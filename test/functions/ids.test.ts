import { expect, test } from 'vitest';
import { isRootId, newId } from '#functions/services/keys/ids.ts';

test('ids are of one form, and none can be taken for an option of a command', () => {
  const ids = Array.from({ length: 5000 }, newId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !isRootId(id) || id.startsWith('-'))).toEqual([]);
});
