import { beforeEach, describe, expect, test } from 'vitest';
import { type AdviserItem, adviserKey } from '#functions/domain/accounts/account.ts';
import type { Enrolling } from '#functions/domain/accounts/actor.ts';
import { factorKey, RECOVERY, readFactors, TOTP } from '#functions/domain/accounts/factors/factors.ts';
import { codeCounters, codeGuessesKey } from '#functions/domain/accounts/factors/guesses.ts';
import { readPasskey, removePasskey } from '#functions/domain/accounts/factors/passkey-setup.ts';
import { removeTotp } from '#functions/domain/accounts/factors/totp-setup.ts';
import { newId } from '#functions/services/keys/ids.ts';
import { CODES_IN_A_ROW, takeGuessInARow } from '#functions/services/rate-limit.ts';
import { FIRST_KEY_VERSION } from '#functions/services/settings.ts';
import { unlock } from '#infra/ops/access.ts';
import { STAFF_DEFAULTS } from '#shared/contract/settings.ts';
import { Caller } from '../../support/api.ts';
import { changeStored, stored } from '../../support/aws.ts';
import { demoAdmin, newAdmin, newAdviser, PASSWORD, type Person } from '../../support/builders.ts';
import { atOnce } from '../../support/faults/interleaved.ts';
import { callHandler } from '../../support/handlers.ts';
import { halfSessionOf } from '../../support/people/entry.ts';
import { appFor, codeOf, passkeyFor, recoveryFor, wrongCodeOf } from '../../support/people/factors.ts';

// The list of accounts shows a change a moment later.
const SOON = { timeout: 30_000 };
let ann: Person;
beforeEach(async () => {
  ann = await newAdviser();
});

/** Someone whose password was right. */
const halfway = async (person = ann, next: 'second-factor' | 'change-password' = 'second-factor') =>
  Object.assign(new Caller(), { cookie: await halfSessionOf(person.id, next) });
const finish = (caller: Caller, body: object) => caller.call('POST /api/auth/second-factor', { body });
const statusOf = async (body: object) => (await finish(await halfway(), body)).status;
const login = ({ email }: Person, cookie?: string) =>
  callHandler({ cookie }, 'POST /api/auth/login', { body: { email, password: PASSWORD } });
const pair = (lines: string[], start: string) => lines.find((line) => line.startsWith(start))?.split(';')[0] ?? '';
const begin = async () => (await ann.call('POST /api/account/totp')).body as { secret: string; url: string };
const confirm = (code: string) => ann.call('POST /api/account/totp/confirm', { body: { code } });
const accountOf = async (person: Person) => (await person.call('GET /api/account')).body;

/** What the firm's record says somebody did, the newest first. */
async function recordOf({ id }: Person): Promise<string[]> {
  const { body } = await (await demoAdmin()).call('GET /api/record', { query: { actor: id } });
  return (body as { summary: string }[]).map(({ summary }) => summary);
}

