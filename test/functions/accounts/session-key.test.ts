import { generateKeyPairSync, sign, verify } from 'node:crypto';
import { GetPublicKeyCommand, KMSClient, SignCommand } from '@aws-sdk/client-kms';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { joseSignature } from '#functions/aws/session-key.ts';
import { mocked } from '../../support/mocked.ts';

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const spki = publicKey.export({ type: 'spki', format: 'der' });
const fill = (byte: number, count: number) => Array<number>(count).fill(byte);
const integer = (...bytes: number[]) => [0x02, bytes.length, ...bytes];
const der = (...numbers: number[][]) => Uint8Array.of(0x30, numbers.flat().length, ...numbers.flat());

describe('a DER signature', () => {
  test.each<[string, number[], number[]]>([
    ['32 bytes', fill(0x7f, 32), fill(0x7f, 32)],
    ['32 bytes with the first bit set and a leading zero', [0, ...fill(0xff, 32)], fill(0xff, 32)],
    ['31 bytes, because the first would be zero', fill(0x11, 31), [0, ...fill(0x11, 31)]],
    ['31 bytes with the first bit set and a leading zero', [0, ...fill(0x80, 31)], [0, ...fill(0x80, 31)]],
    ['one byte', [1], [...fill(0, 31), 1]],
    ['one byte with the first bit set', [0, 0x80], [...fill(0, 31), 0x80]],
    ['zeros in the middle', [1, ...fill(0, 30), 1], [1, ...fill(0, 30), 1]],
  ])('is converted to JOSE with a number of %s', (_, written, read) => {
    const other = fill(0x22, 32);
    expect([...joseSignature(der(integer(...written), integer(...other)))]).toEqual([...read, ...other]);
    expect([...joseSignature(der(integer(...other), integer(...written)))]).toEqual([...other, ...read]);
  });

  const good = der(integer(...fill(1, 32)), integer(...fill(2, 32)));
  test.each<[string, Uint8Array]>([
    ['empty', new Uint8Array()],
    ['64 raw bytes', new Uint8Array(64)],
    ['one number', der(integer(...fill(1, 32)))],
    ['three numbers', der(integer(1), integer(2), integer(3))],
    ['a number without bytes', der(integer(), integer(1))],
    ['a number of 33 bytes', der(integer(...fill(1, 33)), integer(1))],
    ['a value of another type', der([0x03, 1, 1], integer(1))],
    ['truncated', good.subarray(0, -1)],
    ['followed by a byte', Uint8Array.of(...good, 0)],
    ['a number that exceeds the signature', Uint8Array.of(0x30, 6, 0x02, 1, 1, 0x02, 2, 1)],
  ])('is rejected if its bytes are %s', (_, bytes) => {
    expect(() => joseSignature(bytes)).toThrow('Not a DER-encoded P-256 signature');
  });

  test('is valid after conversion for 300 random signatures', () => {
    const text = Buffer.from('a session');
    const key = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
    // About 2 of 300 signatures contain a number shorter than 32 bytes.
    for (let i = 0; i < 300; i += 1)
      expect(verify('sha256', text, key, joseSignature(sign('sha256', text, privateKey)))).toBe(true);
  });
});

describe('the session key', () => {
  const kms = mocked(KMSClient);
  vi.stubEnv('SESSION_KEY_ID', 'session-key');
  let module: typeof import('#functions/aws/session-key.ts');
  beforeEach(async () => {
    vi.resetModules();
    module = await import('#functions/aws/session-key.ts');
  });

  test('signs in KMS and returns the JOSE format', async () => {
    kms.on(SignCommand).callsFake(({ Message }) => ({ Signature: sign('sha256', Message, privateKey) }));
    const signature = await module.signForSession('header.claims');
    const key = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
    expect(verify('sha256', Buffer.from('header.claims'), key, signature)).toBe(true);
    expect(kms.commandCalls(SignCommand)[0]?.args[0].input).toMatchObject({
      KeyId: 'session-key',
      MessageType: 'RAW',
      SigningAlgorithm: 'ECDSA_SHA_256',
    });
  });

  test('fetches its public key once, usable only to verify', async () => {
    kms.on(GetPublicKeyCommand).resolves({ PublicKey: spki });
    const [first, second] = await Promise.all([module.sessionPublicKey(), module.sessionPublicKey()]);
    expect(first).toBe(second);
    expect(first).toMatchObject({ type: 'public', usages: ['verify'] });
    expect(kms.commandCalls(GetPublicKeyCommand)).toHaveLength(1);
  });

  test('fetches its public key in a later call if KMS fails or returns none', async () => {
    kms.on(GetPublicKeyCommand).rejectsOnce(new Error('throttled')).resolvesOnce({}).resolves({ PublicKey: spki });
    await expect(module.sessionPublicKey()).rejects.toThrow('throttled');
    await expect(module.sessionPublicKey()).rejects.toThrow('no public key');
    expect(await module.sessionPublicKey()).toMatchObject({ type: 'public' });
  });
});
