import { expect, test } from 'vitest';
import { callerOf, changesOwnAccess, usualActor, withOwnAccount } from '../api/requests/actors.ts';
import { CALLS, EXAMPLES, makeWorld } from '../api/requests/world.ts';

// On the emulator, which enforces IAM and routes by the deployed API. Everything else of a call is tested in memory.

/** Nobody was sent a token for these: the function refuses the example after reading. */
const REFUSED: Readonly<Record<string, number>> = {
  'POST /api/auth/reset-password': 400,
  'POST /api/auth/confirm-address': 400,
};
/** One world for all reads: changes may delete what the next call needs. */
const read = await makeWorld();

test.each(CALLS)('%s is routed to a function that has the permissions for it', async (name, call) => {
  const world = name.startsWith('GET ') ? read : await makeWorld();
  const who = usualActor(call);
  const here = changesOwnAccess(name, call) ? await withOwnAccount(world, who) : world;
  const caller = await callerOf(who, here);
  const { status, body } = await caller.call(name, await EXAMPLES[name](here, caller));
  expect(status, JSON.stringify(body)).toBe(REFUSED[name] ?? call.status);
});
