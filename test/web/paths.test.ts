import { expect, test } from 'vitest';
import { returnPath, tokenIn } from '../../web/src/lib/navigation/paths.ts';

const ORIGIN = 'https://portal.example';
const after = (next: string) => returnPath(new URLSearchParams({ next }), ORIGIN);

test.each([
  '/tasks',
  '/clients?filter=urgent&q=gr%C3%BCn',
  '/adviser/client/a1',
  '/adviser/client/a1#task-t1',
  '/no/such/page',
])('sign-in returns to %s', (path) => expect(after(path)).toBe(path));

test.each([
  '',
  'tasks',
  'https://evil.example/tasks',
  'javascript:alert(1)',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  '/./\\evil.example',
  '/a/..//evil.example',
  '/%2e//evil.example',
  '/%2E%2E//evil.example',
  '//portal.example:444/tasks',
  '/\\',
  '//',
  '/',
  '/?next=/tasks',
  '/.',
])('sign-in does not redirect to "%s" but to the dashboard', (next) => expect(after(next)).toBe('/dashboard'));

test('sign-in without a return path leads to the dashboard', () =>
  expect(returnPath(new URLSearchParams(), ORIGIN)).toBe('/dashboard'));

const TOKEN = `-${'aZ09_-'.repeat(11)}2-1`;

test.each([
  '',
  '.',
  '...',
  ',',
  ')',
  '>',
  '"',
  ']',
  ';',
  '=',
  ' ',
  '\n',
  '’',
  '”',
  '\u200b',
  '\u00a0',
  '&data=05',
  '%',
  '/',
  '*',
])('extracts the portal token from a link followed or surrounded by "%s"', (sign) => {
  expect(tokenIn({ token: TOKEN + sign })).toBe(TOKEN);
  expect(tokenIn({ token: sign.replace(/\w/g, '') + TOKEN + sign })).toBe(TOKEN);
});

test.each([undefined, '', '.', '\u200b'])('finds no portal token in "%s"', (token) =>
  expect(tokenIn({ token })).toBeUndefined(),
);
