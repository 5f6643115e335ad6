import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { query } from '#functions/aws/table.ts';
import { type AdviserItem, adviserKey } from '#functions/domain/accounts/account.ts';
import { factorKey, RECOVERY, TOTP } from '#functions/domain/accounts/factors/factors.ts';
import { codeCounters, codeGuessesKey } from '#functions/domain/accounts/factors/guesses.ts';
import * as KEYS from '#functions/services/keys/item-kinds.ts';
import { adviserPartition } from '#functions/services/keys/keys.ts';
import { CODES_IN_A_ROW } from '#functions/services/limits.ts';
import { takeGuessInARow } from '#functions/services/rate-limit.ts';
import { unlock } from '#infra/ops/access.ts';
import { doneBy, login, me, saveSettings, withCookie } from '../../support/acts.ts';
import { Caller } from '../../support/api.ts';
import { changeStored, stored } from '../../support/aws.ts';
import { demoAdmin, newAdmin, newAdviser, type Person } from '../../support/builders.ts';
import { type Act, atOnce } from '../../support/faults/interleaved.ts';
import { calling } from '../../support/handlers.ts';
import { SOON } from '../../support/inbox.ts';
import { halfSessionOf } from '../../support/people/entry.ts';
import { appFor, codeOf, passkeyFor, recoveryFor, wrongCodeOf } from '../../support/people/factors.ts';

let ann: Person;
beforeEach(async () => {
  ann = await newAdviser();
});

/** Returns a caller with a half-session, as after a right password. */
const halfway = async (person = ann) => withCookie(await halfSessionOf(person.id, 'second-factor'));
const finish = (caller: Caller, body: object) => caller.call('POST /api/auth/second-factor', { body });
const finishing = ({ cookie }: Caller, body: object) => calling({ cookie }, 'POST /api/auth/second-factor', { body })();
const statusOf = async (body: object) => (await finish(await halfway(), body)).status;
const begin = async () => (await ann.call('POST /api/account/totp')).body as { secret: string; url: string };
const confirm = async (secret: string) =>
  (await ann.call('POST /api/account/totp/confirm', { body: { code: codeOf(secret) } })).status;
const removeApp = async () => (await ann.call('DELETE /api/account/totp')).status;
const accountOf = async (person = ann) => (await person.call('GET /api/account')).body;
const entersByPassword = async () => expect((await login(ann.email)).body).toMatchObject({ id: ann.id });

