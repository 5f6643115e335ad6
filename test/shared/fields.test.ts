import { describe, expect, test } from 'vitest';
import { safeParse } from 'zod/mini';
import { accountEmail, dueDate, link, newPassword, requiredLine } from '#shared/fields.ts';

const accepted = (schema: Parameters<typeof safeParse>[0], input: unknown) => {
  const result = safeParse(schema, input);
  return result.success ? result.data : undefined;
};

describe('links', () => {
  test.each(['https://example.com/a?b=c', 'http://localhost:1', ''])('%j is taken', (url) =>
    expect(accepted(link, url)).toBe(url || null),
  );
  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    'https://user:pass@host',
    'example.com',
    'https://',
    5,
    `https://x.example/${'a'.repeat(2000)}`,
  ])('%j is refused', (url) => expect(accepted(link, url)).toBeUndefined());
});

describe('e-mail addresses', () => {
  test('compare trimmed and in lower case', () =>
    expect(accepted(accountEmail(), '  Ann@Example.COM ')).toBe('ann@example.com'));
  test.each([
    '',
    'ann',
    'ann@example',
    'ann@example..com',
    'ann@.example.com',
    'a b@example.com',
    'a@b@c.com',
    'a\n@example.com',
    { $ne: 1 },
    ['a@example.com'],
  ])('%j is refused', (email) => expect(accepted(accountEmail(), email)).toBeUndefined());
});

describe('passwords', () => {
  test('keep spaces at either end', () => expect(accepted(newPassword(8), '  secret ')).toBe('  secret '));
  test.each(['1234567', 'é'.repeat(37), 'x'.repeat(73), 'x'.repeat(10_000)])('%j is refused', (password) =>
    expect(accepted(newPassword(8), password)).toBeUndefined(),
  );
  test('72 bytes are taken', () => expect(accepted(newPassword(8), 'é'.repeat(36))).toBe('é'.repeat(36)));
});

test.each([
  ['2026-02-28', '2026-02-28'],
  ['2026-03-01T10:00:00+01:00', '2026-03-01T09:00:00.000Z'],
  ['', null],
  [null, null],
  ['2026-02-30', undefined],
  ['tomorrow', undefined],
  ['2026-13-01', undefined],
])('due date %j becomes %j', (given, kept) => expect(accepted(dueDate, given)).toBe(kept));

test.each([' Ann ', 'a\nb', '\ud800', ' '])('a name such as %j', (name) => {
  expect(accepted(requiredLine(200, 'Name is required'), name)).toBe(name === ' Ann ' ? 'Ann' : undefined);
});
