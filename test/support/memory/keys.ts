import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
  sign,
} from 'node:crypto';
import { AwsError } from './table.ts';

interface Request {
  Message?: string;
  CiphertextBlob?: string;
  EncryptionContext?: Record<string, string>;
}

const MASTER = Buffer.from(hkdfSync('sha256', 'keys in memory', '', '', 32));
const CIPHER = 'aes-256-gcm';
const [IV, TAG] = [12, 16];
const session = generateKeyPairSync('ec', { namedCurve: 'P-256' });

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

/** Answers an operation of KMS: one HMAC key, one for data keys and one that signs, the same whatever key id is named. */
export function kms(operation: string, request: Request): object {
  const answers: Record<string, () => Record<string, Buffer>> = {
    GenerateMac: () => ({ Mac: createHmac('sha256', MASTER).update(bytes(request.Message)).digest() }),
    Sign: () => ({ Signature: sign('sha256', bytes(request.Message), session.privateKey) }),
    GetPublicKey: () => ({ PublicKey: session.publicKey.export({ type: 'spki', format: 'der' }) }),
    GenerateDataKey: () => {
      const Plaintext = randomBytes(32);
      return { Plaintext, CiphertextBlob: sealed(Plaintext, request) };
    },
    Decrypt: () => ({ Plaintext: opened(request) }),
  };
  const answer = answers[operation]?.();
  if (!answer) throw new AwsError('UnsupportedOperationException', operation);
  return Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, value.toString('base64')]));
}
