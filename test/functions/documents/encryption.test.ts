import { GetObjectCommand, ListObjectsV2Command, S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { expect, test, vi } from 'vitest';
import { encryptPart, openPart } from '#functions/domain/documents/encryption.ts';
import { partsPrefix } from '#functions/domain/documents/seal.ts';
import { mocked } from '../../support/mocked.ts';

const s3 = mocked(S3Client);
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

test('a part is missing if S3 denies its read and does not list it, and the denial stands otherwise', async () => {
  vi.stubEnv('BUCKET_NAME', 'bucket');
  const denied = new S3ServiceException({ name: 'AccessDenied', $fault: 'client', $metadata: {} });
  s3.on(GetObjectCommand).rejects(denied);
  const stored = { ...sealed(), path: `${partsPrefix(OWNER)}0-a`, size: 5, sha256: '' };
  const open = () => openPart(OWNER, PLACE, Buffer.alloc(32, 5), stored);
  s3.on(ListObjectsV2Command, { Prefix: stored.path }).resolves({});
  expect(await open()).toBeUndefined();
  s3.on(ListObjectsV2Command).resolves({ Contents: [{ Key: stored.path }] });
  await expect(open()).rejects.toBe(denied);
});
