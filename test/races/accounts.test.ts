import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { type AdviserItem, adviserKey } from '#functions/domain/accounts/account.ts';
import { emailKey } from '#functions/domain/accounts/accounts.ts';
import { newMailedToken } from '#functions/domain/accounts/mailed-token.ts';
import { passwordFits } from '#functions/domain/accounts/passwords.ts';
import { pseudonym } from '#functions/services/keys/pseudonym.ts';
import { consumeAttempt, SIGN_INS } from '#functions/services/rate-limit.ts';
import { changeStored, stored } from '../support/aws.ts';
import { demoAdmin, newAdmin, newAdviser, PASSWORD, type Person, soleAdmin } from '../support/builders.ts';
import { callHandler } from '../support/handlers.ts';
import { adminCount, clientCountOf, countersOf } from '../support/recount.ts';

const TIMES = 100;
const AT_ONCE = 5;
const email = () => `${randomUUID()}@race.example`;

/** Runs a race a hundred times, a few of them side by side. */
async function race(run: (nth: number) => Promise<void>, atOnce = AT_ONCE): Promise<void> {
  for (let i = 0; i < TIMES; i += atOnce)
    await Promise.all(Array.from({ length: Math.min(atOnce, TIMES - i) }, (_, k) => run(i + k)));
}

const statuses = async (calls: ReturnType<typeof callHandler>[]) =>
  (await Promise.all(calls)).map(({ status }) => status);

let admin: Person;
beforeAll(async () => {
  admin = await demoAdmin();
});

async function addClient(adviserId: string): Promise<string> {
  const body = { name: 'Raced', email: email(), adviserId };
  return (await callHandler(admin, 'POST /api/clients', { body })).body.id;
}

