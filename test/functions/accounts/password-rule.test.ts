import { describe, expect, test } from 'vitest';
import { checkNewPassword } from '#functions/domain/accounts/password-rule.ts';
import { DEFAULTS } from '#shared/settings.ts';

const REFUSED = 'This password is too common. Please choose another.';
const FIRM = { name: 'Harbour Financial Planning', phone: null, hours: null, closedDays: [] };
const refusing = { staff: { ...DEFAULTS.staff, refuseCommonPasswords: true }, firm: FIRM };
const PERSON = { name: 'Zoë Al-Rashid', email: 'z.alrashid92@firm.example' };

const check = (password: string, person = PERSON, settings = refusing) =>
  checkNewPassword('newPassword', password, person, settings).then(
    () => 'taken',
    ({ status, fields }) => [status, fields],
  );

describe('the rule against common passwords', () => {
  test.each([
    ['password123', 'is common'],
    ['PASSWORD123', 'is common in lower case'],
    ['my Rashid 4!x9', 'contains a part of the name'],
    ['xRASHIDx-4471', 'contains a part of the name in capitals'],
    ['zoealrashid-77', 'contains the part of the address before the @'],
    ['zoë alrashid 77', 'contains the name in another spelling'],
    ['the harbour at 6', 'contains a word of the firm’s name'],
    ['Harbourfinancialplanning', 'is the firm’s name'],
  ])('rejects “%s” at its field: it %s', async (password) => {
    expect(await check(password)).toEqual([400, { newPassword: REFUSED }]);
  });

  test.each([
    'Passw0rd!',
    'P@ssw0rd1',
    'Summer2026!',
    'Welcome123',
    'onboarding1',
    'Password!Password!',
    'qwerty12qwerty12',
    'Summer-2026-Summer',
    'ＰＡＳＳＷＯＲＤ１',
    'pässwörd',
    '2026-summer',
  ])('rejects “%s” as a disguised common password', async (password) =>
    expect(await check(password)).toEqual([400, { newPassword: REFUSED }]),
  );

  test.each(['        ', 'aaaaaaaaaa', 'aaaaaaab', 'abababab', '12121212', 'abcabcab', 'abcdefgh1', 'Zyxwvuts!'])(
    'rejects “%s” as a run or repetition',
    async (password) => {
      const message = 'This password is too easy to guess. Please choose another.';
      expect(await check(password)).toEqual([400, { newPassword: message }]);
    },
  );

  test('rejects a password of fewer than eight characters', async () => {
    const message = 'Password must be at least 8 characters';
    expect(await check('6-m4tes')).toEqual([400, { newPassword: message }]);
  });

  test.each([
    ['correct horse battery', 'is not common'],
    ['correcthorse2026', 'has an uncommon word before its digits'],
    ['zoe had 3 cats and a lamb', 'contains only three letters of a part'],
    ['rashi4d on the hill 9', 'contains no complete part'],
    ['firm.example 88 tea', 'contains only the domain of the address'],
    ['demo-password', 'is not on the list'],
    ['hush hush little baby', 'repeats a word among other words'],
    ['winter-boots-winter', 'has another word between the repetitions'],
    ['Grün7Ofen4Hase', 'has accents'],
    ['mississippi-4711-x', 'repeats many letters'],
  ])('accepts “%s”: it %s', async (password) => {
    expect(await check(password)).toBe('taken');
  });

  test.each([
    [{ name: 'Bo Li', email: 'b@firm.example' }, 'we like Bo and tea', 'taken'],
    [{ name: 'Bo Li', email: 'b@firm.example' }, 'we like Bo Li 44', [400, { newPassword: REFUSED }]],
    [{ name: 'Ann Lee', email: 'al@firm.example' }, 'annlee-2024-x', [400, { newPassword: REFUSED }]],
    [{ name: '李小龍', email: 'a@firm.example' }, 'a dragon 李小龍 flies', 'taken'],
    [{ name: 'Ⓗenrietta', email: 'a@firm.example' }, 'henrietta 44 x', [400, { newPassword: REFUSED }]],
    [{ name: '--', email: '1234@firm.example' }, '1234 and the rest', 'taken'],
  ])('checks against the person %j the password “%s”: %j', async (person, password, expected) => {
    expect(await check(password, person)).toEqual(expected);
  });
});

test('any password is accepted if the firm allows common passwords', async () => {
  const settings = { staff: DEFAULTS.staff, firm: FIRM };
  for (const password of ['password123', 'rashid', 'harbour1', 'aaaaaa', 'Passw0rd!'])
    expect(await check(password, PERSON, settings)).toBe('taken');
});
