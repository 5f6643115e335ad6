import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { DecryptCommand, GenerateDataKeyCommand, InvalidCiphertextException } from '@aws-sdk/client-kms';
import { GetObjectCommand, PutObjectCommand, S3ServiceException } from '@aws-sdk/client-s3';
import { MAX_FILE_BYTES } from '#shared/rules/limits.ts';
import { PART_BYTES, partCount } from '#shared/rules/uploads.ts';
import { env } from '../../aws/env.ts';
import { kms } from '../../aws/kms.ts';
import { isMissing, s3 } from '../../aws/s3.ts';
import { TamperAlarm } from '../../services/log/log.ts';
import {
  IN_PARTS,
  type Owner,
  objectKey,
  type PartsSeal,
  partsPrefix,
  type Seal,
  type Sealed,
  type StoredPart,
  WHOLE,
  type WholeSeal,
} from './seal.ts';

const Bucket = () => env('BUCKET_NAME');
const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Thrown for an object that another version encrypted. Answered with 500, without a tamper alarm. */
export class UnknownFormat extends Error {}

/** Place of a part in its file; `size` is the length of the whole file in bytes. */
export interface PartPlace {
  index: number;
  count: number;
  size: number;
}

const encryptionContext = ({ clientId, documentId }: Owner) => ({ clientId, documentId });

const ofWhole = ({ clientId, documentId }: Owner) => [clientId, documentId];
const ofPart = ({ clientId, documentId }: Owner, { index, count, size }: PartPlace) =>
  ['part', clientId, documentId, index, count, size] as const;
type Binding = ReturnType<typeof ofWhole> | ReturnType<typeof ofPart>;

const additionalData = (binding: Binding) => Buffer.from(JSON.stringify(binding));
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

export async function newDataKey(owner: Owner): Promise<{ dataKey: Uint8Array; encryptionKey: string }> {
  const command = new GenerateDataKeyCommand({
    KeyId: env('DATA_KEY_ID'),
    KeySpec: 'AES_256',
    EncryptionContext: encryptionContext(owner),
  });
  const { Plaintext, CiphertextBlob } = await kms.send(command);
  if (!Plaintext || !CiphertextBlob) throw new Error('KMS returned no data key');
  return { dataKey: Plaintext, encryptionKey: base64(CiphertextBlob) };
}

/** Throws {@link TamperAlarm} if the stored key belongs to another document or was altered. */
export async function openDataKey(owner: Owner, encryptionKey: string): Promise<Uint8Array> {
  const command = new DecryptCommand({
    KeyId: env('DATA_KEY_ID'),
    CiphertextBlob: Buffer.from(encryptionKey, 'base64'),
    EncryptionContext: encryptionContext(owner),
  });
  const { Plaintext } = await kms.send(command).catch((error: unknown) => {
    throw error instanceof InvalidCiphertextException ? new TamperAlarm('The data key cannot be decrypted') : error;
  });
  if (!Plaintext) throw new Error('KMS returned no data key');
  return Plaintext;
}

function encipher(binding: Binding, dataKey: Uint8Array, plaintext: Uint8Array, iv = randomBytes(IV_BYTES)) {
  const cipher = createCipheriv(CIPHER, dataKey, iv).setAAD(additionalData(binding));
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  return { ciphertext, iv: base64(iv), authTag: base64(cipher.getAuthTag()) };
}

function decipher(binding: Binding, { iv, authTag }: Sealed, dataKey: Uint8Array, ciphertext: Uint8Array): Buffer {
  try {
    const opened = createDecipheriv(CIPHER, dataKey, Buffer.from(iv, 'base64'), { authTagLength: TAG_BYTES })
      .setAAD(additionalData(binding))
      .setAuthTag(Buffer.from(authTag, 'base64'));
    return Buffer.concat([opened.update(ciphertext), opened.final()]);
  } catch {
    throw new TamperAlarm('The stored object cannot be decrypted');
  }
}

async function putObject(Key: string, Body: Uint8Array): Promise<void> {
  await s3.send(new PutObjectCommand({ Bucket: Bucket(), Key, Body, ContentType: 'application/octet-stream' }));
}

async function readObject(Key: string): Promise<Uint8Array | undefined> {
  try {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket: Bucket(), Key }));
    return await Body?.transformToByteArray();
  } catch (error) {
    if (error instanceof S3ServiceException && (await isMissing(Key))) return undefined;
    throw error;
  }
}

/** Stores a file as one ciphertext, bound to client and document. Waits for `recorded` before it stores. */
export async function sealDocument(
  owner: Owner,
  plaintext: Uint8Array,
  recorded: Promise<unknown>,
): Promise<WholeSeal> {
  const [{ dataKey, encryptionKey }] = await Promise.all([newDataKey(owner), recorded]);
  const { ciphertext, ...sealed } = encipher(ofWhole(owner), dataKey, plaintext);
  dataKey.fill(0);
  const encryptedPath = objectKey(owner);
  await putObject(encryptedPath, ciphertext);
  return { format: WHOLE, encryptedPath, encryptionKey, ...sealed };
}

