import { beforeEach, describe, expect, test } from 'vitest';
import { query } from '#functions/aws/table.ts';
import { type AdviserItem, adviserKey } from '#functions/domain/accounts/account.ts';
import { passwordFits } from '#functions/domain/accounts/passwords.ts';
import { OWN_GUESSES } from '#functions/services/limits.ts';
import { auditLog, login, me, withCookie } from '../../support/acts.ts';
import type { Caller } from '../../support/api.ts';
import { changeStored, stored } from '../../support/aws.ts';
import { newAdviser, PASSWORD, type Person, signIn } from '../../support/builders.ts';
import { atOnce } from '../../support/faults/interleaved.ts';
import { killAtEveryCall } from '../../support/faults/killed.ts';
import { calling } from '../../support/handlers.ts';
import { halfSessionOf } from '../../support/people/entry.ts';

const NEW = 'a password of my own';
const PARALLEL = 100;

let ann: Person;
beforeEach(async () => {
  ann = await newAdviser();
});

const change = (caller: Caller, body: object = {}) =>
  caller.call('POST /api/account/password', { body: { current: PASSWORD, new: NEW, ...body } });
const changing = (caller: { cookie?: string | undefined }, body: object = {}) =>
  calling(caller, 'POST /api/account/password', { body: { current: PASSWORD, new: NEW, ...body } });
const enters = async (password: string, { email } = ann) => (await login(email, password)).status;
const account = async ({ id } = ann) => (await stored<AdviserItem>(adviserKey(id))) as AdviserItem;
const actions = async () => (await auditLog({ actor: ann.id })).map(({ action }) => action);
async function guessed(caller: Caller, times: number): Promise<void> {
  for (let i = 0; i < times; i += 1) expect((await change(caller, { current: 'wrong guess' })).status).toBe(400);
}

