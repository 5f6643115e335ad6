import { describe, expect, test } from 'vitest';
import { isOurChallenge, newChallenge, spendChallenge } from '#functions/domain/accounts/factors/challenges.ts';
import { unauthorised } from '#functions/services/errors.ts';
import { newId } from '#functions/services/keys/keys.ts';
import { deriveWithoutKms } from '../../support/derived-keys.ts';

deriveWithoutKms();

const now = new Date('2026-11-22T10:00:00.000Z');
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const textOf = (bytes: Buffer) => bytes.toString('base64url');

describe('a passkey challenge', () => {
  test('is valid for its purpose for five minutes', async () => {
    const challenge = textOf(await newChallenge('use', now));
    expect(await isOurChallenge(challenge, 'use', now)).toBe(true);
    expect(await isOurChallenge(challenge, 'use', later(299))).toBe(true);
    expect(await isOurChallenge(challenge, 'use', later(300))).toBe(false);
  });

  test('is rejected for another purpose or account', async () => {
    const id = newId();
    const challenge = textOf(await newChallenge(`make:${id}`, now));
    expect(await isOurChallenge(challenge, `make:${id}`, now)).toBe(true);
    expect(await isOurChallenge(challenge, `make:${newId()}`, now)).toBe(false);
    expect(await isOurChallenge(challenge, 'use', now)).toBe(false);
  });

  test('is rejected if it was modified, truncated or extended', async () => {
    const bytes = await newChallenge('use', now);
    for (let i = 0; i < bytes.length; i += 1) {
      const changed = Buffer.from(bytes);
      changed[i] = (changed[i] ?? 0) ^ 1;
      expect(await isOurChallenge(textOf(changed), 'use', now)).toBe(false);
    }
    for (const other of [Buffer.alloc(0), bytes.subarray(0, -1), Buffer.concat([bytes, Buffer.alloc(1)])])
      expect(await isOurChallenge(textOf(other), 'use', now)).toBe(false);
  });

  test('is unique', async () => {
    expect(textOf(await newChallenge('use', now))).not.toBe(textOf(await newChallenge('use', now)));
  });

  test('is consumed under one key in every encoding', async () => {
    const challenge = textOf(await newChallenge('use', now));
    const refuse = unauthorised();
    const spent = spendChallenge(challenge, refuse, now);
    expect(spent).toMatchObject({ put: { sk: 'CHALLENGE' }, when: [['pk', 'absent']], refuse });
    expect(spendChallenge(`${challenge}=`, refuse, now)).toEqual(spent);
    expect(JSON.stringify(spent)).not.toContain(challenge);
  });
});