describe('an authenticator app', () => {
  test('is set up by a code of it, and asked for after the password from then on', async () => {
    const { secret, url } = await begin();
    expect(url).toContain(secret);
    const body = { email: ann.email, password: PASSWORD };
    expect((await new Caller().call('POST /api/auth/login', { body })).body).toMatchObject({ id: ann.id });
    const code = codeOf(secret);
    expect((await confirm(code)).status).toBe(204);
    expect(await accountOf(ann)).toMatchObject({ totp: true, passkeys: [], recoveryCodes: 0 });

    const caller = new Caller();
    const login = await caller.call('POST /api/auth/login', { body });
    expect([login.status, login.body]).toEqual([200, { next: 'second-factor', methods: ['totp', 'recovery'] }]);
    expect((await caller.call('GET /api/auth/me')).status).toBe(401);
    // It set the app up, and is used.
    expect((await finish(caller, { code })).status).toBe(401);
    const answer = await finish(caller, { code: codeOf(secret, 1) });
    expect([answer.status, answer.body]).toMatchObject([200, { id: ann.id, email: ann.email }]);
    expect((await caller.call('GET /api/auth/me')).body.id).toBe(ann.id);
    expect(await recordOf(ann)).toContain('Set up an authenticator app for signing in');
  });

  test('keeps its secret from the table and from all answers but the first', async () => {
    const secret = await appFor(ann.id);
    expect(JSON.stringify(await stored(factorKey(ann.id, TOTP)))).not.toContain(secret);
    expect(JSON.stringify(await accountOf(ann))).not.toContain(secret);
  });

  test('that was begun again has another secret, and the former one sets nothing up', async () => {
    const [first, second] = [await begin(), await begin()];
    expect(second.secret).not.toBe(first.secret);
    const wrong = await confirm(codeOf(first.secret));
    expect([wrong.status, Object.keys(wrong.body.fields)]).toEqual([400, ['code']]);
    expect(await accountOf(ann)).toMatchObject({ totp: false });
    expect((await confirm(codeOf(second.secret))).status).toBe(204);
    expect((await confirm(codeOf(second.secret))).status).toBe(409);
  });

  test('stays until another one is confirmed in its place', async () => {
    const old = await appFor(ann.id);
    const { secret } = await begin();
    expect(await statusOf({ code: codeOf(secret) })).toBe(401);
    expect(await statusOf({ code: codeOf(old) })).toBe(200);
    expect((await confirm(codeOf(secret))).status).toBe(204);
    expect(await statusOf({ code: codeOf(old, 1) })).toBe(401);
    expect(await statusOf({ code: codeOf(secret, 1) })).toBe(200);
  });

  test('that was begun over an hour ago is to be begun again', async () => {
    const { secret } = await begin();
    await changeStored(factorKey(ann.id, 'TOTP-BEGUN'), { endsAt: new Date(Date.now() - 1).toISOString() });
    expect((await confirm(codeOf(secret))).status).toBe(409);
    expect(await accountOf(ann)).toMatchObject({ totp: false });
  });

  test('is removed, and with it, as the last factor, the recovery codes', async () => {
    await appFor(ann.id);
    await recoveryFor(ann.id);
    expect(await accountOf(ann)).toMatchObject({ totp: true, recoveryCodes: 10 });
    expect((await ann.call('DELETE /api/account/totp')).status).toBe(204);
    expect(await accountOf(ann)).toMatchObject({ totp: false, recoveryCodes: 0 });
    expect(await stored(factorKey(ann.id, RECOVERY))).toBeUndefined();
    expect((await ann.call('DELETE /api/account/totp')).status).toBe(404);
    const body = { email: ann.email, password: PASSWORD };
    expect((await new Caller().call('POST /api/auth/login', { body })).body).toMatchObject({ id: ann.id });
  });

  test('leaves the recovery codes where a passkey is left', async () => {
    await appFor(ann.id);
    await recoveryFor(ann.id);
    await passkeyFor(ann.id);
    expect((await ann.call('DELETE /api/account/totp')).status).toBe(204);
    expect(await accountOf(ann)).toMatchObject({ totp: false, recoveryCodes: 10, passkeys: [{ name: 'Laptop' }] });
  });
});

describe('where the firm requires a second factor', () => {
  const settings = { staff: { ...STAFF_DEFAULTS, secondFactor: 'required' as const } };
  const own = (): Enrolling => {
    const { id, name, email } = ann;
    const session = { adviserId: id, id: newId(), version: 0, keyVersion: FIRST_KEY_VERSION, expiresAt: 0 };
    return { kind: 'must-enrol', id, name, role: 'adviser', email, session, provedAt: new Date() };
  };
  const noApp = async (now: Date) => removeTotp(own(), await readFactors(ann.id), { settings, now });
  const noPasskey = async (id: string, now: Date) =>
    removePasskey(own(), await readPasskey(ann.id, id), { settings, now });
  const removing = (what: Promise<void>) =>
    what.then(
      () => 204,
      ({ status }) => status,
    );

  test('the last one stays, and any other may go', async () => {
    await appFor(ann.id);
    const now = new Date();
    expect(await removing(noApp(now))).toBe(409);
    const { id } = await passkeyFor(ann.id);
    expect(await removing(noApp(now))).toBe(204);
    expect(await removing(noPasskey(id, now))).toBe(409);
    expect(await accountOf(ann)).toMatchObject({ totp: false, passkeys: [{ id }] });
  });

  test('two that are removed at once leave one', async () => {
    const act = (remove: (id: string) => Promise<void>) => (id: string) => async () => {
      const status = await removing(remove(id));
      return { status, body: undefined, headers: new Headers() };
    };
    const now = new Date();
    await atOnce(
      async () => {
        ann = await newAdviser();
        await appFor(ann.id);
        return (await passkeyFor(ann.id)).id;
      },
      act(() => noApp(now)),
      act((id) => noPasskey(id, now)),
      async (_, answers) => {
        // The one that came too late is run again by the pipeline, and refused then.
        expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
        const account = await stored<AdviserItem>(adviserKey(ann.id));
        expect(Number(account?.totp ?? 0) + (account?.passkeys ?? 0)).toBe(1);
      },
    );
  });
});

