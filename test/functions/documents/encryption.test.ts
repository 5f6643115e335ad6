import { expect, test } from 'vitest';
import { encryptPart } from '#functions/domain/documents/encryption.ts';

const CLIENT = 'AAAAAAAAAAAAAAAAAAAAAA';
const OWNER = { clientId: CLIENT, documentId: `${CLIENT}.0mwm9qhid3RW8YPjP6I6H49bc` };
const PLACE = { index: 0, count: 2, size: 4_194_305 };
const sealed = (owner = OWNER, place = PLACE) =>
  encryptPart(owner, place, Buffer.alloc(32, 5), Buffer.from('hello'), Buffer.alloc(12, 3));

test('the format of a part is fixed, as stored documents depend on it', () => {
  const { ciphertext, ...rest } = sealed();
  expect({ ciphertext: ciphertext.toString('base64'), ...rest }).toEqual({
    ciphertext: 'bpTvJBE=',
    iv: 'AwMDAwMDAwMDAwMD',
    authTag: 'PPDee5vsaAka+FaivF4bXg==',
  });
});

test.each([
  ['client', { ...OWNER, clientId: 'BAAAAAAAAAAAAAAAAAAAAA' }, PLACE],
  ['document', { ...OWNER, documentId: `${CLIENT}.0mwm9qhid3RW8YPjP6I6H49bd` }, PLACE],
  ['index', OWNER, { ...PLACE, index: 1 }],
  ['number of parts', OWNER, { ...PLACE, count: 3 }],
  ['size', OWNER, { ...PLACE, size: 4_194_306 }],
])('a part is bound to its %s', (_, owner, place) => {
  expect(sealed(owner, place).authTag).not.toBe(sealed().authTag);
});