test('the same address registered at once: one account, and no orphan of the other', async () => {
  await race(async () => {
    const body = { name: 'Racer', email: email(), password: PASSWORD };
    const answers = await Promise.all([1, 2].map(() => callHandler({}, 'POST /api/auth/register', { body })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    const made = answers.find(({ status }) => status === 201)?.body.id;
    expect(await stored(await emailKey(body.email))).toMatchObject({ adviserId: made });
    expect(await stored(adviserKey(made))).toMatchObject({ email: body.email, clientCount: 0 });
  });
});

describe('an adviser deleted while', () => {
  async function meets(adviserId: string, assign: () => ReturnType<typeof callHandler>, assigned: 200 | 201) {
    const [deleted, answer] = await Promise.all([
      callHandler(admin, 'DELETE /api/advisers/{id}', { params: { id: adviserId } }),
      assign(),
    ]);
    expect([
      [204, 400],
      [409, assigned],
    ]).toContainEqual([deleted.status, answer.status]);
    const { stored: kept, counted } = await clientCountOf(adviserId);
    expect([kept, counted]).toEqual(deleted.status === 204 ? [undefined, 0] : [1, 1]);
  }

  test('a client is created for it: exactly one succeeds', async () => {
    await race(async () => {
      const { id: adviserId } = await newAdviser();
      const body = { name: 'Raced', email: email(), adviserId };
      await meets(adviserId, () => callHandler(admin, 'POST /api/clients', { body }), 201);
    });
  });

  test('a client is reassigned to it: exactly one succeeds', async () => {
    const { id: from } = await newAdviser();
    await race(async () => {
      const [{ id: adviserId }, clientId] = await Promise.all([newAdviser(), addClient(from)]);
      const sent = { params: { id: clientId }, body: { adviserId } };
      await meets(adviserId, () => callHandler(admin, 'PATCH /api/clients/{id}', sent), 200);
    });
    const { stored: kept, counted } = await clientCountOf(from);
    expect(kept).toBe(counted);
  });
});

test('seven stages completed at once: all are, and progress is 100', async () => {
  await race(async () => {
    const id = await addClient(admin.id);
    const complete = (number: number) =>
      callHandler(admin, 'PATCH /api/stages/{stageId}', {
        params: { stageId: `${id}.${number}` },
        body: { status: 'completed' },
      });
    expect(await statuses([1, 2, 3, 4, 5, 6, 7].map(complete))).toEqual(Array.from({ length: 7 }, () => 200));
    const client = await callHandler(admin, 'GET /api/clients/{id}', { params: { id } });
    expect(client.body).toMatchObject({ progress: 100, currentStage: 'Courtesy Call' });
    const stages = await callHandler(admin, 'GET /api/clients/{id}/stages', { params: { id } });
    for (const stage of stages.body)
      expect(stage).toMatchObject({ status: 'completed', completedAt: expect.any(String) });
    const record = await callHandler(admin, 'GET /api/clients/{id}/activity', { params: { id } });
    expect(record.body.filter(({ action }: { action: string }) => action === 'stage-changed')).toHaveLength(7);
    const { stored: kept, counted } = await countersOf(id);
    expect(kept).toEqual(counted);
  });
});

test('a reset token used twice: one password wins', async () => {
  const { id } = await newAdviser();
  await race(async (nth) => {
    const { token, kept } = newMailedToken(id, new Date());
    await changeStored(adviserKey(id), { reset: kept });
    const passwords = [`first password ${nth}`, `second password ${nth}`];
    const used = await statuses(
      passwords.map((newPassword) =>
        callHandler({}, 'POST /api/auth/reset-password', { body: { token, newPassword } }),
      ),
    );
    expect([...used].sort()).toEqual([200, 400]);
    const winner = passwords[used.indexOf(200)] ?? '';
    const account = await stored<AdviserItem>(adviserKey(id));
    expect(await passwordFits(winner, account?.passwordHash)).toBe(true);
  }, 1);
});

test('two last admins demoting each other: one remains', async () => {
  const first = await soleAdmin();
  const second = await newAdmin();
  const setRole = (by: Person, whose: Person, role: string) =>
    callHandler(by, 'PATCH /api/advisers/{id}', { params: { id: whose.id }, body: { role } });
  await race(async () => {
    const demoted = await statuses([setRole(first, second, 'adviser'), setRole(second, first, 'adviser')]);
    expect(demoted.filter((status) => status === 200)).toHaveLength(1);
    expect([403, 409]).toContain(demoted.find((status) => status !== 200));
    expect(await adminCount()).toEqual({ stored: 1, counted: 1 });
    const [survivor, other] = demoted[0] === 200 ? [first, second] : [second, first];
    expect((await setRole(survivor, other, 'admin')).status).toBe(200);
  }, 1);
  await setRole(first, second, 'adviser');
  expect(await adminCount()).toEqual({ stored: 1, counted: 1 });
});

test('two last admins deleting each other: one remains', async () => {
  const demo = await soleAdmin();
  const setRole = (by: Person, whose: Person, role: string) =>
    callHandler(by, 'PATCH /api/advisers/{id}', { params: { id: whose.id }, body: { role } });
  const remove = (by: Person, whose: Person) =>
    callHandler(by, 'DELETE /api/advisers/{id}', { params: { id: whose.id } });
  for (let i = 0; i < TIMES; i += 1) {
    const [first, second] = [await newAdmin(), await newAdmin()];
    await setRole(demo, demo, 'adviser');
    const removed = await statuses([remove(first, second), remove(second, first)]);
    expect(removed.filter((status) => status === 204)).toHaveLength(1);
    expect([401, 409]).toContain(removed.find((status) => status !== 204));
    expect(await adminCount()).toEqual({ stored: 1, counted: 1 });
    const [survivor, gone] = removed[0] === 204 ? [first, second] : [second, first];
    expect(await stored(adviserKey(gone.id))).toBeUndefined();
    await setRole(survivor, demo, 'admin');
    expect((await remove(demo, survivor)).status).toBe(204);
  }
});

describe('a hundred wrong passwords at once', () => {
  const now = new Date();
  const guesses = <T>(guess: () => Promise<T>) => Promise.all(Array.from({ length: 100 }, guess));

  test('ten are compared, the others are told to wait', async () => {
    const body = { email: email(), password: 'wrong guess' };
    const answers = await guesses(() => callHandler({}, 'POST /api/auth/login', { body }));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(SIGN_INS.max);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(100 - SIGN_INS.max);
  });

  test('the counter lets ten through every time', async () => {
    await race(async () => {
      const address = await pseudonym(email());
      const waits = await guesses(() => consumeAttempt('sign-in', address, SIGN_INS, now));
      expect(waits.filter((seconds) => seconds === 0)).toHaveLength(SIGN_INS.max);
    }, 1);
  });
});