describe('a code', () => {
  test('is taken once, in whatever half-session', async () => {
    const secret = await appFor(ann.id);
    const code = codeOf(secret);
    expect(await statusOf({ code })).toBe(200);
    expect(await statusOf({ code })).toBe(401);
    expect(await statusOf({ code: codeOf(secret, 1) })).toBe(200);
    expect(await statusOf({ code: codeOf(secret) })).toBe(401);
  });

  test('that is sent twice at once signs in once', async () => {
    const act =
      ({ cookie, body }: { cookie: string; body: object }) =>
      () =>
        callHandler({ cookie }, 'POST /api/auth/second-factor', { body });
    await atOnce(
      async () => {
        const person = await newAdviser();
        const body = { code: codeOf(await appFor(person.id)) };
        return { body, cookie: await halfSessionOf(person.id, 'second-factor'), person };
      },
      act,
      ({ body, person }) =>
        async () =>
          act({ body, cookie: await halfSessionOf(person.id, 'second-factor') })(),
      async (_, answers) => expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]),
    );
  });

  test('that is wrong is refused with how many tries are left, and the record has one line of the fifth', async () => {
    const secret = await appFor(ann.id);
    const caller = await halfway();
    const wrong = { code: wrongCodeOf(secret) };
    const said: string[] = [];
    for (let i = 0; i < 5; i += 1) {
      const { status, body } = await finish(caller, wrong);
      expect(status).toBe(401);
      said.push(body.message);
    }
    expect(said[0]).toBe('That code is not right. You have 4 more tries.');
    expect(said[3]).toBe('That code is not right. You have 1 more try.');
    const locked = await finish(caller, { code: codeOf(secret) });
    expect(locked.status).toBe(429);
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(800);
    expect((await finish(await halfway(), wrong)).status).toBe(429);
    expect(await recordOf(ann)).toEqual(['Was refused after too many wrong codes']);
  });

  test('five wrong codes cause a pause of 15 minutes, then an hour, then a day', async () => {
    const key = codeGuessesKey(ann.id);
    const start = new Date();
    let seconds = 0;
    for (const pause of [900, 3600, 86_400, 86_400]) {
      const guess = () => takeGuessInARow(key, CODES_IN_A_ROW, new Date(start.getTime() + seconds * 1000));
      for (const left of [4, 3, 2, 1, 0]) expect(await guess()).toEqual({ left, wait: 0 });
      expect(await guess()).toEqual({ left: 0, wait: pause });
      seconds += pause;
    }
    await unlock(ann.email);
    expect(await codeCounters(ann.id)).toEqual([]);
  });

  test('wrong codes from a stranger block neither a known browser nor its recovery codes', async () => {
    const device = pair((await login(ann)).headers.getSetCookie(), 'device=');
    const secret = await appFor(ann.id);
    const [recovery = ''] = (await ann.call('POST /api/account/recovery-codes')).body.codes as string[];
    const finishing = async (body: object, cookie?: string) => {
      const { headers } = await login(ann, cookie);
      const half = pair(headers.getSetCookie(), 'half-session=');
      const call = { body };
      return (await callHandler({ cookie: `${half}; ${cookie}` }, 'POST /api/auth/second-factor', call)).status;
    };
    const wrong = { code: wrongCodeOf(secret) };
    for (let i = 0; i < 5; i += 1) expect(await finishing(wrong)).toBe(401);
    expect(await finishing({ code: codeOf(secret) })).toBe(429);
    for (const body of [{ code: codeOf(secret) }, { recovery }]) expect(await finishing(body, device)).toBe(200);
    for (let i = 0; i < 5; i += 1) expect(await finishing(wrong, device)).toBe(401);
    expect(await finishing({ code: codeOf(secret, 1) }, device)).toBe(429);
  });

  test('that is right clears the count', async () => {
    const secret = await appFor(ann.id);
    for (const steps of [0, 1]) {
      const caller = await halfway();
      for (let i = 0; i < 4; i += 1) expect((await finish(caller, { code: wrongCodeOf(secret) })).status).toBe(401);
      expect((await finish(caller, { code: codeOf(secret, steps) })).status).toBe(200);
    }
  });

  test.each([
    ['code', async () => ({ code: wrongCodeOf(await appFor(ann.id)) })],
    ['recovery', async () => ({ recovery: 'aaaaaaaaaa', app: await appFor(ann.id), codes: await recoveryFor(ann.id) })],
  ])('of the kind “%s” is compared five times of a hundred at once', async (kind, prepare) => {
    const { [kind]: guess } = (await prepare()) as Record<string, unknown>;
    const cookie = await halfSessionOf(ann.id, 'second-factor');
    const guesses = Array.from({ length: 100 }, () =>
      callHandler({ cookie }, 'POST /api/auth/second-factor', { body: { [kind]: guess } }),
    );
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    const compared = statuses.filter((status) => status === 401);
    expect(compared.length).toBeLessThanOrEqual(5);
    expect(compared.length).toBeGreaterThan(0);
    // The others were counted too late, or met each other and may be sent again.
    expect(new Set(statuses.filter((status) => status !== 401))).toEqual(new Set([429]));
  });
});

