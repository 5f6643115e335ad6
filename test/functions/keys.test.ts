import { createHash } from 'node:crypto';
import { GenerateMacCommand, KMSClient } from '@aws-sdk/client-kms';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { secret } from '#functions/aws/derived-keys.ts';
import { portalToken, readPortalToken } from '#functions/domain/clients/portal-token.ts';
import { keyVersionIn, SETTINGS_KEY } from '#functions/services/settings.ts';
import { mocked } from '../support/mocked.ts';

vi.stubEnv('MAC_KEY_ID', 'mac-key');
vi.stubEnv('TABLE_NAME', 'table');
vi.stubEnv('FIRM_NAME', 'Harbour');
const kms = mocked(KMSClient);
const db = mocked(DynamoDBDocumentClient);
const settingsAre = (portal: number) => db.on(GetCommand).resolves({ Item: { ...SETTINGS_KEY, keys: { portal } } });
beforeEach(() => {
  kms.on(GenerateMacCommand).callsFake(({ Message }) => ({ Mac: createHash('sha256').update(Message).digest() }));
});
const asked = () =>
  kms.commandCalls(GenerateMacCommand).map(({ args: [{ input }] }) => Buffer.from(input.Message ?? []).toString());

describe('a derived key', () => {
  test('is derived only once for each version', async () => {
    const [first, again, second] = [
      await secret('portal-token', 1),
      await secret('portal-token', 1),
      await secret('portal-token', 2),
    ];
    expect(first).toBe(again);
    expect(first).not.toEqual(second);
    expect(asked()).toEqual(['onboarding-portal/portal-token/1', 'onboarding-portal/portal-token/2']);
  });

  test('is derived in a later call if KMS fails', async () => {
    kms
      .on(GenerateMacCommand)
      .rejectsOnce(new Error('throttled'))
      .resolves({ Mac: new Uint8Array([7]) });
    await expect(secret('portal-token', 3)).rejects.toThrow('throttled');
    expect(await secret('portal-token', 3)).toEqual(new Uint8Array([7]));
  });
});

test.each([
  ['1', 10, 1],
  ['9999', 10, 9999],
  ['7pr', 36, 9999],
  ['a', 36, 10],
  ['10000', 10, undefined],
  ['7ps', 36, undefined],
  ['0', 10, undefined],
  ['-1', 10, undefined],
  ['01', 10, undefined],
  ['1.0', 10, undefined],
  [' 1', 10, undefined],
  ['1e3', 10, undefined],
  ['A', 36, undefined],
  ['', 10, undefined],
  ['x', 10, undefined],
])('parses the key version “%s” in base %i as %s', (text, base, version) =>
  expect(keyVersionIn(text, base)).toBe(version),
);

describe('a portal token', () => {
  const clientId = 'AAAAAAAAAAAAAAAAAAAAAA';
  const BARE = 65;

  test.each([
    [{ version: 1, keyVersion: 1 }, ''],
    [{ version: 46, keyVersion: 1 }, '1a'],
    [{ version: 1, keyVersion: 2 }, '-2'],
    [{ version: 46, keyVersion: 2 }, '1a-2'],
    [{ version: 2, keyVersion: 9999 }, '2-7pr'],
    [{ version: 1, keyVersion: 1, person: 2 }, '--2'],
    [{ version: 46, keyVersion: 2, person: 36 }, '1a-2--10'],
  ])('for %j ends with “%s” and can be parsed again', async (versions, end) => {
    const claim = { clientId, person: 1, ...versions };
    settingsAre(versions.keyVersion);
    const token = await portalToken(claim);
    expect([token.slice(0, 22), token.slice(BARE)]).toEqual([clientId, end]);
    expect(await readPortalToken(token)).toEqual(claim);
  });

  test('has its original format for the first key version', async () => {
    expect(await portalToken({ clientId, person: 1, version: 3, keyVersion: 1 })).toBe(
      'AAAAAAAAAAAAAAAAAAAAAALA-A7WUE3bapmKImZ5Wx76VGo9gh8cKxjEaSmWDil7w3',
    );
  });

  test.each([
    [{ version: 1, keyVersion: 1 }, ['-1', '1', '-2', '2', '-', '-0', '- 1', '.1']],
    [{ version: 1, keyVersion: 2 }, ['', '2', '1-2', '-1', '-02', '-3', '-2-2', '--2', '-2 ', '-7ps', '-10000']],
    [{ version: 2, keyVersion: 2 }, ['', '2', '2-1', '2-3', '02-2', '-2', '3-2', '22', '2-']],
    [{ version: 3, keyVersion: 1 }, ['', '1', '03', '4', '3 ', '3x', '-3', '３', '3--1', '3--2', '3--02']],
    [{ version: 46, keyVersion: 1 }, ['1A', '01a', '46']],
  ])('for %j is rejected with any other ending', async (versions, ends) => {
    settingsAre(versions.keyVersion);
    const bare = (await portalToken({ clientId, person: 1, ...versions })).slice(0, BARE);
    for (const end of ends) expect(await readPortalToken(bare + end), `“${end}”`).toBeUndefined();
  });

  test('is rejected without a KMS call if the settings do not contain its key version', async () => {
    settingsAre(5);
    const bare = 'A'.repeat(BARE);
    for (const version of ['-c', '-d', '-7pr']) expect(await readPortalToken(bare + version)).toBeUndefined();
    expect(asked()).toEqual([]);
    await readPortalToken(`${bare}-5`);
    expect(asked()).toEqual(['onboarding-portal/portal-token/5']);
  });
});
