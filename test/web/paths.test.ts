import { expect, test } from 'vitest';
import { returnPath } from '../../web/src/lib/navigation/paths.ts';

const ORIGIN = 'https://portal.example';
const after = (next: string) => returnPath(new URLSearchParams({ next }), ORIGIN);

test.each([
  '/tasks',
  '/clients?filter=urgent&q=gr%C3%BCn',
  '/adviser/client/a1',
  '/adviser/client/a1#task-t1',
  '/no/such/page',
])('sign-in leads back to %s', (path) => expect(after(path)).toBe(path));

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
])('sign-in does not lead to "%s" but to the dashboard', (next) => expect(after(next)).toBe('/dashboard'));

test('sign-in without a way back leads to the dashboard', () =>
  expect(returnPath(new URLSearchParams(), ORIGIN)).toBe('/dashboard'));