describe('changing one’s own password', () => {
  test('keeps this session with a new cookie, and ends all others and copies of the old cookie', async () => {
    const [other, copy] = [await signIn(ann.email, PASSWORD), withCookie(ann.cookie)];
    const { status, headers } = await change(ann);
    expect(status).toBe(204);
    expect(headers.getSetCookie()).toEqual([expect.stringMatching(/^session=[\w.-]+; Path=\/; Max-Age=43\d{3}; /)]);
    expect(await Promise.all([ann, other, copy].map(me))).toEqual([200, 401, 401]);
    expect([await enters(PASSWORD), await enters(NEW)]).toEqual([401, 200]);
    expect(await actions()).toEqual(['signed-in', 'password-changed', 'signed-in']);
  });

  test('cancels a mailed reset link and an admin’s request for a change', async () => {
    await changeStored(adviserKey(ann.id), { reset: { hash: 'x', expiresAt: '9' }, mustChangePassword: true });
    expect((await change(ann)).status).toBe(204);
    const { reset, mustChangePassword } = await account();
    expect([reset, mustChangePassword]).toEqual([undefined, undefined]);
  });

  test.each([
    [{ new: PASSWORD }, 'new', 'Choose a different password from your current one'],
    [{ new: 'short' }, 'new', 'Password must be at least 8 characters'],
    [{ new: 'x'.repeat(73) }, 'new', 'This password is too long. Please choose a shorter one.'],
    [{ current: 'wrong guess' }, 'current', 'This is not your password'],
    [{ current: '' }, 'current', 'Password is required'],
  ])('rejects %j at the field %s', async (body, field, message) => {
    const answer = await change(ann, body);
    expect([answer.status, answer.body.fields]).toEqual([400, { [field]: message }]);
    expect(await me(ann)).toBe(200);
    expect((await account()).sessionVersion).toBe(1);
  });

  test('accepts five wrong guesses of the current one in 15 minutes, even if they are concurrent', async () => {
    const guess = changing(ann, { current: 'wrong guess' });
    const statuses = (await Promise.all(Array.from({ length: PARALLEL }, guess))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 400)).toHaveLength(OWN_GUESSES.max);
    expect(statuses.filter((status) => status === 429)).toHaveLength(PARALLEL - OWN_GUESSES.max);
    const right = await change(ann);
    expect([right.status, Number(right.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect(await enters(PASSWORD)).toBe(200);
  });

  test('resets the count of wrong guesses after a right one', async () => {
    await guessed(ann, OWN_GUESSES.max - 1);
    expect((await change(ann)).status).toBe(204);
    await guessed(ann, OWN_GUESSES.max - 1);
    expect((await change(ann, { current: NEW, new: PASSWORD })).status).toBe(204);
  });

  test('is atomic and can be retried after a crash at any step', async () => {
    await killAtEveryCall(
      newAdviser,
      (person) => changing(person),
      async (person) => {
        // If the lost transaction was committed, this session is one of the ended ones.
        const { passwordHash, sessionVersion } = await account(person);
        const isChanged = await passwordFits(NEW, passwordHash);
        expect(sessionVersion).toBe(isChanged ? 2 : 1);
        expect(await me(person)).toBe(isChanged ? 401 : 200);
        if (!isChanged) expect((await changing(person)()).status).toBe(204);
        expect(await enters(NEW, person)).toBe(200);
      },
    );
  });

  test('twice concurrently succeeds once and leaves no other session', async () => {
    await atOnce(
      async () => {
        const person = await newAdviser();
        return { person, second: await signIn(person.email, PASSWORD) };
      },
      ({ person }) => changing(person, { new: 'the first of two' }),
      ({ second }) => changing(second, { new: 'the second of two' }),
      async ({ person, second }, [one, two]) => {
        const statuses = [one.status, two.status];
        expect(statuses.toSorted()[0]).toBe(204);
        expect([400, 401]).toContain(statuses.toSorted()[1]);
        const winner = one.status === 204 ? 'the first of two' : 'the second of two';
        expect(await passwordFits(winner, (await account(person)).passwordHash)).toBe(true);
        expect(await Promise.all([person, second].map(me))).toEqual([401, 401]);
      },
    );
  });
});

describe('a sign-in that requires a new password', () => {
  const half = async () => withCookie(await halfSessionOf(ann.id, 'change-password'));

  test('is completed by choosing one, and the half-session is consumed', async () => {
    const caller = await half();
    const again = withCookie(caller.cookie);
    const { status, headers } = await change(caller);
    expect(status).toBe(204);
    const names = headers.getSetCookie().map((line) => line.slice(0, line.indexOf('=')));
    expect(names).toEqual(['session', 'device', 'half-session']);
    expect(await me(caller)).toBe(200);
    expect(await me(ann)).toBe(401);
    expect((await change(again, { current: NEW, new: PASSWORD })).status).toBe(401);
    expect(await query(adviserKey(ann.id).pk, 'HALF#')).toEqual([]);
    expect((await actions()).toSorted()).toEqual(['password-changed', 'signed-in']);
  });

  test('accepts five guesses of the password that was set', async () => {
    const caller = await half();
    await guessed(caller, OWN_GUESSES.max);
    expect((await change(caller)).status).toBe(429);
  });

  test('can be retried or started again after a crash at any step', async () => {
    await killAtEveryCall(
      async () => {
        const person = await newAdviser();
        return { person, caller: withCookie(await halfSessionOf(person.id, 'change-password')) };
      },
      ({ caller }) => changing(caller),
      async ({ person, caller }) => {
        const isChanged = await passwordFits(NEW, (await account(person)).passwordHash);
        expect((await changing(caller)()).status).toBe(isChanged ? 401 : 204);
        expect(await enters(NEW, person)).toBe(200);
      },
    );
  });
});

describe('re-authentication by password', () => {
  const confirm = (caller: Caller, password: string) =>
    caller.call('POST /api/account/confirm', { body: { password } });
  const provedAt = async () => (await query(adviserKey(ann.id).pk, 'SESSION#')).flatMap((item) => item.provedAt ?? []);

  test('is stored on the session only for the right password', async () => {
    expect(await provedAt()).toEqual([]);
    const wrong = await confirm(ann, 'wrong guess');
    expect([wrong.status, wrong.body.fields]).toEqual([400, { password: 'This is not your password' }]);
    expect(await provedAt()).toEqual([]);
    expect((await confirm(ann, PASSWORD)).status).toBe(204);
    expect(await provedAt()).toEqual([expect.any(String)]);
  });

  test('shares its five guesses with password changes', async () => {
    for (let i = 1; i < OWN_GUESSES.max; i += 1) await confirm(ann, 'wrong guess');
    await guessed(ann, 1);
    expect((await confirm(ann, PASSWORD)).status).toBe(429);
  });
});
