import bcrypt from 'bcryptjs';
import { expect, test, vi } from 'vitest';
import { hashPassword, passwordFits } from '#functions/domain/accounts/passwords.ts';
import { PASSWORD } from '../../support/builders.ts';

test('hashes a password with a cost of 10', async () => {
  const hash = await hashPassword(PASSWORD);
  expect(bcrypt.getRounds(hash)).toBe(10);
  expect([await passwordFits(PASSWORD, hash), await passwordFits('another', hash)]).toEqual([true, false]);
});

test('compares with a hash of cost 10 if there is no account', async () => {
  const compare = vi.spyOn(bcrypt, 'compare');
  expect(await passwordFits(PASSWORD, undefined)).toBe(false);
  expect(compare.mock.calls.map(([, hash]) => bcrypt.getRounds(hash))).toEqual([10]);
  compare.mockRestore();
});