describe('a recovery code', () => {
  test('signs in once, in any spelling, and the person is told how many are left', async () => {
    await appFor(ann.id);
    const { body } = await ann.call('POST /api/account/recovery-codes');
    const [code = '', other = ''] = body.codes as string[];
    expect(body.codes).toHaveLength(10);
    expect(await statusOf({ recovery: ` ${code.toUpperCase()} ` })).toBe(200);
    expect(await statusOf({ recovery: code })).toBe(401);
    expect(await statusOf({ recovery: other.replace('-', '') })).toBe(200);
    expect(await accountOf(ann)).toMatchObject({ recoveryCodes: 8 });
    expect(await recordOf(ann)).toEqual(
      expect.arrayContaining([
        'Made new recovery codes',
        'Used a recovery code: 9 left',
        'Used a recovery code: 8 left',
      ]),
    );
  });

  test('that is sent twice at once signs in once', async () => {
    await atOnce(
      async () => {
        const person = await newAdviser();
        await appFor(person.id);
        const [recovery] = await recoveryFor(person.id);
        return { person, body: { recovery } };
      },
      ...([0, 1].map(() => ({ person, body }: { person: Person; body: object }) => async () => {
        const cookie = await halfSessionOf(person.id, 'second-factor');
        return callHandler({ cookie }, 'POST /api/auth/second-factor', { body });
      }) as [never, never]),
      async ({ person }: { person: Person }, answers) => {
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
        expect(await accountOf(person)).toMatchObject({ recoveryCodes: 9 });
      },
    );
  });

  test('counts no more once new ones are made', async () => {
    await appFor(ann.id);
    const [former] = await recoveryFor(ann.id);
    expect((await ann.call('POST /api/account/recovery-codes')).status).toBe(200);
    expect(await statusOf({ recovery: former })).toBe(401);
  });

  test('is not made where there is nothing that it stands in for', async () => {
    expect((await ann.call('POST /api/account/recovery-codes')).status).toBe(409);
    expect(await stored(factorKey(ann.id, RECOVERY))).toBeUndefined();
  });
});

