import { describe, expect, test } from 'vitest';
import type { Key } from '#functions/aws/table.ts';
import { adviserKey } from '#functions/domain/accounts/account.ts';
import { factorKey, RECOVERY, TOTP } from '#functions/domain/accounts/factors/factors.ts';
import { clientKey } from '#functions/domain/clients/client.ts';
import { codesKey } from '#functions/domain/portal/codes.ts';
import { deviceKey } from '#functions/domain/portal/device.ts';
import * as KEYS from '#functions/services/keys/item-kinds.ts';
import { itemKey } from '#functions/services/keys/keys.ts';
import { occasionKey } from '#functions/services/mail/send.ts';
import { counterKey, noticeKey, preferencesKey } from '#functions/services/notices.ts';
import { dueKeys } from '#functions/services/scheduler/scheduler.ts';
import { SETTINGS_KEY } from '#functions/services/settings.ts';
import { itemsToRemove, itemsToWrite } from '#infra/ops/restore-plan.ts';
import { dueItemKey } from '../support/due-item.ts';

const entry = { ...itemKey(KEYS.firmEntry, '', '1'), v: 2, action: 'signed-in' };
const restored = { ...entry, restored: true };
const settings = (version: number, more: object) => ({ ...SETTINGS_KEY, v: 1, version, ...more });

describe('a restore', () => {
  test('marks a restored audit-log entry, so that no event handler runs for it', () => {
    expect(itemsToWrite([entry], [])).toEqual([restored]);
  });

  test('keeps existing and later audit-log entries', () => {
    const altered = { ...entry, action: 'altered' };
    expect(itemsToWrite([entry], [altered])).toEqual([]);
    expect(itemsToRemove([], [entry])).toEqual([]);
  });

  test('neither restores nor removes notices, unread counts, pending mail and due items', () => {
    const due = { ...dueItemKey(clientKey('a').pk, 'mail', 'b'), v: 1, ...dueKeys(new Date(), 'mail', 'b') };
    const digests = [itemKey(KEYS.clientMail, 'a'), itemKey(KEYS.adviserMail, 'a', 'b'), itemKey(KEYS.dailyMail, 'a')];
    const notices = [noticeKey('a', 'b'), counterKey('a')];
    const passing = [due, ...[...notices, ...digests, itemKey(KEYS.migrations)].map((key) => ({ ...key, v: 1 }))];
    expect(itemsToWrite(passing, [])).toEqual([]);
    expect(itemsToRemove([], passing)).toEqual([]);
  });

  test('restores a missing sent-mail marker and changes no existing one', () => {
    const marker = { ...occasionKey({ purpose: 'reset', ref: 'a', slot: 'b' }), v: 1, by: 'c' };
    expect(itemsToWrite([marker], [])).toEqual([marker]);
    expect(itemsToWrite([marker], [{ ...marker, by: 'd' }])).toEqual([]);
  });

  test('restores mail preferences with the account', () => {
    const choices = { ...preferencesKey('a'), v: 1, messages: 'off' };
    expect(itemsToWrite([choices], [{ ...choices, messages: 'now' }])).toEqual([choices]);
  });

  test('restores settings except their version, and never lowers a key version', () => {
    const then = settings(3, { firm: { name: 'Former' }, keys: { portal: 2 } });
    const now = settings(7, { firm: { name: 'Present' }, keys: { session: 4, portal: 1 } });
    expect(itemsToWrite([then], [now])).toEqual([
      settings(7, { firm: { name: 'Former' }, keys: { session: 4, portal: 2 } }),
    ]);
    expect(itemsToWrite([settings(3, {})], [settings(3, { keys: { session: 2, portal: 1 } })])).toEqual([]);
  });
});

describe('a restore of letters and providers', () => {
  const loa = { ...itemKey(KEYS.loa, 'a', 'b'), v: 1, version: 2, ...dueKeys(new Date(), 'loa-chase', 'a.b') };
  const plan = { ...itemKey(KEYS.plan, 'a', 'c'), v: 1, loa: 'b' };

  test('brings letters back with their plans, without the time of the next chase', () => {
    const { dpk, dsk, ...undue } = loa;
    expect(itemsToWrite([loa, plan], [])).toEqual([undue, plan]);
    expect(itemsToRemove([], [loa])).toEqual([loa]);
  });

  test('brings providers and counts of answers back, and never lowers a version', () => {
    const provider = (version: number, phone: string) => ({
      ...itemKey(KEYS.provider, '', 'aviva'),
      v: 1,
      version,
      phone,
    });
    const counts = (n: number) => ({ ...itemKey(KEYS.responseTimes, '', '2026-11#aviva'), v: 1, n });
    expect(itemsToWrite([provider(2, 'then'), counts(4)], [provider(5, 'now'), counts(7)])).toEqual([
      provider(5, 'then'),
      counts(4),
    ]);
  });
});

const keys = (session: number, portal: number) => ({ keys: { session, portal } });

