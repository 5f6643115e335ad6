import { createHash } from 'node:crypto';
import { dictionary } from '@zxcvbn-ts/language-common';
import { describe, expect, test } from 'vitest';
import { filterOf, mayHold } from '#functions/domain/accounts/bloom-filter.ts';
import filter from '#functions/domain/accounts/common-password-filter.ts';
import { isCommon } from '#functions/domain/accounts/password-rule.ts';

const LIST = dictionary['passwords-common'];
/** Returns a random-looking text that is always the same for a number. */
const madeUp = (n: number) => createHash('sha256').update(`made up ${n}`).digest('base64url').slice(0, 12);

describe('the filter of common passwords', () => {
  test('contains every password of the list', () => {
    expect(LIST.length).toBeGreaterThan(40_000);
    expect(LIST.filter((password) => !mayHold(filter, password))).toEqual([]);
  });

  test('has at most 8 false positives in 20 000', () => {
    const seeming = Array.from({ length: 20_000 }, (_, n) => madeUp(n)).filter((text) => mayHold(filter, text));
    expect(seeming.length).toBeLessThanOrEqual(8);
  });

  test('is 115 KB, and is reproducible from the list', () => {
    expect(Math.round(filter.length / 1024)).toBe(115);
    expect(Buffer.from(filterOf(LIST)).equals(filter)).toBe(true);
  });

  test.each([
    ['password123', true],
    ['PassWord123', true],
    ['iloveyou', true],
    ['demo-password', false],
    ['correct horse battery', false],
  ])('classifies the password %s as common: %s', async (password, common) => {
    expect(await isCommon(password)).toBe(common);
  });
});
