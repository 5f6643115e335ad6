import { beforeEach, describe, expect, test } from 'vitest';
import { put } from '#functions/aws/table.ts';
import { adviserKey, sessionKey } from '#functions/domain/accounts/account.ts';
import { sessionItem } from '#functions/domain/accounts/session.ts';
import { newId } from '#functions/services/keys/keys.ts';
import type { SessionLine } from '#shared/contract/account.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/rules/time.ts';
import { doneBy, login, me, saveSettings, withCookie } from '../../support/acts.ts';
import { Caller } from '../../support/api.ts';
import { changeStored, stored } from '../../support/aws.ts';
import { newAdmin, newAdviser, PASSWORD, type Person } from '../../support/builders.ts';
import { atOnce } from '../../support/faults/interleaved.ts';
import { calling } from '../../support/handlers.ts';

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0';

let ann: Person;
let other: Caller;
beforeEach(async () => {
  ann = await newAdviser();
  other = new Caller();
  await login(ann.email, PASSWORD, other, { 'user-agent': FIREFOX });
});

const list = async (caller: Caller = ann): Promise<SessionLine[]> =>
  (await caller.call('GET /api/account/sessions')).body;
const end = (id: string, caller: Caller = ann) => caller.call('DELETE /api/account/sessions/{id}', { params: { id } });
const idOfOther = async () => (await list(other))[0]?.id ?? '';

describe('the list of sessions', () => {
  test('shows the current session first, then the others of the account only', async () => {
    const [mine, theirs, ...more] = await list();
    expect(more).toEqual([]);
    expect(mine).toEqual({
      id: expect.any(String),
      label: 'Unknown device',
      at: expect.any(String),
      lastAt: expect.any(String),
      current: true,
    });
    expect(theirs).toMatchObject({ label: 'Windows, Firefox', current: false });
    expect((await list(other)).map(({ label, current }) => [label, current])).toEqual([
      ['Windows, Firefox', true],
      ['Unknown device', false],
    ]);
  });

  test('omits sessions that a reset, a password change or their expiry has ended', async () => {
    const [now, long] = [new Date(), new Date(Date.now() - 12 * HOUR_MS)];
    const add = (version: number, keyVersion: number, at: Date) =>
      put(sessionItem({ adviserId: ann.id, id: newId(), version, keyVersion }, at, 'iPad, Safari'));
    await add(1, 1, long);
    await add(0, 1, now);
    await add(1, 99, now);
    expect(await list()).toHaveLength(2);
  });

  test('omits sessions that were idle for too long under the firm’s limit', async () => {
    const admin = await newAdmin();
    await changeStored(sessionKey(ann.id, await idOfOther()), {
      lastAt: new Date(Date.now() - 15 * MINUTE_MS).toISOString(),
    });
    for (const [idleMinutes, length] of [
      [16, 2],
      [15, 1],
      [null, 2],
    ]) {
      await saveSettings(admin, { staff: { idleMinutes } });
      expect(await list()).toHaveLength(length ?? 0);
    }
  });
});

describe('ending a session', () => {
  test('signs it out immediately, and is logged with the browser', async () => {
    const id = await idOfOther();
    expect((await end(id)).status).toBe(204);
    expect([await me(other), await me(ann)]).toEqual([401, 200]);
    expect((await end(id)).status).toBe(404);
    expect((await doneBy(ann))[0]).toBe('Signed out Windows, Firefox');
  });

  test('signs out if it is the current one', async () => {
    const [mine] = await list();
    const { status, headers } = await end(mine?.id ?? '');
    expect([status, headers.getSetCookie()]).toEqual([204, [expect.stringMatching(/^session=; .*Max-Age=0/)]]);
    expect([await me(ann), await me(other)]).toEqual([401, 200]);
    expect((await doneBy(ann))[0]).toBe('Signed out');
  });

  test.each([
    ['another account’s session', async () => (await list(await newAdviser()))[0]?.id ?? ''],
    ['an unknown session', async () => newId()],
    ['a malformed id', async () => '..'],
  ])('returns 404 for %s', async (_, idOf) => {
    expect((await end(await idOf())).status).toBe(404);
  });
});

test('ending all other sessions keeps the current one with a new cookie, and ends copies of the old one', async () => {
  const copy = withCookie(ann.cookie);
  expect((await ann.call('DELETE /api/account/sessions')).status).toBe(204);
  expect([await me(ann), await me(copy), await me(other)]).toEqual([200, 401, 401]);
  expect(await list()).toHaveLength(1);
  expect((await doneBy(ann))[0]).toBe('Signed out all other browsers');
});

test('two sessions that end each other concurrently leave one', async () => {
  await atOnce(
    async () => {
      const person = await newAdviser();
      const second = new Caller();
      await login(person.email, PASSWORD, second);
      return { person, second };
    },
    ({ person: { cookie } }) => calling({ cookie }, 'DELETE /api/account/sessions'),
    ({ second: { cookie } }) => calling({ cookie }, 'DELETE /api/account/sessions'),
    async ({ person }, answers) => {
      expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 401]);
      expect(await stored(adviserKey(person.id))).toMatchObject({ sessionVersion: 2 });
    },
  );
});