describe('an authenticator app', () => {
  test('is set up with one of its codes, and is required after the password from then on', async () => {
    const { secret, url } = await begin();
    expect(url).toContain(secret);
    await entersByPassword();
    const code = codeOf(secret);
    expect(await confirm(secret)).toBe(204);
    expect(await accountOf()).toMatchObject({ totp: true, passkeys: [], recoveryCodes: 0 });
    const caller = new Caller();
    expect((await login(ann.email, undefined, caller)).body).toEqual({
      next: 'second-factor',
      methods: ['totp', 'recovery'],
    });
    expect(await me(caller)).toBe(401);
    // This code set up the app, so it is used.
    expect((await finish(caller, { code })).status).toBe(401);
    expect(await finish(caller, { code: codeOf(secret, 1) })).toMatchObject({
      status: 200,
      body: { email: ann.email },
    });
    expect((await caller.call('GET /api/auth/me')).body.id).toBe(ann.id);
    expect(await doneBy(ann)).toContain('Set up an authenticator app for signing in');
  });

  test('exposes its secret only in the first response, and not in the table', async () => {
    const secret = await appFor(ann.id);
    expect(JSON.stringify([await stored(factorKey(ann.id, TOTP)), await accountOf()])).not.toContain(secret);
  });

  test('gets another secret if set-up starts again, and the former one is invalid', async () => {
    const [first, second] = [await begin(), await begin()];
    expect(second.secret).not.toBe(first.secret);
    const body = { code: codeOf(first.secret) };
    const wrong = await ann.call('POST /api/account/totp/confirm', { body });
    expect([wrong.status, Object.keys(wrong.body.fields)]).toEqual([400, ['code']]);
    expect(await accountOf()).toMatchObject({ totp: false });
    expect([await confirm(second.secret), await confirm(second.secret)]).toEqual([204, 409]);
  });

  test('is kept until its replacement is confirmed', async () => {
    const old = await appFor(ann.id);
    const { secret } = await begin();
    expect([await statusOf({ code: codeOf(secret) }), await statusOf({ code: codeOf(old) })]).toEqual([401, 200]);
    expect(await confirm(secret)).toBe(204);
    expect([await statusOf({ code: codeOf(old, 1) }), await statusOf({ code: codeOf(secret, 1) })]).toEqual([401, 200]);
  });

  test('must be set up again if set-up began over an hour ago', async () => {
    const { secret } = await begin();
    await changeStored(factorKey(ann.id, 'TOTP-BEGUN'), { endsAt: new Date(Date.now() - 1).toISOString() });
    expect(await confirm(secret)).toBe(409);
    expect(await accountOf()).toMatchObject({ totp: false });
  });

  test('can be removed, and as the last factor takes the recovery codes with it', async () => {
    await appFor(ann.id);
    await recoveryFor(ann.id);
    expect(await accountOf()).toMatchObject({ totp: true, recoveryCodes: 10 });
    expect(await removeApp()).toBe(204);
    expect(await accountOf()).toMatchObject({ totp: false, recoveryCodes: 0 });
    expect(await stored(factorKey(ann.id, RECOVERY))).toBeUndefined();
    expect(await removeApp()).toBe(404);
    await entersByPassword();
  });

  test('keeps the recovery codes if it is removed but a passkey is left', async () => {
    for (const make of [appFor, recoveryFor, passkeyFor]) await make(ann.id);
    expect(await removeApp()).toBe(204);
    expect(await accountOf()).toMatchObject({ totp: false, recoveryCodes: 10, passkeys: [{ name: 'Laptop' }] });
  });
});

describe('a firm that requires a second factor', () => {
  const save = async (secondFactor: string) => saveSettings(await demoAdmin(), { staff: { secondFactor } });
  beforeAll(() => save('required'));
  afterAll(() => save('encouraged'));
  const removingPasskey = (id: string) => calling(ann, 'DELETE /api/account/passkeys/{id}', { params: { id } });

  test('keeps the last one of an account, and allows any other to be removed', async () => {
    await appFor(ann.id);
    expect(await removeApp()).toBe(409);
    const { id } = await passkeyFor(ann.id);
    expect([await removeApp(), (await removingPasskey(id)()).status]).toEqual([204, 409]);
    expect(await accountOf()).toMatchObject({ totp: false, passkeys: [{ id }] });
  });

  test('keeps one of two that are removed concurrently', () =>
    atOnce(
      async () => {
        ann = await newAdviser();
        await appFor(ann.id);
        return (await passkeyFor(ann.id)).id;
      },
      () => calling(ann, 'DELETE /api/account/totp'),
      removingPasskey,
      async (_, answers) => {
        // The pipeline retries the loser, which is then refused.
        expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
        const account = await stored<AdviserItem>(adviserKey(ann.id));
        expect(Number(account?.totp ?? 0) + (account?.passkeys ?? 0)).toBe(1);
      },
    ));
});

test.each<[string, () => Promise<object>]>([
  ['code of an app', async () => ({ code: codeOf(await appFor(ann.id)) })],
  [
    'recovery code',
    async () => {
      await appFor(ann.id);
      return { recovery: (await recoveryFor(ann.id))[0] };
    },
  ],
])('a %s sent twice concurrently signs in once', async (_, proofOf) => {
  const use =
    ({ person, body }: { person: Person; body: object }): Act =>
    async () =>
      finishing(await halfway(person), body);
  await atOnce(
    async () => {
      ann = await newAdviser();
      return { person: ann, body: await proofOf() };
    },
    use,
    use,
    async ({ person, body }, answers) => {
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
      expect(await accountOf(person)).toMatchObject({ recoveryCodes: 'recovery' in body ? 9 : 0 });
    },
  );
});

