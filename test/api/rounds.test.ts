import { beforeAll, beforeEach, expect, test } from 'vitest';
import { awsCalls } from '#functions/aws/counted.ts';
import { secret } from '#functions/aws/derived-keys.ts';
import { newId } from '#functions/domain/ids.ts';
import { readSettings } from '#functions/domain/settings.ts';
import { api, type CallName } from '#shared/contract/api.ts';
import type { Call } from '#shared/contract/call.ts';
import { Caller } from '../support/api.ts';
import { newAdviser, newClient, PASSWORD } from '../support/builders.ts';
import { testWith } from '../support/emulator.ts';
import { callHandler } from '../support/handlers.ts';
import { mailsTo, resetTokenIn } from '../support/mail.ts';
import { ROUNDS } from './rounds-table.ts';
import { CALLS, EXAMPLES, makeWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await makeWorld();
  // A warm function has its secrets.
  await Promise.all([secret('session', 1), secret('portal-token', 1), secret('address', 1)]);
});
beforeEach(async () => {
  world.client = await newClient(world.owner);
});

async function sentFor(name: keyof typeof EXAMPLES) {
  // The example changes nothing.
  if (name === 'PATCH /api/settings')
    return { body: { version: (await readSettings()).version, firm: { phone: newId() } } };
  if (name === 'POST /api/auth/reset-password') {
    const person = await newAdviser();
    await new Caller().call('POST /api/auth/forgot-password', { body: { email: person.email } });
    const token = resetTokenIn((await mailsTo(person.email, 1))[0]);
    return { body: { token, newPassword: PASSWORD } };
  }
  return name === 'POST /api/auth/forgot-password'
    ? { body: { email: (await newAdviser()).email } }
    : EXAMPLES[name](world);
}

test.each(['GET /api/clients/{id}', 'PATCH /api/clients/{id}'] as const)(
  '%s by an admin takes one more, for the name of the client’s adviser',
  async (name) => {
    const answer = await callHandler(world.admin, name, await EXAMPLES[name](world));
    expect(answer.body.adviserName).toBe(world.owner.name);
    const { calls, rounds } = ROUNDS[name];
    expect({ calls: awsCalls.count, rounds: awsCalls.rounds }).toEqual({ calls: calls + 1, rounds: rounds + 1 });
  },
);

const takesItsRounds = async (name: CallName, { allow }: Call) => {
  const sent = await sentFor(name);
  const mayStaff = (allow as readonly string[]).includes('admin');
  const client = { token: world.client.token };
  const person = (allow as readonly string[]).includes('adviser') ? world.owner : mayStaff ? world.admin : client;
  const isPublic = (allow as readonly string[]).includes('anonymous') || name.startsWith('GET /api/portal/{token}');
  const caller =
    isPublic && name !== 'POST /api/auth/logout' ? {} : name === 'POST /api/auth/logout' ? await newAdviser() : person;
  const answer = await callHandler(caller, name, sent);
  expect(answer.status, JSON.stringify(answer.body)).toBe(api[name].status);
  expect({ calls: awsCalls.count, rounds: awsCalls.rounds }).toEqual({
    calls: ROUNDS[name].calls,
    rounds: ROUNDS[name].rounds,
  });
};
// It counts the attempt beside the reads of address and account.
const BESIDE: CallName = 'POST /api/auth/login';
test.each(CALLS.filter(([name]) => name !== BESIDE))('%s', takesItsRounds);
testWith('even times').each(CALLS.filter(([name]) => name === BESIDE))('%s', takesItsRounds);
