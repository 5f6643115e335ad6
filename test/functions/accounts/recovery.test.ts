import { describe, expect, test } from 'vitest';
import { newRecoveryCodes, takeRecovery } from '#functions/domain/accounts/factors/recovery.ts';
import { newId } from '#functions/services/keys/keys.ts';
import { deriveWithoutKms } from '../../support/derived-keys.ts';

deriveWithoutKms();

const make = (id = newId()) => newRecoveryCodes(id, new Date());
/** Returns a code as the contract’s schema normalises it. */
const typed = (code: string) => code.replace(/[\s-]/g, '').toLowerCase();

describe('recovery codes', () => {
  test('are ten codes of 50 bits, stored only as hashes', async () => {
    const { codes, item } = await make();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) {
      expect(code).toMatch(/^[0-9a-hj-km-np-tv-z]{5}-[0-9a-hj-km-np-tv-z]{5}$/);
      expect(JSON.stringify(item)).not.toContain(typed(code));
    }
    expect(Object.keys(item.codes)).toHaveLength(10);
    expect(item.left).toBe(10);
  });

  test('sign in once each', async () => {
    const { codes, item } = await make();
    for (const code of codes) {
      const taken = (await takeRecovery(item, typed(code))) ?? expect.fail(code);
      expect(taken.left).toBe(9);
      const [path = ''] = 'update' in taken.write ? Object.keys(taken.write.change.set ?? {}) : [];
      const { [path.slice('codes/'.length)]: _, ...others } = item.codes;
      expect(Object.keys(others)).toHaveLength(9);
      expect(await takeRecovery({ ...item, codes: others }, typed(code))).toBeUndefined();
    }
  });

  test('are rejected if they belong to another account or a former set', async () => {
    const id = newId();
    const [own, former, other] = [await make(id), await make(id), await make()];
    for (const code of [...former.codes, ...other.codes])
      expect(await takeRecovery(own.item, typed(code))).toBeUndefined();
  });

  test('are accepted with look-alike characters (o for 0, l for 1)', async () => {
    for (;;) {
      const { codes, item } = await make();
      const code = codes.find((one) => /[01]/.test(one));
      if (!code) continue;
      const misread = typed(code).replaceAll('0', 'o').replaceAll('1', 'l');
      expect(await takeRecovery(item, misread)).toMatchObject({ left: 9 });
      return;
    }
  });

  test('are not matched against inherited object properties', async () => {
    const { item } = await make();
    expect(await takeRecovery(item, 'constructo')).toBeUndefined();
  });
});