describe('a sign-in code', () => {
  test('shows the remaining tries if it is wrong; the fifth pauses and is logged once', async () => {
    const secret = await appFor(ann.id);
    const caller = await halfway();
    const said: string[] = [];
    for (let i = 0; i < 5; i += 1) {
      const { status, body } = await finish(caller, { code: wrongCodeOf(secret) });
      expect(status).toBe(401);
      said.push(body.message);
    }
    expect(said[0]).toBe('That code is not right. You have 4 more tries.');
    expect(said[3]).toBe('That code is not right. You have 1 more try.');
    const locked = await finish(caller, { code: codeOf(secret) });
    expect([locked.status, Number(locked.headers.get('retry-after')) > 800]).toEqual([429, true]);
    expect(await statusOf({ code: wrongCodeOf(secret) })).toBe(429);
    expect(await doneBy(ann)).toEqual(['Entered too many wrong codes']);
  });

  test('causes a pause of 15 minutes, then an hour, then a day after each five wrong ones', async () => {
    const start = Date.now();
    let seconds = 0;
    for (const pause of [900, 3600, 86_400, 86_400]) {
      const guess = () => takeGuessInARow(codeGuessesKey(ann.id), CODES_IN_A_ROW, new Date(start + seconds * 1000));
      for (const left of [4, 3, 2, 1, 0]) expect(await guess()).toEqual({ left, wait: 0 });
      expect(await guess()).toEqual({ left: 0, wait: pause });
      seconds += pause;
    }
    await unlock(ann.email);
    expect(await codeCounters(ann.id)).toEqual([]);
  });

  test('guessed wrong by a stranger blocks neither a known browser nor its recovery codes', async () => {
    const known = new Caller();
    await login(ann.email, undefined, known);
    const secret = await appFor(ann.id);
    const [recovery = ''] = (await ann.call('POST /api/account/recovery-codes')).body.codes as string[];
    const enters = async (body: object, caller = new Caller()) => {
      await login(ann.email, undefined, caller);
      return (await finish(caller, body)).status;
    };
    const wrong = { code: wrongCodeOf(secret) };
    for (let i = 0; i < 5; i += 1) expect(await enters(wrong)).toBe(401);
    expect(await enters({ code: codeOf(secret) })).toBe(429);
    for (const body of [{ code: codeOf(secret) }, { recovery }]) expect(await enters(body, known)).toBe(200);
    for (let i = 0; i < 5; i += 1) expect(await enters(wrong, known)).toBe(401);
    expect(await enters({ code: codeOf(secret, 1) }, known)).toBe(429);
  });

  test('resets the count if it is right', async () => {
    const secret = await appFor(ann.id);
    for (const steps of [0, 1]) {
      const caller = await halfway();
      for (let i = 0; i < 4; i += 1) expect((await finish(caller, { code: wrongCodeOf(secret) })).status).toBe(401);
      expect((await finish(caller, { code: codeOf(secret, steps) })).status).toBe(200);
    }
  });

  test.each([
    ['code', (secret: string) => wrongCodeOf(secret)],
    ['recovery', () => 'aaaaaaaaaa'],
  ])('of the kind “%s” is compared for at most five of a hundred concurrent guesses', async (kind, wrongOf) => {
    const body = { [kind]: wrongOf(await appFor(ann.id)) };
    await recoveryFor(ann.id);
    const caller = await halfway();
    const guesses = await Promise.all(Array.from({ length: 100 }, () => finishing(caller, body)));
    const compared = guesses.filter(({ status }) => status === 401).length;
    expect([compared <= 5, compared > 0]).toEqual([true, true]);
    expect(new Set(guesses.map(({ status }) => status))).toEqual(new Set([401, 429]));
  });
});

describe('a recovery code', () => {
  test('signs in once, in any spelling, and the audit log shows how many are left', async () => {
    await appFor(ann.id);
    const { codes } = (await ann.call('POST /api/account/recovery-codes')).body as { codes: string[] };
    const [code = '', other = ''] = codes;
    expect(codes).toHaveLength(10);
    expect(await statusOf({ recovery: ` ${code.toUpperCase()} ` })).toBe(200);
    expect(await statusOf({ recovery: code })).toBe(401);
    expect(await statusOf({ recovery: other.replace('-', '') })).toBe(200);
    expect(await accountOf()).toMatchObject({ recoveryCodes: 8 });
    const entries = ['Made new recovery codes', 'Used a recovery code: 9 left', 'Used a recovery code: 8 left'];
    expect(await doneBy(ann)).toEqual(expect.arrayContaining(entries));
  });

  test('is void once new ones are made, which needs another factor', async () => {
    const make = async () => (await ann.call('POST /api/account/recovery-codes')).status;
    expect(await make()).toBe(409);
    expect(await stored(factorKey(ann.id, RECOVERY))).toBeUndefined();
    await appFor(ann.id);
    const [former] = await recoveryFor(ann.id);
    expect([await make(), await statusOf({ recovery: former })]).toEqual([200, 401]);
  });
});