/** Encrypts a part, bound to its document and place, so that parts cannot be exchanged, left out or repeated. */
export const encryptPart = (
  owner: Owner,
  place: PartPlace,
  dataKey: Uint8Array,
  plaintext: Uint8Array,
  iv?: NonSharedBuffer,
) => encipher(ofPart(owner, place), dataKey, plaintext, iv);

const ATTEMPT_BYTES = 6;

const newPartPath = (owner: Owner, index: number) =>
  `${partsPrefix(owner)}${index}-${randomBytes(ATTEMPT_BYTES).toString('base64url')}`;

/** Returns new paths for a file that is stored in parts; none for a small one, which is stored whole. */
export const newPartPaths = (owner: Owner, size: number): string[] =>
  size <= MAX_FILE_BYTES ? [] : Array.from({ length: partCount(size) }, (_, index) => newPartPath(owner, index));

/** Stores a part under a new key, unless it is given one. */
export async function storeEncryptedPart(
  owner: Owner,
  place: PartPlace,
  dataKey: Uint8Array,
  { bytes, sha256, path = newPartPath(owner, place.index) }: { bytes: Uint8Array; sha256: string; path?: string },
): Promise<StoredPart> {
  const { ciphertext, ...sealed } = encryptPart(owner, place, dataKey, bytes);
  await putObject(path, ciphertext);
  return { path, size: bytes.length, sha256, ...sealed };
}

/** Stores a file whole, or in parts at `paths`. Waits for `recorded` before it stores. */
export async function sealFile(
  owner: Owner,
  plaintext: Uint8Array,
  paths: readonly string[],
  recorded: Promise<unknown>,
): Promise<Seal> {
  if (paths.length === 0) return sealDocument(owner, plaintext, recorded);
  const [{ dataKey, encryptionKey }] = await Promise.all([newDataKey(owner), recorded]);
  const storing = paths.map((path, index) => {
    const bytes = plaintext.subarray(index * PART_BYTES, (index + 1) * PART_BYTES);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const place = { index, count: paths.length, size: plaintext.length };
    return storeEncryptedPart(owner, place, dataKey, { bytes, sha256, path });
  });
  const parts = await Promise.all(storing);
  dataKey.fill(0);
  return { format: IN_PARTS, encryptionKey, parts };
}

/** Returns a part; `undefined` if its object is gone. Throws {@link TamperAlarm} if anything was altered. */
export async function openPart(
  owner: Owner,
  place: PartPlace,
  dataKey: Uint8Array | Promise<Uint8Array>,
  part: StoredPart,
): Promise<Buffer | undefined> {
  if (!part.path.startsWith(partsPrefix(owner))) throw new TamperAlarm('The part points to another document’s object');
  const [ciphertext, key] = await Promise.all([readObject(part.path), dataKey]);
  return ciphertext && decipher(ofPart(owner, place), part, key, ciphertext);
}

/** Parts in memory at a time, besides the file. */
const PARTS_AT_ONCE = 4;

/** Returns all parts as one file; `undefined` if an object is gone. */
export async function openParts(
  owner: Owner,
  { encryptionKey, parts }: Omit<PartsSeal, 'format'>,
  size: number,
): Promise<Buffer | undefined> {
  const dataKey = await openDataKey(owner, encryptionKey);
  const file = Buffer.alloc(size);
  let at = 0;
  for (let first = 0; first < parts.length; first += PARTS_AT_ONCE) {
    const opened = await Promise.all(
      parts.slice(first, first + PARTS_AT_ONCE).map((part, i) => {
        const place = { index: first + i, count: parts.length, size };
        return openPart(owner, place, dataKey, part);
      }),
    );
    for (const bytes of opened) {
      if (!bytes) return undefined;
      at += bytes.copy(file, at);
    }
  }
  dataKey.fill(0);
  return file;
}

async function openWhole(owner: Owner, seal: WholeSeal): Promise<Buffer | undefined> {
  if (seal.encryptedPath !== objectKey(owner)) throw new TamperAlarm('The document item points to another object');
  const [ciphertext, dataKey] = await Promise.all([
    readObject(seal.encryptedPath),
    openDataKey(owner, seal.encryptionKey),
  ]);
  const plaintext = ciphertext && decipher(ofWhole(owner), seal, dataKey, ciphertext);
  dataKey.fill(0);
  return plaintext;
}

/** Returns the file; `undefined` if an object is gone. Throws {@link TamperAlarm} if anything was altered. */
export async function openDocument(owner: Owner, seal: Seal & { fileSize: number }): Promise<Buffer | undefined> {
  if (seal.format === WHOLE) return openWhole(owner, seal);
  if (seal.format === IN_PARTS) return openParts(owner, seal, seal.fileSize);
  throw new UnknownFormat(`The document is encrypted in unknown format ${(seal as { format: number }).format}`);
}
