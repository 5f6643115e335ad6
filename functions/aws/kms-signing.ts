import { GetPublicKeyCommand, type MessageType, SignCommand } from '@aws-sdk/client-kms';
import { kms } from './kms.ts';

/** Signs a message of at most 4 KB, or a digest, by ECDSA with SHA-256. Returns DER. The private key never leaves KMS. */
export async function kmsSignature(KeyId: string, Message: Uint8Array, type: MessageType): Promise<Uint8Array> {
  const command = new SignCommand({ KeyId, Message, MessageType: type, SigningAlgorithm: 'ECDSA_SHA_256' });
  const { Signature } = await kms.send(command);
  if (!Signature) throw new Error('KMS returned no signature');
  return Signature;
}

/** Returns a public key as SPKI. */
export async function kmsPublicKey(KeyId: string) {
  const { PublicKey } = await kms.send(new GetPublicKeyCommand({ KeyId }));
  if (!PublicKey) throw new Error('KMS returned no public key');
  return PublicKey;
}
