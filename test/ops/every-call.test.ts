import { expect, test } from 'vitest';
import { callerOf, changesOwnAccess, usualActor, withOwnAccount } from '../api/requests/actors.ts';
import { CALLS, EXAMPLES, makeWorld } from '../api/requests/world.ts';

// The emulator enforces IAM and routes by the deployed API; all else is tested in memory.

/** Calls whose example has a token that was never mailed; the function refuses them after reading. */
const REFUSED: Readonly<Record<string, number>> = {
  'POST /api/auth/reset-password': 400,
  'POST /api/auth/confirm-address': 400,
};
/** Shared by all reads; changes get their own, as they may delete data of the next call. */
const read = await makeWorld();

test.each(CALLS)('%s is routed to a function that has the permissions for it', async (name, call) => {
  const world = name.startsWith('GET ') ? read : await makeWorld();
  const who = usualActor(call);
  const here = changesOwnAccess(name, call) ? await withOwnAccount(world, who) : world;
  const caller = await callerOf(who, here);
  const { status, body } = await caller.call(name, await EXAMPLES[name](here, caller));
  expect(status, JSON.stringify(body)).toBe(REFUSED[name] ?? call.status);
});
