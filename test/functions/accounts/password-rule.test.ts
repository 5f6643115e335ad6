import { describe, expect, test } from 'vitest';
import { checkNewPassword } from '#functions/domain/accounts/password-rule.ts';
import { STAFF_DEFAULTS } from '#shared/contract/settings.ts';

const REFUSED = 'This password is on a list of commonly used ones. Please choose another.';
const FIRM = { name: 'Harbour Financial Planning', phone: null, hours: null, closedDays: [] };
const refusing = { staff: { ...STAFF_DEFAULTS, refuseCommonPasswords: true }, firm: FIRM };
const PERSON = { name: 'Zoë Al-Rashid', email: 'z.alrashid92@firm.example' };

const check = (password: string, person = PERSON, settings = refusing) =>
  checkNewPassword('newPassword', password, person, settings).then(
    () => 'taken',
    ({ status, fields }) => [status, fields],
  );

describe('where common passwords are refused', () => {
  test.each([
    ['password123', 'is common'],
    ['PASSWORD123', 'is common, in another case'],
    ['my Rashid 4!x9', 'holds a part of the name'],
    ['xRASHIDx-4471', 'holds it in another case'],
    ['zoealrashid-77', 'holds what stands before the @'],
    ['zoë alrashid 77', 'holds the name, written otherwise'],
    ['the harbour at 6', 'holds a word of the firm’s name'],
    ['Harbourfinancialplanning', 'is the firm’s name'],
  ])('“%s” %s, and is refused at its field', async (password) => {
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
  ])('“%s” is a common one in disguise, and is refused', async (password) =>
    expect(await check(password)).toEqual([400, { newPassword: REFUSED }]),
  );

  test.each(['        ', 'aaaaaaaaaa', 'aaaaaaab', 'abababab', '12121212', 'abcabcab', 'abcdefgh1', 'Zyxwvuts!'])(
    '“%s” is a run, and is refused',
    async (password) => {
      const message = 'This password is too easy to guess. Please choose another.';
      expect(await check(password)).toEqual([400, { newPassword: message }]);
    },
  );

  test('a password of fewer than eight characters is refused', async () => {
    const message = 'Password must be at least 8 characters';
    expect(await check('6-m4tes')).toEqual([400, { newPassword: message }]);
  });

  test.each([
    ['correct horse battery', 'is nobody’s'],
    ['correcthorse2026', 'is no common word before its figures'],
    ['zoe had 3 cats and a lamb', 'holds a part of three letters'],
    ['rashi4d on the hill 9', 'holds no part as a whole'],
    ['firm.example 88 tea', 'holds what stands after the @'],
    ['demo-password', 'is not on the list'],
    ['hush hush little baby', 'repeats a word among others'],
    ['winter-boots-winter', 'has another word between'],
    ['Grün7Ofen4Hase', 'has accents'],
    ['mississippi-4711-x', 'has letters of which many are alike'],
  ])('“%s” %s, and is taken', async (password) => {
    expect(await check(password)).toBe('taken');
  });

  test.each([
    [{ name: 'Bo Li', email: 'b@firm.example' }, 'we like Bo and tea', 'taken'],
    [{ name: 'Bo Li', email: 'b@firm.example' }, 'we like Bo Li 44', [400, { newPassword: REFUSED }]],
    [{ name: 'Ann Lee', email: 'al@firm.example' }, 'annlee-2024-x', [400, { newPassword: REFUSED }]],
    [{ name: '李小龍', email: 'a@firm.example' }, 'a dragon 李小龍 flies', 'taken'],
    [{ name: 'Ⓗenrietta', email: 'a@firm.example' }, 'henrietta 44 x', [400, { newPassword: REFUSED }]],
    [{ name: '--', email: '1234@firm.example' }, '1234 and the rest', 'taken'],
  ])('for %j the password “%s” is %j', async (person, password, expected) => {
    expect(await check(password, person)).toEqual(expected);
  });
});

test('a firm that does not refuse common passwords takes any password', async () => {
  const settings = { staff: STAFF_DEFAULTS, firm: FIRM };
  for (const password of ['password123', 'rashid', 'harbour1', 'aaaaaa', 'Passw0rd!'])
    expect(await check(password, PERSON, settings)).toBe('taken');
});
