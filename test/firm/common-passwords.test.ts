import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { adviserKey } from '#functions/domain/accounts/account.ts';
import { newMailedToken } from '#functions/domain/accounts/mailed-link.ts';
import { admin as command } from '#infra/ops/admin.ts';
import { RESET_LINK } from '#shared/rules/lifetimes.ts';
import {
  changeAccount,
  me,
  register as registerAs,
  resetPassword,
  saveSettings,
  login as signIn,
} from '../support/acts.ts';
import { Caller } from '../support/api.ts';
import { changeStored } from '../support/aws.ts';
import { demoAdmin, newAdmin, newAdviser } from '../support/builders.ts';
import { printed } from '../support/operator.ts';

const REFUSED = 'This password is too common. Please choose another.';
const GOOD = 'nine green lanterns';

const save = async (sections: object) => expect((await saveSettings(admin, sections)).status).toBe(200);
const admin = await demoAdmin();
await save({ staff: { refuseCommonPasswords: true } });
await save({ firm: { name: 'Kingfisher Wealth' } });

const newEmail = () => `${randomUUID().slice(0, 8)}@people.example`;
const register = (password: string, { email = newEmail(), caller = new Caller() } = {}) =>
  registerAs({ name: 'Rosalind Vane', email, password }, caller);
const login = async (email: string, password: string) => (await signIn(email, password)).status;
const refusalOf = ({ status, body }: { status: number; body: { fields?: object } }) => [status, body.fields];

describe('a firm that refuses common passwords', () => {
  test('refuses them at registration, as well as the person’s name and address and the firm’s name', async () => {
    const email = `marguerite.${newEmail()}`;
    for (const password of ['Password123', 'so says rosalind', 'the kingfisher 7', 'marguerite-81'])
      for (const caller of [new Caller(), admin])
        expect(refusalOf(await register(password, { email, caller }))).toEqual([400, { password: REFUSED }]);
    expect((await register(GOOD, { email })).status).toBe(201);
  });

  test('refuses them at a reset, whose token stays valid', async () => {
    const person = await newAdviser();
    const { token, kept } = newMailedToken(person.id, new Date(), RESET_LINK);
    await changeStored(adviserKey(person.id), { reset: kept });
    expect(refusalOf(await resetPassword(token, 'password123'))).toEqual([400, { newPassword: REFUSED }]);
    expect(await me(person)).toBe(200);
    expect([(await resetPassword(token, GOOD)).status, await login(person.email, GOOD)]).toEqual([200, 200]);
  });

  test('refuses them from an admin too, including the name set in the same change', async () => {
    const person = await newAdviser();
    const change = (body: object) => changeAccount(admin, person.id, body);
    const tooShort = { password: 'Password must be at least 8 characters' };
    expect(refusalOf(await change({ password: 'sixsix' }))).toEqual([400, tooShort]);
    expect(refusalOf(await change({ password: '12345678' }))).toEqual([400, { password: REFUSED }]);
    const renamed = { name: 'Philippa Stone', password: 'philippa 44' };
    expect(refusalOf(await change(renamed))).toEqual([400, { password: REFUSED }]);
    expect((await change({ name: 'Philippa Stone', password: '' })).status).toBe(200);
    expect([(await change({ password: GOOD })).status, await login(person.email, GOOD)]).toEqual([200, 200]);
  });

  test('refuses them at the command line', async () => {
    const email = newEmail();
    const run = (args: string[], password: string) => printed(() => command(args, async () => password));
    const create = ['create', '--email', email, '--name', 'Rosalind Vane'];
    expect(await run(create, 'password123')).toMatchObject({ code: 1, out: '', err: `${REFUSED}\n` });
    expect((await run(create, GOOD)).code).toBe(0);
    const boss = await newAdmin();
    const reset = ['reset-password', '--email', boss.email];
    expect(await run(reset, 'the kingfisher 7')).toMatchObject({ code: 1, err: `${REFUSED}\n` });
    expect(await me(boss)).toBe(200);
    expect((await run(reset, GOOD)).code).toBe(0);
  });
});

test('a firm that allows common passwords accepts them', async () => {
  await save({ staff: { refuseCommonPasswords: false } });
  const email = newEmail();
  expect([(await register('password123', { email })).status, await login(email, 'password123')]).toEqual([201, 200]);
  await save({ staff: { refuseCommonPasswords: true } });
});