describe('a half-session', () => {
  test('ends with the sign-in that it led to', async () => {
    const secret = await appFor(ann.id);
    const caller = await halfway();
    const { cookie } = caller;
    expect((await finish(caller, { code: codeOf(secret) })).status).toBe(200);
    const again = Object.assign(new Caller(), { cookie });
    expect((await finish(again, { code: codeOf(secret, 1) })).status).toBe(401);
    expect((await again.call('GET /api/auth/me')).status).toBe(401);
  });

  test('counts beside a session of another account, in whose place the new one comes', async () => {
    const bob = await newAdviser();
    const secret = await appFor(ann.id);
    const both = `${bob.cookie}; ${await halfSessionOf(ann.id, 'second-factor')}`;
    const caller = Object.assign(new Caller(), { cookie: both });
    expect((await finish(caller, { code: codeOf(secret) })).body).toMatchObject({ id: ann.id });
    expect((await caller.call('GET /api/auth/me')).body).toMatchObject({ id: ann.id });
  });

  test('for a new password takes no code', async () => {
    const secret = await appFor(ann.id);
    const caller = await halfway(ann, 'change-password');
    expect((await finish(caller, { code: codeOf(secret) })).status).toBe(401);
  });

  test.each([
    {},
    { code: '123456', recovery: 'aaaaaaaaaa' },
    { code: '12345' },
    { code: 123456 },
    { recovery: 'short' },
  ])('refuses %j as no proof', async (body) => {
    const { status, body: answer } = await finish(await halfway(), body);
    expect([status, typeof answer.fields]).toEqual([400, 'object']);
  });
});

describe('an admin', () => {
  const reset = (admin: Person, id: string) =>
    admin.call('POST /api/advisers/{id}/second-factor/reset', { params: { id } });

  test('takes lost factors off an account, with its recovery codes and its sessions', async () => {
    const admin = await newAdmin();
    const secret = await appFor(ann.id);
    const [recovery] = await recoveryFor(ann.id);
    const authenticator = await passkeyFor(ann.id);
    const half = await halfway();
    expect((await reset(admin, ann.id)).status).toBe(204);
    expect((await ann.call('GET /api/auth/me')).status).toBe(401);
    expect((await finish(half, { code: codeOf(secret) })).status).toBe(401);
    for (const body of [{ code: codeOf(secret) }, { recovery }]) expect(await statusOf(body)).toBe(401);
    const rest = [
      factorKey(ann.id, TOTP),
      factorKey(ann.id, RECOVERY),
      factorKey(ann.id, `PASSKEY#${authenticator.id}`),
    ];
    expect(await Promise.all(rest.map(stored))).toEqual([undefined, undefined, undefined]);
    const body = { email: ann.email, password: PASSWORD };
    expect((await new Caller().call('POST /api/auth/login', { body })).body).toMatchObject({ id: ann.id });
    expect(await recordOf(admin)).toContain(`Reset the second factor of ${ann.name}`);
  });

  test('is told where there is none, and may not take off its own', async () => {
    const admin = await newAdmin();
    await appFor(admin.id);
    const statuses = [
      await reset(admin, ann.id),
      await reset(admin, admin.id),
      await reset(admin, 'AAAAAAAAAAAAAAAAAAAAAA'),
    ];
    expect(statuses.map(({ status }) => status)).toEqual([409, 409, 404]);
    expect((await admin.call('GET /api/auth/me')).status).toBe(200);
  });

  test('sees in the list who has a second factor', async () => {
    const admin = await newAdmin();
    const { secret } = await begin();
    const seen = async () =>
      (await admin.call('GET /api/advisers')).body.find(({ id }: Person) => id === ann.id)?.secondFactor;
    expect(await seen()).toBe(false);
    expect((await confirm(codeOf(secret))).status).toBe(204);
    await expect.poll(seen, SOON).toBe(true);
    expect((await reset(admin, ann.id)).status).toBe(204);
    await expect.poll(seen, SOON).toBe(false);
  });
});
