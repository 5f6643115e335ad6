import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type AdviserItem, adviserKey } from '#functions/domain/accounts/account.ts';
import { emailKey } from '#functions/domain/accounts/account-creation.ts';
import { newMailedToken } from '#functions/domain/accounts/mailed-link.ts';
import { passwordFits } from '#functions/domain/accounts/passwords.ts';
import { pseudonym } from '#functions/services/keys/pseudonym.ts';
import { SIGN_INS } from '#functions/services/limits.ts';
import { attemptsKey, consumeAttempt } from '#functions/services/rate-limit.ts';
import type { CallName } from '#shared/contract/api.ts';
import { countClients } from '#shared/rules/clients.ts';
import { RESET_LINK } from '#shared/rules/lifetimes.ts';
import type { Answered, Sent } from '../../support/api.ts';
import { changeStored, stored } from '../../support/aws.ts';
import { demoAdmin, newAdviser, PASSWORD } from '../../support/builders.ts';
import { atOnce, interleaved } from '../../support/faults/interleaved.ts';
import { calling } from '../../support/handlers.ts';
import { clientCountsOf } from '../../support/recount.ts';

const email = () => `${randomUUID()}@race.example`;
const admin = await demoAdmin();
const as = (name: CallName, sent: Sent, caller: object = admin) => calling(caller, name, sent);
const statusesOf = (answers: Answered[]) => answers.map(({ status }) => status);

test('registering one address twice concurrently creates one account and no orphan', async () => {
  const register = (address: string) =>
    as('POST /api/auth/register', { body: { name: 'Racer', email: address, password: PASSWORD } }, {});
  await interleaved(
    async () => email(),
    register,
    register,
    async (address, { first, other }) => {
      expect(statusesOf([first, other]).sort()).toEqual([201, 409]);
      const made = [first, other].find(({ status }) => status === 201)?.body.id;
      expect(await stored(await emailKey(address))).toMatchObject({ adviserId: made });
      expect(await stored(adviserKey(made))).toMatchObject({ summary: { email: address } });
      expect((await clientCountsOf(made)).stored).toEqual(countClients([]));
    },
  );
});

describe('deleting an adviser', () => {
  const deletion = (id: string) => as('DELETE /api/advisers/{id}', { params: { id } });
  const creation = (adviserId: string) =>
    as('POST /api/clients', { body: { name: 'Raced', email: email(), adviserId } });

  async function expectOne(adviserId: string, statuses: number[], assigned: 200 | 201): Promise<void> {
    expect([
      [204, 400],
      [409, assigned],
    ]).toContainEqual(statuses);
    const { stored: kept, counted } = await clientCountsOf(adviserId);
    expect([kept, counted.totalClients]).toEqual(statuses[0] === 204 ? [undefined, 0] : [counted, 1]);
  }

  test('succeeds only if a concurrent client creation for them fails', async () => {
    const prepare = async () => (await newAdviser()).id;
    await atOnce(prepare, deletion, creation, (id, answers) => expectOne(id, statusesOf(answers), 201));
  });

  test('succeeds only if a concurrent reassignment to them fails', async () => {
    const { id: from } = await newAdviser();
    await atOnce(
      async () => ({ to: (await newAdviser()).id, clientId: (await creation(from)()).body.id as string }),
      ({ to }) => deletion(to),
      ({ to, clientId }) => as('PATCH /api/clients/{id}', { params: { id: clientId }, body: { adviserId: to } }),
      ({ to }, answers) => expectOne(to, statusesOf(answers), 200),
    );
    const { stored: kept, counted } = await clientCountsOf(from);
    expect(kept).toEqual(counted);
  });
});

test('using a reset token twice concurrently sets exactly one password', async () => {
  const { id } = await newAdviser();
  const use = (newPassword: string) => (token: string) =>
    as('POST /api/auth/reset-password', { body: { token, newPassword } }, {});
  await interleaved(
    async () => {
      const { token, kept } = newMailedToken(id, new Date(), RESET_LINK);
      await changeStored(adviserKey(id), { reset: kept });
      return token;
    },
    use('first password'),
    use('other password'),
    async (_, { first, other }) => {
      expect(statusesOf([first, other]).sort()).toEqual([200, 400]);
      const account = await stored<AdviserItem>(adviserKey(id));
      const winner = first.status === 200 ? 'first password' : 'other password';
      expect(await passwordFits(winner, account?.passwordHash)).toBe(true);
    },
  );
});

describe('two concurrent attempts', () => {
  const now = new Date();
  const seconds = Math.floor(now.getTime() / 1000);
  /** Stores a counter at `count` whose window ends at `endsAt` (in seconds). */
  const counter = async (count: number, endsAt: number) => {
    const subject = await pseudonym(email());
    if (count > 0) await changeStored(attemptsKey('sign-in', subject), { count, endsAt });
    return subject;
  };
  const attempt = (subject: string) => async () => {
    const wait = await consumeAttempt('sign-in', subject, SIGN_INS, now);
    return { status: wait === 0 ? 200 : 429, body: undefined, headers: new Headers() };
  };

  test.each([
    ['share the last one left: one passes, the other waits', SIGN_INS.max - 1, seconds + 60, SIGN_INS.max],
    ['are both counted in a new window', 0, 0, 2],
    ['are both counted after an old window ended', SIGN_INS.max, seconds - 60, 2],
  ])('%s', async (_, count, endsAt, left) => {
    await interleaved(
      () => counter(count, endsAt),
      attempt,
      attempt,
      async (subject, answers) => {
        const expected = count === SIGN_INS.max - 1 ? [200, 429] : [200, 200];
        expect(statusesOf([answers.first, answers.other]).sort()).toEqual(expected);
        expect(await stored(attemptsKey('sign-in', subject))).toMatchObject({ count: left });
      },
    );
  });
});
