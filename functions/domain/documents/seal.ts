import type { Key } from '../../aws/table.ts';
import { clientIdOf, idOfChild } from '../../services/keys/keys.ts';

/** Format 1: one AES-256-GCM ciphertext of the whole file. */
export const WHOLE = 1;
/** Format 2: one ciphertext for each part of the file. */
export const IN_PARTS = 2;

export interface Owner {
  clientId: string;
  documentId: string;
}

export interface Sealed {
  iv: string;
  authTag: string;
}

export interface WholeSeal extends Sealed {
  format: typeof WHOLE;
  encryptedPath: string;
  /** Data key, encrypted by KMS, base64. */
  encryptionKey: string;
}

/** Ciphertext of a part. Each attempt to store a part has its own path and IV. */
export interface StoredPart extends Sealed {
  path: string;
  size: number;
  /** SHA-256 of the plaintext, in hex. */
  sha256: string;
}

export interface PartsSeal {
  format: typeof IN_PARTS;
  /** Data key of all parts, encrypted by KMS, base64. */
  encryptionKey: string;
  parts: readonly StoredPart[];
}

export type Seal = WholeSeal | PartsSeal;

export const ownerOf = (item: Key): Owner => ({ clientId: clientIdOf(item), documentId: idOfChild(item) });

/** Contains nothing of the file's name. */
export const objectKey = ({ clientId, documentId }: Owner) => `clients/${clientId}/${documentId}`;

/** Prefix of all objects of a document in parts. */
export const partsPrefix = (owner: Owner) => `${objectKey(owner)}/`;

/** Returns the keys of a document's objects. */
export const objectsOf = (item: Partial<Pick<WholeSeal, 'encryptedPath'> & Pick<PartsSeal, 'parts'>>): string[] => [
  ...(item.encryptedPath === undefined ? [] : [item.encryptedPath]),
  ...(item.parts ?? []).map(({ path }) => path),
];
