import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { safeParse } from 'zod/mini';
import {
  accountEmail,
  day,
  dueDate,
  emailAddress,
  link,
  newPassword,
  nullableText,
  personName,
  requiredLine,
  requiredText,
} from '#shared/contract/fields.ts';
import { foreignDomain } from '#shared/rules/people.ts';
import { START, setNow } from '../support/clock.ts';

const accepted = (schema: Parameters<typeof safeParse>[0], input: unknown) => {
  const result = safeParse(schema, input);
  return result.success ? result.data : undefined;
};

describe('a required text', () => {
  const required = requiredText(200, 'Please enter a message');
  const everyCharacter = Array.from({ length: 0x110000 }, (_, code) => code)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code));
  const unseen = everyCharacter.filter((character) => /[\p{White_Space}\p{Cc}\p{Cf}\p{DI}\u2800]/u.test(character));

  test('rejects text of invisible characters only', () => {
    expect(unseen.length).toBeGreaterThan(4000);
    for (const some of [...unseen, '\u200f\u2066\u2069', '\u3164 \uffa0\u115f\u1160', '\u{1d159}', '\u{e0041}\ufe0f'])
      expect(safeParse(required, some).error?.issues[0]?.message, JSON.stringify(some)).toBe('Please enter a message');
  });

  test.each(['.', '👍', '👩‍⚕️', '\u0301', 'ء', '⠁', '\ue000', '\u{1faf9}', `\u200b${'x'.repeat(3)}\u2800`])(
    'accepts and keeps %j',
    (given) => expect(accepted(required, given)).toBe(given),
  );

  test.each(['\0', 'a\0b', '\0 a', 'a\ud800'])('rejects %j', (given) =>
    expect(accepted(required, given)).toBeUndefined(),
  );
});

test.each(['', '  ', '\u200b', '\u2800\u3164', null])('an optional text of %j is stored as null', (given) =>
  expect(accepted(nullableText(), given)).toBeNull(),
);

describe('a link', () => {
  test.each(['https://example.com/a?b=c', 'http://localhost:1', ''])('is accepted: %j', (url) =>
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
  ])('is rejected: %j', (url) => expect(accepted(link, url)).toBeUndefined());
});

describe('an email address', () => {
  test('is trimmed and lower-cased for comparison', () =>
    expect(accepted(accountEmail(), '  Ann@Example.COM ')).toBe('ann@example.com'));
  const REJECTED: Record<string, unknown[]> = {
    'no address': ['', { $ne: 1 }, ['a@example.com'], 'mailto:', 'Jane <>', 'ann', 'ann@example', 'jane@.'],
    'a missing label': ['ann@example..com', 'ann@.example.com', 'jane..doe@example.com', '.jane@a.com', 'jane.@a.com'],
    'a hyphen at an end': ['jane@-a.com', 'jane@a-.com', 'jane@a.-com', 'jane@a.com-', 'jane@exa‑mple‑.com'],
    'a space or control character': ['a b@example.com', 'a\n@example.com', 'a@exa\u0000mple.com'],
    'letters outside ASCII before the @': ['\u0430nn@example.com', 'zoë@example.com'],
    'more than a domain': ['a@exämple.com/x', 'a@ex%61mplé.com', 'a@exämple.com:80', 'a@b.com?subject=Hi'],
    'an invalid international domain': ['a@℀.com', 'a@xn--é.com', `a@${'ü'.repeat(70)}.com`],
    'two addresses': ['a@b@c.com', 'a@b.com, c@d.com', 'A <a@b.com>, C <c@d.com>', 'c@d.com <a@b.com>'],
    'text around brackets': ['Jane <jane@example.com> Doe', '<<jane@example.com>>', 'mailto:a@b.com?subject=Hi'],
  };
  test.each(Object.entries(REJECTED))('is rejected with %s', (_, emails) => {
    for (const email of emails) expect(accepted(accountEmail(), email), `${email}`).toBeUndefined();
  });

  test.each([
    'ANN.LEE@example.com',
    'ａｎｎ．ｌｅｅ＠ｅｘａｍｐｌｅ．ｃｏｍ',
    'ann.lee@example。com',
    'ann.lee@example｡com',
    'ann.lee@ex\u034fample.com',
  ])('in the form %s belongs to one account', (email) =>
    expect(accepted(accountEmail(), email)).toBe('ann.lee@example.com'),
  );

  const PASTED: Record<string, string[]> = {
    'nothing else': ['jane@example.com', 'jane@example.com\u00a0'],
    'marks around it': ['\u200bjane@example.com\u200b', '\u202ajane@example.com\u202c'],
    'marks inside it': ['\ufeffjane@exam\u00adple.com\u2060', 'jane\u034f@exam\u200dple.com'],
    'punctuation after it': ['jane@example.com,', 'jane@example.com; ', 'jane@example.com.', 'jane@example.com 。.;,'],
    'a scheme': ['mailto:jane@example.com', 'MAILTO: jane@example.com', 'Jane <mailto:jane@example.com>'],
    brackets: ['<jane@example.com>', 'Jane\n<jane@example.com>\r\n', '"Doe, Jane" <jane@example.com>;'],
    'its name': ['Jane Doe <jane@example.com>', 'jane@example.com <mailto:jane@example.com>'],
    quotes: ["'jane@example.com' < jane@example.com >"],
  };
  test.each(Object.entries(PASTED))('pasted with %s is jane@example.com', (_, texts) => {
    for (const pasted of texts) expect(accepted(emailAddress(), pasted), pasted).toBe('jane@example.com');
  });

  test.each(['\u2010', '\u2011', '\u2012', '\u2013', '\u2014', '\u2015', '\ufe63', '\uff0d'])(
    'gets a plain hyphen for %j',
    (hyphen) => expect(accepted(emailAddress(), `ja${hyphen}ne@exam${hyphen}ple.com`)).toBe('ja-ne@exam-ple.com'),
  );

  test('is parsed quickly among many separators', () => {
    for (const part of [',', '.', ', ', '<', 'a.', 'mailto:', '\u200b', '-'])
      expect(accepted(emailAddress(), `${part.repeat(100_000)}x`), part).toBeUndefined();
  });

  test.each([
    ['jane@exämple.com', 'xn--exmple-cua.com'],
    ['Jane <jane@mail.exämple.com>,', 'mail.xn--exmple-cua.com'],
    ['jane@xn--exmple-cua.com', 'xn--exmple-cua.com'],
    ['jane@exam\u2011ple.com', undefined],
    ['jane@example.com', undefined],
    ['xn--jane@example.com', undefined],
    ['jane@', undefined],
    ['', undefined],
  ])('%j has the non-ASCII domain %j', (address, domain) => expect(foreignDomain(address)).toBe(domain));

  test.each([
    ['a@é.com。', 'a@xn--9ca.com'],
    ['\u212aim@example.com', 'kim@example.com'],
    ['ann@\u212aing.example', 'ann@king.example'],
    ['ann@bücher.example', 'ann@xn--bcher-kva.example'],
    ['ann@BÜCHER.example', 'ann@xn--bcher-kva.example'],
    ['ann@bu\u0308cher.example', 'ann@xn--bcher-kva.example'],
    ["o'neil+tag_1@example.co.uk", "o'neil+tag_1@example.co.uk"],
  ])('%s is normalised to %s', (email, kept) => expect(accepted(accountEmail(), email)).toBe(kept));

  test('keeps its capitals for display', () =>
    expect(accepted(emailAddress(), ' Ann@Example.com ')).toBe('Ann@Example.com'));

  test('is rejected with a message that explains the reason', () => {
    const why = (email: string) => safeParse(emailAddress(), email).error?.issues.map(({ message }) => message);
    expect(why('zoë@example.com')).toEqual(['Use only letters from a to z, digits and symbols before the @']);
    for (const email of ['zoë', 'ann@exa mple.com', 'ann', '\u200b'])
      expect(why(email)).toEqual(['Valid email is required']);
  });
});