describe('a half-session', () => {
  test('is stored without the secret of its cookie', async () => {
    const secret = (await halfway()).cookie?.split('.').at(-1) ?? '';
    const items = await query(adviserPartition(ann.id), KEYS.halfSession.sk);
    expect([secret.length, items.length]).toEqual([22, 1]);
    expect(JSON.stringify(items)).not.toContain(secret);
  });

  test('ends with the sign-in that it led to', async () => {
    const secret = await appFor(ann.id);
    const caller = await halfway();
    const again = withCookie(caller.cookie);
    expect((await finish(caller, { code: codeOf(secret) })).status).toBe(200);
    expect([(await finish(again, { code: codeOf(secret, 1) })).status, await me(again)]).toEqual([401, 401]);
  });

  test('is accepted beside a session of another account, and then replaces it', async () => {
    const bob = await newAdviser();
    const secret = await appFor(ann.id);
    const caller = withCookie(`${bob.cookie}; ${(await halfway()).cookie}`);
    expect((await finish(caller, { code: codeOf(secret) })).body).toMatchObject({ id: ann.id });
    expect((await caller.call('GET /api/auth/me')).body).toMatchObject({ id: ann.id });
  });

  test.each([
    {},
    { code: '123456', recovery: 'aaaaaaaaaa' },
    { code: '12345' },
    { code: 123456 },
    { recovery: 'short' },
  ])('rejects %j as proof', async (body) => {
    const { status, body: answer } = await finish(await halfway(), body);
    expect([status, typeof answer.fields]).toEqual([400, 'object']);
  });
});

describe('an admin', () => {
  const reset = async (admin: Person, id: string) =>
    (await admin.call('POST /api/advisers/{id}/second-factor/reset', { params: { id } })).status;

  test('can remove lost factors of an account with its recovery codes and sessions', async () => {
    const admin = await newAdmin();
    const secret = await appFor(ann.id);
    const [recovery] = await recoveryFor(ann.id);
    const { id } = await passkeyFor(ann.id);
    const half = await halfway();
    expect([await reset(admin, ann.id), await me(ann)]).toEqual([204, 401]);
    expect((await finish(half, { code: codeOf(secret) })).status).toBe(401);
    for (const body of [{ code: codeOf(secret) }, { recovery }]) expect(await statusOf(body)).toBe(401);
    for (const kind of [TOTP, RECOVERY, `PASSKEY#${id}`] as const)
      expect(await stored(factorKey(ann.id, kind))).toBeUndefined();
    await entersByPassword();
    expect(await doneBy(admin)).toContain(`Reset the second factor of ${ann.name}`);
  });

  test('cannot reset an account without factors, their own or an unknown one', async () => {
    const admin = await newAdmin();
    await appFor(admin.id);
    const statuses = [];
    for (const id of [ann.id, admin.id, 'AAAAAAAAAAAAAAAAAAAAAA']) statuses.push(await reset(admin, id));
    expect([statuses, await me(admin)]).toEqual([[409, 409, 404], 200]);
  });

  test('sees in the list which advisers have a second factor', async () => {
    const admin = await newAdmin();
    const { secret } = await begin();
    const seen = async () =>
      (await admin.call('GET /api/advisers')).body.find(({ id }: Person) => id === ann.id)?.secondFactor;
    expect(await seen()).toBe(false);
    expect(await confirm(secret)).toBe(204);
    await expect.poll(seen, SOON).toBe(true);
    expect(await reset(admin, ann.id)).toBe(204);
    await expect.poll(seen, SOON).toBe(false);
  });
});
