import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
  sign,
} from 'node:crypto';
import { p256 } from '@noble/curves/nist.js';
import { AwsError } from './table.ts';

interface Request {
  Message?: string;
  MessageType?: string;
  CiphertextBlob?: string;
  EncryptionContext?: Record<string, string>;
}

const MASTER = Buffer.from(hkdfSync('sha256', 'keys in memory', '', '', 32));
const CIPHER = 'aes-256-gcm';
const [IV, TAG] = [12, 16];
const session = generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** Signs a digest, which Node.js cannot do. */
function signedDigest(digest: Uint8Array): Buffer {
  const { d = '' } = session.privateKey.export({ format: 'jwk' });
  return Buffer.from(p256.sign(digest, Buffer.from(d, 'base64url'), { prehash: false, format: 'der' }));
}

const bytes = (base64 = '') => Buffer.from(base64, 'base64');
const contextOf = ({ EncryptionContext = {} }: Request) =>
  Buffer.from(JSON.stringify(Object.entries(EncryptionContext).sort()));

function sealed(key: Uint8Array, request: Request): Buffer {
  const iv = randomBytes(IV);
  const cipher = createCipheriv(CIPHER, MASTER, iv).setAAD(contextOf(request));
  return Buffer.concat([iv, cipher.update(key), cipher.final(), cipher.getAuthTag()]);
}

function opened(request: Request): Buffer {
  const blob = bytes(request.CiphertextBlob);
  try {
    const decipher = createDecipheriv(CIPHER, MASTER, blob.subarray(0, IV)).setAAD(contextOf(request));
    decipher.setAuthTag(blob.subarray(-TAG));
    return Buffer.concat([decipher.update(blob.subarray(IV, -TAG)), decipher.final()]);
  } catch {
    throw new AwsError('InvalidCiphertextException', '');
  }
}

function newDataKey(request: Request) {
  const Plaintext = randomBytes(32);
  return { Plaintext, CiphertextBlob: sealed(Plaintext, request) };
}

function answerOf(operation: string, request: Request): Record<string, Buffer> {
  const message = bytes(request.Message);
  if (operation === 'GenerateMac') return { Mac: createHmac('sha256', MASTER).update(message).digest() };
  if (operation === 'Sign') {
    const isDigest = request.MessageType === 'DIGEST';
    return { Signature: isDigest ? signedDigest(message) : sign('sha256', message, session.privateKey) };
  }
  if (operation === 'GetPublicKey') return { PublicKey: session.publicKey.export({ type: 'spki', format: 'der' }) };
  if (operation === 'GenerateDataKey') return newDataKey(request);
  if (operation === 'Decrypt') return { Plaintext: opened(request) };
  throw new AwsError('UnsupportedOperationException', operation);
}

/** Answers an operation of KMS, with the same keys for all key ids. */
export const kms = (operation: string, request: Request) =>
  Object.fromEntries(
    Object.entries(answerOf(operation, request)).map(([name, value]) => [name, value.toString('base64')]),
  );
