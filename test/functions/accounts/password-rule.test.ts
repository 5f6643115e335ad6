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

describe('if common passwords are refused', () => {
  test.each([
    ['is common', 'is common'],
    ['is common in lower case', 'is common, in another case'],
    ['contains a part of the name', 'holds a part of the name'],
    ['contains a part of the name in capitals', 'holds it in another case'],
    ['contains the part of the address before the @', 'holds what stands before the @'],
    ['contains the name in another spelling', 'holds the name, written otherwise'],
    ['contains a word of the firm’s name', 'holds a word of the firm’s name'],
    ['Harbourfinancialplanning', 'is the firm’s name'],
  ])('“%s” is rejected at its field because it %s', async (password) => {
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
  ])('“%s” is rejected as a disguised common password', async (password) =>
    expect(await check(password)).toEqual([400, { newPassword: REFUSED }]),
  );

  test.each(['        ', 'aaaaaaaaaa', 'aaaaaaab', 'abababab', '12121212', 'abcabcab', 'abcdefgh1', 'Zyxwvuts!'])(
    '“%s” is rejected as a run or repetition',
    async (password) => {
      const message = 'This password is too easy to guess. Please choose another.';
      expect(await check(password)).toEqual([400, { newPassword: message }]);
    },
  );

  test('a password of fewer than eight characters is rejected', async () => {
    const message = 'Password must be at least 8 characters';
    expect(await check('6-m4tes')).toEqual([400, { newPassword: message }]);
  });

  test.each([
    ['is not common', 'is nobody’s'],
    ['has an uncommon word before its digits', 'is no common word before its figures'],
    ['contains only three letters of a part', 'holds a part of three letters'],
    ['contains no complete part', 'holds no part as a whole'],
    ['contains only the domain of the address', 'holds what stands after the @'],
    ['demo-password', 'is not on the list'],
    ['repeats a word among other words', 'repeats a word among others'],
    ['has another word between the repetitions', 'has another word between'],
    ['Grün7Ofen4Hase', 'has accents'],
    ['repeats many letters', 'has letters of which many are alike'],
  ])('“%s” is accepted because it %s', async (password) => {
    expect(await check(password)).toBe('taken');
  });

  test.each([
    [{ name: 'Bo Li', email: 'b@firm.example' }, 'we like Bo and tea', 'taken'],
    [{ name: 'Bo Li', email: 'b@firm.example' }, 'we like Bo Li 44', [400, { newPassword: REFUSED }]],
    [{ name: 'Ann Lee', email: 'al@firm.example' }, 'annlee-2024-x', [400, { newPassword: REFUSED }]],
    [{ name: '李小龍', email: 'a@firm.example' }, 'a dragon 李小龍 flies', 'taken'],
    [{ name: 'Ⓗenrietta', email: 'a@firm.example' }, 'henrietta 44 x', [400, { newPassword: REFUSED }]],
    [{ name: '--', email: '1234@firm.example' }, '1234 and the rest', 'taken'],
  ])('a person %j gets for the password “%s” the result %j', async (person, password, expected) => {
    expect(await check(password, person)).toEqual(expected);
  });
});

test('any password is accepted if the firm does not refuse common passwords', async () => {
  const settings = { staff: STAFF_DEFAULTS, firm: FIRM };
  for (const password of ['password123', 'rashid', 'harbour1', 'aaaaaa', 'Passw0rd!'])
    expect(await check(password, PERSON, settings)).toBe('taken');
});
