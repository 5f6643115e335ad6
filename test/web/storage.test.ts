import { expect, test } from 'vitest';
import { parsed } from '../../web/src/lib/storage/storage.ts';

test.each([undefined, null, '', '{"to":', 'null'])('reads missing or damaged stored JSON %j as the default', (text) => {
  expect(parsed(text, ['default'])).toEqual(['default']);
});

test('reads stored JSON, also if the value is false', () => {
  expect(parsed('false', true)).toBe(false);
});
