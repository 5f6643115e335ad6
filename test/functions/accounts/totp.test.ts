import { describe, expect, test } from 'vitest';
import { factorKey, TOTP } from '#functions/domain/accounts/factors/factors.ts';
import {
  newTotpSecret,
  openTotp,
  sealTotp,
  stepOfCode,
  takeTotp,
  totpUrl,
} from '#functions/domain/accounts/factors/totp.ts';
import { newId } from '#functions/services/keys/keys.ts';
import { deriveWithoutKms } from '../../support/derived-keys.ts';

deriveWithoutKms();

/** Base32 of "12345678901234567890", the key of the RFC 6238 test vectors. */
const RFC_KEY = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const at = (seconds: number) => new Date(seconds * 1000);

// RFC 6238, appendix B, SHA-1: last six of the eight digits.
const VECTORS = [
  [59, '287082', 1],
  [1_111_111_109, '081804', 0x23523ec],
  [1_111_111_111, '050471', 0x23523ed],
  [1_234_567_890, '005924', 0x273ef07],
  [2_000_000_000, '279037', 0x3f940aa],
  [20_000_000_000, '353130', 0x27bc86aa],
] as const;

describe('an authenticator code', () => {
  test.each(VECTORS)('at %i seconds is %s (RFC 6238)', (seconds, code, step) => {
    expect(stepOfCode(RFC_KEY, code, at(seconds))).toBe(step);
  });

  test.each([
    [-30, 0x273ef07],
    [29, 0x273ef07],
    [-60, undefined],
    [60, undefined],
  ])('is accepted up to one step early or late, but not two: %i seconds', (offset, step) => {
    expect(stepOfCode(RFC_KEY, '005924', at(1_234_567_890 + offset))).toBe(step);
  });

  test('is rejected for another secret', () => {
    expect(stepOfCode(newTotpSecret(), '005924', at(1_234_567_890))).toBeUndefined();
  });

  test('is accepted once, and no earlier code is accepted after it', async () => {
    const id = newId();
    const now = at(1_234_567_890);
    const item = { ...factorKey(id, TOTP), v: 1 as const, sealed: await sealTotp(RFC_KEY, id), createdAt: '', step: 0 };
    const step = 0x273ef07;
    expect(await takeTotp({ ...item, step: step - 1 }, '005924', now)).toMatchObject({
      update: factorKey(id, TOTP),
      change: { set: { step } },
    });
    expect(await takeTotp({ ...item, step }, '005924', now)).toBeUndefined();
    expect(await takeTotp({ ...item, step: step + 1 }, '005924', now)).toBeUndefined();
  });
});

describe('an authenticator secret', () => {
  test('is 160 random bits in base32, in a URL with the firm’s name and the person’s address', () => {
    const secret = newTotpSecret();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(newTotpSecret()).not.toBe(secret);
    const url = new URL(totpUrl(secret, { issuer: 'Harbour & Co: Advice', label: 'ann@firm.example' }));
    expect([url.protocol, url.host]).toEqual(['otpauth:', 'totp']);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      issuer: 'Harbour & Co: Advice',
      secret,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
    expect(decodeURIComponent(url.pathname)).toContain('ann@firm.example');
  });

  test('can be decrypted only for its own account, and only if unmodified', async () => {
    const [id, other, secret] = [newId(), newId(), newTotpSecret()];
    const sealed = await sealTotp(secret, id);
    expect(sealed).not.toContain(secret);
    expect(await sealTotp(secret, id)).not.toBe(sealed);
    expect(await openTotp(sealed, id)).toBe(secret);
    await expect(openTotp(sealed, other)).rejects.toThrow();
    for (const nth of [0, 12, 28]) {
      const bytes = Buffer.from(sealed, 'base64');
      bytes[nth] = (bytes[nth] ?? 0) ^ 1;
      await expect(openTotp(bytes.toString('base64'), id)).rejects.toThrow();
    }
  });
});