describe('a person’s name', () => {
  test.each([
    [' Ann Lee ', 'Ann Lee'],
    ['Alex\u200b Mor\u200dgan\u2060\ufeff', 'Alex Morgan'],
    ['\u202eAlex\u2066 Morgan\u2069\u061c', 'Alex Morgan'],
    ['Al\u00adex\u034f Mor\u180egan', 'Alex Morgan'],
    ['Alex\r\nMorgan\tLee', 'Alex Morgan Lee'],
    ['Alex\u2028Morgan', 'Alex Morgan'],
    ['Zoe\u0308 O’Neil-\u0141ukasz', 'Zoë O’Neil-Łukasz'],
    ['李小龍', '李小龍'],
    [' Una  \u00a0Double ', 'Una Double'],
    ['王\u3000小明', '王 小明'],
    ['Ann\u2800Lee\u2800', 'Ann Lee'],
    ['Ann \u200b Lee', 'Ann Lee'],
    ['A\u200dnn\ufe0f', 'Ann'],
    ['\u200d\u0639\u0644\u06cc\u200c', '\u0639\u0644\u06cc'],
    ['\u0639\u0644\u06cc\u200c\u200c\u0631\u0636\u0627', '\u0639\u0644\u06cc\u200c\u0631\u0636\u0627'],
    ['\u{1f469}\u200d', '\u{1f469}'],
    ['\u{1f469}\u200c\u2695', '\u{1f469}\u2695'],
    ['x'.repeat(200), 'x'.repeat(200)],
  ])('%j is stored as %j', (given, kept) => expect(accepted(personName(), given)).toBe(kept));

  test.each(['', '  ', '\u200b', '\u2800', 'Ann\u0000', '\n\t\u202e\u3164', 'x'.repeat(201), 'a\ud800', 5])(
    'is rejected: %j',
    (given) => expect(accepted(personName(), given)).toBeUndefined(),
  );

  test.each([
    ['Sinhala', '\u0dc1\u0dca\u200d\u0dbb\u0dd3'],
    ['Persian', '\u0639\u0644\u06cc\u200c\u0631\u0636\u0627'],
    ['Bengali', '\u09b0\u200d\u09cd\u09af\u09be'],
    ['Malayalam, at the end', '\u0d28\u0d4d\u200d'],
    ['Devanagari', '\u0932\u0915\u094d\u0937\u094d\u200d\u092e\u0940'],
    ['Khmer', '\u1780\u17d2\u200c\u1780'],
    ['an emoji', 'Dr \u{1f469}\u200d\u2695\ufe0f Jones'],
    ['an emoji with a skin tone', '\u{1f468}\u{1f3fd}\u200d\u{1f4bb}'],
    ['a flag', '\u{1f3f3}\ufe0f\u200d\u{1f308}'],
  ])('keeps the joiners of %s', (_, name) => expect(accepted(personName(), name)).toBe(name));

  test('has plain single spaces, and is not changed by a second clean-up', () => {
    const name = personName();
    const characters = Array.from({ length: 0x3001 }, (_, code) => String.fromCharCode(code)).slice(1);
    const kept = characters.map((character) => [character, accepted(name, `A${character} B`)] as const);
    expect(kept.filter(([, once]) => accepted(name, once) !== once)).toEqual([]);
    const spaces = kept.filter(([character]) => /[\p{White_Space}\u2800]/u.test(character));
    expect(spaces.map(([, once]) => once)).toEqual(spaces.map(() => 'A B'));
  });

  test('without visible characters is rejected as missing', () =>
    expect(safeParse(personName(), '\u200b').error?.issues[0]?.message).toBe('Name is required'));
});

