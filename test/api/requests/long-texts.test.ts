import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { api, type CallName } from '#shared/contract/api.ts';
import type { Call } from '#shared/contract/call.ts';
import type { Sent } from '../../support/api.ts';
import { callerOf, changesOwnAccess, usualActor, withOwnAccount } from './actors.ts';
import { CALLS, EXAMPLES, makeWorld } from './world.ts';

const world = await makeWorld();

/** Three bytes in UTF-8, and six characters in the key of a provider. */
const WIDE = '险';
const LENGTHS = [10_000, 4000, 2000, 1000, 500, 255, 254, 200, 100, 60, 40, 20, 10];

/** Returns bodies in which one text each is the longest that the contract accepts. */
function widestOf(name: CallName, body: object): object[] {
  const { body: schema }: Call = api[name];
  if (typeof schema !== 'object') return [];
  const widened = (value: unknown, make: (value: unknown) => unknown): object[] =>
    Object.entries(value ?? {}).flatMap(([field, inner]) => {
      const within = (changed: unknown) => make(Object.assign(structuredClone(value) as object, { [field]: changed }));
      if (inner && typeof inner === 'object') return widened(inner, within);
      if (typeof inner !== 'string') return [];
      const length = LENGTHS.find((count) => z.safeParse(schema, within(WIDE.repeat(count))).success);
      return length ? [within(WIDE.repeat(length)) as object] : [];
    });
  return widened(body, (value) => value);
}

// 2,100 bytes are more than any key may have.
test.each(CALLS)('%s never fails for long texts in three bytes a character', async (name, call) => {
  const who = usualActor(call);
  // Not the world's accounts, which must keep their passwords and sessions.
  const own = changesOwnAccess(name, call) ? await withOwnAccount(world, who) : world;
  const caller = await callerOf(who, own);
  const sent = await EXAMPLES[name](own, caller);
  const bodies = widestOf(name, (sent.body ?? {}) as object).map((body) => ({ ...sent, body }));
  const paths = Object.keys(sent.params ?? {}).map((param) => ({
    ...sent,
    params: { ...sent.params, [param]: WIDE.repeat(700) },
  }));
  for (const long of [...bodies, ...paths]) {
    const { status } = await caller.call(name, long as Sent);
    expect(status).toBeLessThan(500);
  }
});
