import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { DecryptCommand, GenerateDataKeyCommand, InvalidCiphertextException } from '@aws-sdk/client-kms';
import { DeleteObjectCommand, GetObjectCommand, NoSuchKey, PutObjectCommand } from '@aws-sdk/client-s3';
import { env } from '../../aws/env.ts';
import { kms } from '../../aws/kms.ts';
import { s3 } from '../../aws/s3.ts';
import { TamperAlarm } from '../../services/log/log.ts';
import type { DocumentItem } from './document-item.ts';

const Bucket = () => env('BUCKET_NAME');
const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Format 1: one AES-256-GCM ciphertext of the whole file, under one data key. */
const FORMAT = 1;

/** Thrown for an object that another version encrypted. Answered with 500, without a tamper alarm. */
export class UnknownFormat extends Error {}

export interface Owner {
  clientId: string;
  documentId: string;
}
export type Seal = Pick<DocumentItem, 'format' | 'encryptedPath' | 'encryptionKey' | 'iv' | 'authTag'>;

const encryptionContext = ({ clientId, documentId }: Owner) => ({ clientId, documentId });
const additionalData = ({ clientId, documentId }: Owner) => Buffer.from(JSON.stringify([clientId, documentId]));

/** Contains nothing of the file's name. */
export const objectKey = ({ clientId, documentId }: Owner) => `clients/${clientId}/${documentId}`;

/** Stores a file as AES-256-GCM ciphertext, bound to client and document. Waits for `recorded` before it stores. */
export async function sealDocument(owner: Owner, plaintext: Uint8Array, recorded: Promise<void>): Promise<Seal> {
  const command = new GenerateDataKeyCommand({
    KeyId: env('DATA_KEY_ID'),
    KeySpec: 'AES_256',
    EncryptionContext: encryptionContext(owner),
  });
  const [{ Plaintext: dataKey, CiphertextBlob }] = await Promise.all([kms.send(command), recorded]);
  if (!dataKey || !CiphertextBlob) throw new Error('KMS returned no data key');
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, dataKey, iv).setAAD(additionalData(owner));
  const Body = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  dataKey.fill(0);
  const encryptedPath = objectKey(owner);
  await s3.send(
    new PutObjectCommand({ Bucket: Bucket(), Key: encryptedPath, Body, ContentType: 'application/octet-stream' }),
  );
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
  return {
    format: FORMAT,
    encryptedPath,
    encryptionKey: base64(CiphertextBlob),
    iv: base64(iv),
    authTag: base64(cipher.getAuthTag()),
  };
}

async function ciphertext(Key: string): Promise<Uint8Array | undefined> {
  try {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket: Bucket(), Key }));
    return await Body?.transformToByteArray();
  } catch (error) {
    if (error instanceof NoSuchKey) return undefined;
    throw error;
  }
}

async function openKey(owner: Owner, encryptionKey: string): Promise<Uint8Array> {
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

function decipher(owner: Owner, seal: Seal, dataKey: Uint8Array, sealed: Uint8Array): Buffer {
  try {
    const opened = createDecipheriv(CIPHER, dataKey, Buffer.from(seal.iv, 'base64'), { authTagLength: TAG_BYTES })
      .setAAD(additionalData(owner))
      .setAuthTag(Buffer.from(seal.authTag, 'base64'));
    return Buffer.concat([opened.update(sealed), opened.final()]);
  } catch {
    throw new TamperAlarm('The stored object cannot be decrypted');
  }
}

/** Returns the file; `undefined` if the object is gone. Throws {@link TamperAlarm} if anything was altered. */
export async function openDocument(owner: Owner, seal: Seal): Promise<Buffer | undefined> {
  if (seal.format !== FORMAT) throw new UnknownFormat(`The document is encrypted in unknown format ${seal.format}`);
  if (seal.encryptedPath !== objectKey(owner)) throw new TamperAlarm('The document item points to another object');
  const [sealed, dataKey] = await Promise.all([ciphertext(seal.encryptedPath), openKey(owner, seal.encryptionKey)]);
  const plaintext = sealed && decipher(owner, seal, dataKey, sealed);
  dataKey.fill(0);
  return plaintext;
}

export async function removeObject(encryptedPath: string): Promise<void> {
  await s3.send(new DeleteObjectCommand({ Bucket: Bucket(), Key: encryptedPath }));
}