test.each([
  ['older versions', keys(1, 3), keys(2, 2), keys(2, 3)],
  ['no versions yet', {}, keys(2, 1), keys(2, 1)],
  ['versions and without current settings', keys(2, 3), undefined, keys(2, 3)],
  ['versions, in a table without key versions', keys(2, 3), {}, keys(2, 3)],
])('a restore of settings with %s lowers no key version', (_, then, now, written) => {
  const firm = { firm: { phone: '1' } };
  const present = now ? [settings(2, { ...now, firm: { phone: '2' } })] : [];
  expect(itemsToWrite([settings(2, { ...then, ...firm })], present)).toEqual([settings(2, { ...firm, ...written })]);
});

test('a restore keeps a revoked link revoked', () => {
  const client = { ...clientKey('a'), name: 'then', tokenVersion: 1, summary: {} };
  const present = { ...client, name: 'now', tokenVersion: 4 };
  expect(itemsToWrite([client], [present])).toEqual([{ ...client, tokenVersion: 4 }]);
});

test('a restore brings back no device, no former link, and lifts no suspension of a portal', () => {
  const then = {
    ...clientKey('a'),
    name: 'then',
    tokenVersion: 1,
    linkIssuedAt: '1',
    linkMailedTo: 'a@b.example',
    summary: {},
  };
  const now = {
    ...then,
    name: 'now',
    tokenVersion: 2,
    deviceVersion: 3,
    linkIssuedAt: '2',
    summary: { portalSuspended: true },
  };
  const { linkMailedTo: _, ...present } = now;
  expect(itemsToWrite([then], [present])).toEqual([{ ...present, name: 'then' }]);
  const entries = [
    { ...deviceKey('a', 'b'), v: 1, version: 3 },
    { ...codesKey('a'), v: 1 },
  ];
  expect(itemsToWrite(entries, [])).toEqual([]);
  expect(itemsToRemove([], entries)).toEqual([]);
});

test('a restore brings back no emailed link to a password or registration, and keeps the current one', () => {
  const account = { ...adviserKey('a'), v: 1, sessionVersion: 1, summary: {} };
  const registration = { ...itemKey(KEYS.registration, 'a'), v: 1, name: 'then' };
  const then = [
    { ...account, reset: { hash: 'used' } },
    { ...registration, link: { hash: 'used' } },
  ];
  expect(itemsToWrite(then, [])).toEqual([account, registration]);
  const now = [{ ...account, summary: { name: 'now' }, reset: { hash: 'live' } }];
  expect(itemsToWrite(then.slice(0, 1), now)).toEqual([{ ...account, reset: { hash: 'live' } }]);
});

test('a restore brings a request back without its hand-in time, and keeps the document’s request', () => {
  const summary = { title: 'Passport', state: 'open', attempt: 1, files: 2 };
  const request = {
    ...itemKey(KEYS.request, 'a', 'b'),
    v: 1,
    version: 3,
    gpk: 'ADVISER#c',
    gsk: 'REQUEST#2#9999#b',
    summary,
  };
  const handIn = (time: Date) => ({ handInAt: time.toISOString(), ...dueKeys(time, 'request-hand-in', 'a.b') });
  const document = { ...itemKey(KEYS.document, 'a', 'd'), v: 1, request: 'b', attempt: 1 };
  const then = [{ ...request, ...handIn(new Date('2026-03-02T10:30:00Z')) }, document];
  expect(itemsToWrite(then, [])).toEqual([request, document]);
  const settled = { ...request, version: 4, summary: { ...summary, state: 'approved' } };
  expect(itemsToWrite(then, [settled, document])).toEqual([request]);
  const waiting = { ...settled, ...handIn(new Date('2026-03-05T10:30:00Z')) };
  expect(itemsToWrite(then, [waiting, document])).toEqual([{ ...waiting, ...request }]);
});

test.each<[string, object, Key]>([
  ['viewed links', {}, itemKey(KEYS.seenLink, 'a', 'c')],
  ['second factors', { totp: true, passkeys: 1 }, factorKey('a', TOTP)],
])('a restore into an empty table restores an account with its %s', (_, mark, row) => {
  const then = [
    { ...adviserKey('a'), v: 1, sessionVersion: 1, summary: {}, ...mark },
    { ...row, v: 1 },
  ];
  expect(itemsToWrite(then, [])).toEqual(then);
});

describe('a restore of second factors', () => {
  const account = (more: object, secondFactor?: true) => ({
    ...adviserKey('a'),
    v: 1,
    sessionVersion: 1,
    summary: { name: 'Ann', ...(secondFactor && { secondFactor }) },
    ...more,
  });
  const factor = (name: string) => ({ ...factorKey('a', name), v: 1 });
  const then = [account({ totp: true, passkeys: 2 }, true), factor(TOTP), factor(RECOVERY), entry];

  test('keeps the factors of an existing account, so that no used code or lost device is valid again', () => {
    const now = [account({ passkeys: 1, createdAt: 'later' }, true), factor('PASSKEY#x')];
    expect(itemsToWrite(then, now)).toEqual([account({ passkeys: 1 }, true), restored]);
    expect(itemsToWrite(then, [account({ createdAt: 'later' })])).toEqual([account({}), restored]);
  });

  test('restores the factors of a deleted account', () => {
    expect(itemsToWrite(then, [])).toEqual([...then.slice(0, -1), restored]);
  });

  test('writes nothing for an unchanged account', () => {
    const same = account({ passkeys: 1 }, true);
    expect(itemsToWrite([same], [same])).toEqual([]);
  });
});