describe('a password', () => {
  test('keeps its leading and trailing spaces', () => expect(accepted(newPassword(8), '  secret ')).toBe('  secret '));
  test.each(['1234567', 'é'.repeat(37), 'x'.repeat(73), 'x'.repeat(10_000)])('is rejected: %j', (password) =>
    expect(accepted(newPassword(8), password)).toBeUndefined(),
  );
  test('is accepted with 72 bytes', () => expect(accepted(newPassword(8), 'é'.repeat(36))).toBe('é'.repeat(36)));
});

describe('a date', () => {
  beforeEach(() => setNow(new Date('2026-12-31T23:59:00Z')));
  afterAll(() => setNow(START));
  const RANGE = 'Choose a date between 2000 and 2036';
  const outcome = (schema: Parameters<typeof safeParse>[0], input: unknown) => {
    const result = safeParse(schema, input);
    return result.success ? result.data : result.error.issues.map(({ message }) => message).join();
  };

  test.each([
    ['2026-02-28', '2026-02-28'],
    ['2028-02-29', '2028-02-29'],
    ['2000-01-01', '2000-01-01'],
    ['2036-12-31', '2036-12-31'],
    [' 2026-02-28 ', '2026-02-28'],
    ['2026-03-01T10:00:00+01:00', '2026-03-01'],
    ['2026-06-30T23:30:00Z', '2026-07-01'],
    ['2026-12-31T23:59:59.999Z', '2026-12-31'],
    ['2026-07-01T00:30+05:00', '2026-06-30'],
    ['1999-12-31T22:30:00-05:00', '2000-01-01'],
    ['', null],
    [null, null],
    ['1999-12-31', RANGE],
    ['2037-01-01', RANGE],
    ['2036-12-31T23:30:00-05:00', RANGE],
    ['0026-12-25', RANGE],
    ['0000-01-01', RANGE],
    ['1226-02-05', RANGE],
    ['9999-12-31', RANGE],
    ['0026-11-25T10:00:00Z', RANGE],
    ['20266-12-25', 'Must be a date'],
    ['26-12-25', 'Must be a date'],
    ['2026-02-30', 'Must be a date'],
    ['2026-02-29', 'Must be a date'],
    ['2026-02-30T10:00:00Z', 'Must be a date'],
    ['2026-02-28T25:00:00Z', 'Must be a date'],
    ['2026-02-28T10:00:00', 'Must be a date'],
    ['2026-13-01', 'Must be a date'],
    ['+002026-12-25', 'Must be a date'],
    ['tomorrow', 'Must be a date'],
    [20261225, 'Must be a date'],
  ])('as due date %j becomes %j', (given, kept) => expect(outcome(dueDate, given)).toBe(kept));

  test.each([
    ['2036-12-31', '2036-12-31'],
    ['2037-01-01', RANGE],
    ['1999-12-31', RANGE],
    ['2026-02-30', 'Must be a date'],
    ['2026-03-01T10:00:00Z', 'Must be a date'],
    ['', 'Must be a date'],
    [null, 'Must be a date'],
  ])('as day %j becomes %j', (given, kept) => expect(outcome(day, given)).toBe(kept));

  test('may be one year later after each 1 January', () => {
    setNow(new Date('2027-01-01T00:00:00Z'));
    expect(outcome(dueDate, '2037-12-31')).toBe('2037-12-31');
    expect(outcome(dueDate, '2038-01-01')).toBe('Choose a date between 2000 and 2037');
  });
});

test.each([' P 1 ', 'a\nb', '\ud800', ' '])('trims or rejects a required line: %j', (line) => {
  expect(accepted(requiredLine(200, 'Plan number is required'), line)).toBe(line === ' P 1 ' ? 'P 1' : undefined);
});
