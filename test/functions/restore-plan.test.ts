import { describe, expect, test } from 'vitest';
import { adviserKey } from '#functions/domain/accounts/account.ts';
import { factorKey, RECOVERY, TOTP } from '#functions/domain/accounts/factors/factors.ts';
import { clientKey } from '#functions/domain/clients/client.ts';
import { codesKey } from '#functions/domain/portal/codes.ts';
import { deviceKey } from '#functions/domain/portal/device.ts';
import { itemKey } from '#functions/services/keys/keys.ts';
import * as KEYS from '#functions/services/keys/kinds.ts';
import { occasionKey } from '#functions/services/mail/send.ts';
import { counterKey, noticeKey, preferencesKey } from '#functions/services/notices.ts';
import { dueKeys } from '#functions/services/scheduler/scheduler.ts';
import { SETTINGS } from '#functions/services/settings.ts';
import { itemsToRemove, itemsToWrite } from '#infra/ops/restore-plan.ts';
import { dueItemKey } from '../support/due-item.ts';

const line = { ...itemKey(KEYS.firmEntry, '', '1'), v: 2, action: 'signed-in' };
const restored = { ...line, restored: true };
const settings = (version: number, more: object) => ({ ...SETTINGS, v: 1, version, ...more });

describe('of what there was', () => {
  test('a line that is gone comes back marked, so that nothing follows from it again', () => {
    expect(itemsToWrite([line], [])).toEqual([restored]);
  });

  test('a line that is there stays as it is, and so does one that came later', () => {
    const altered = { ...line, action: 'altered' };
    expect(itemsToWrite([line], [altered])).toEqual([]);
    expect(itemsToRemove([], [line])).toEqual([]);
  });

  test('notices, their count and what was due neither come back nor go', () => {
    const due = { ...dueItemKey(clientKey('a').pk, 'mail', 'b'), v: 1, ...dueKeys(new Date(), 'mail', 'b') };
    const bundles = [itemKey(KEYS.clientMail, 'a'), itemKey(KEYS.adviserMail, 'a', 'b'), itemKey(KEYS.dailyMail, 'a')];
    const notices = [noticeKey('a', 'b'), counterKey('a')];
    const passing = [due, ...[...notices, ...bundles, itemKey(KEYS.migrations)].map((key) => ({ ...key, v: 1 }))];
    expect(itemsToWrite(passing, [])).toEqual([]);
    expect(itemsToRemove([], passing)).toEqual([]);
  });

  test('what says that a letter was sent comes back where it is gone, and is not changed', () => {
    const letter = { ...occasionKey({ purpose: 'reset', ref: 'a', slot: 'b' }), v: 1, by: 'c' };
    expect(itemsToWrite([letter], [])).toEqual([letter]);
    expect(itemsToWrite([letter], [{ ...letter, by: 'd' }])).toEqual([]);
  });

  test('choices of mail go back with the account', () => {
    const choices = { ...preferencesKey('a'), v: 1, messages: 'off' };
    expect(itemsToWrite([choices], [{ ...choices, messages: 'now' }])).toEqual([choices]);
  });

  test('settings go back, but no version of a key and not the number of changes', () => {
    const then = settings(3, { firm: { name: 'Former' }, keys: { portal: 2 } });
    const now = settings(7, { firm: { name: 'Present' }, keys: { session: 4, portal: 1 } });
    expect(itemsToWrite([then], [now])).toEqual([
      settings(7, { firm: { name: 'Former' }, keys: { session: 4, portal: 2 } }),
    ]);
    expect(itemsToWrite([settings(3, {})], [settings(3, { keys: { session: 2, portal: 1 } })])).toEqual([]);
  });
});

const keys = (session: number, portal: number) => ({ keys: { session, portal } });

test.each([
  ['older versions', keys(1, 3), keys(2, 2), keys(2, 3)],
  ['no versions yet', {}, keys(2, 1), keys(2, 1)],
  ['versions, where nothing stands now', keys(2, 3), undefined, keys(2, 3)],
  ['versions, where a new table has its first', keys(2, 3), {}, keys(2, 3)],
])('settings of a copy with %s take no key back', (_, then, now, written) => {
  const firm = { firm: { phone: '1' } };
  const present = now ? [settings(2, { ...now, firm: { phone: '2' } })] : [];
  expect(itemsToWrite([settings(2, { ...then, ...firm })], present)).toEqual([settings(2, { ...firm, ...written })]);
});

test('a link that was revoked since stays so', () => {
  const client = { ...clientKey('a'), name: 'then', tokenVersion: 1 };
  const present = { ...client, name: 'now', tokenVersion: 4 };
  expect(itemsToWrite([client], [present])).toEqual([{ ...client, tokenVersion: 4 }]);
});

test('who may open a portal stays as it is: no device, no former link and no suspended portal comes back', () => {
  const then = { ...clientKey('a'), name: 'then', tokenVersion: 1, linkIssuedAt: '1', linkMailedTo: 'a@b.example' };
  const now = { ...then, name: 'now', tokenVersion: 2, deviceVersion: 3, linkIssuedAt: '2', portalSuspended: true };
  const { linkMailedTo: _, ...present } = now;
  expect(itemsToWrite([then], [present])).toEqual([{ ...present, name: 'then' }]);
  const entries = [
    { ...deviceKey('a', 'b'), v: 1, version: 3 },
    { ...codesKey('a'), v: 1 },
  ];
  expect(itemsToWrite(entries, [])).toEqual([]);
  expect(itemsToRemove([], entries)).toEqual([]);
});

describe('the second factors of an account', () => {
  const account = (more: object, secondFactor?: true) => ({
    ...adviserKey('a'),
    v: 1,
    sessionVersion: 1,
    card: { name: 'Ann', ...(secondFactor && { secondFactor }) },
    ...more,
  });
  const factor = (name: string) => ({ ...factorKey('a', name), v: 1 });
  const then = [account({ totp: true, passkeys: 2 }, true), factor(TOTP), factor(RECOVERY), line];

  test('stay as they are where it is still there: no used code and no lost device comes back to life', () => {
    const now = [account({ passkeys: 1, clientCount: 3 }, true), factor('PASSKEY#x')];
    expect(itemsToWrite(then, now)).toEqual([account({ passkeys: 1 }, true), restored]);
    expect(itemsToWrite(then, [account({ clientCount: 3 })])).toEqual([account({}), restored]);
  });

  test('come back with it where it is gone', () => {
    expect(itemsToWrite(then, [])).toEqual([...then.slice(0, -1), restored]);
  });

  test('leave an account that is the same as it is', () => {
    const same = account({ passkeys: 1 }, true);
    expect(itemsToWrite([same], [same])).toEqual([]);
  });
});
