import { createHash, verify } from 'node:crypto';
import canonicalize from 'canonicalize';
import { signEvidence } from '../../aws/evidence-key.ts';
import type { Key } from '../../aws/table.ts';
import * as KEYS from '../../services/keys/item-kinds.ts';
import { childKeyOf, clientIdOf, itemKey } from '../../services/keys/keys.ts';
import type { RequestItem } from '../requests/request.ts';

/** A file in the evidence; SHA-256 in hex, size in bytes. */
interface FileFacts {
  id: string;
  name: string;
  size: number;
  sha256: string;
}

/** All that proves a signature. Times are ISO, entries are keys of the client's audit log. */
export interface Evidence {
  id: string;
  firm: string;
  client: { id: string; name: string };
  document: FileFacts & { pages: number };
  copy: FileFacts;
  /** `name` as it was typed, `person` and `email` as the firm has them. */
  signer: { name: string; person: string; number: number; email: string };
  mark: { width: number; height: number; sha256: string };
  consent: string;
  asked: { at: string; by: string; entry: string };
  read: { at: string; entry: string };
  code: { at: string; entry: string };
  signedAt: string;
  device: string;
  /** When and how the signer had confirmed the device; null without a confirmation. */
  confirmed: { at: string; by: 'code' | 'phone' } | null;
  network: string;
}

export interface EvidenceItem extends Key {
  v: 1;
  /** The evidence as JSON (RFC 8785), whose digest was signed. */
  json: string;
  /** Signature in DER and public key as SPKI, in base64. */
  signature: string;
  key: string;
}

const evidenceKey = (request: RequestItem): Key => itemKey(KEYS.evidence, clientIdOf(request), childKeyOf(request));

/** Returns true if the evidence has the signature of its key. */
export const isAuthentic = ({ json, signature, key }: EvidenceItem): boolean =>
  verify(
    'sha256',
    Buffer.from(json),
    { key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' },
    Buffer.from(signature, 'base64'),
  );

/** Returns the evidence of a request's signature, signed by KMS. */
export async function evidenceOf(request: RequestItem, evidence: Evidence): Promise<EvidenceItem> {
  const json = canonicalize({ v: 1, ...evidence });
  if (json === undefined) throw new Error('The evidence is no JSON');
  const digest = createHash('sha256').update(json).digest();
  return { ...evidenceKey(request), v: 1, json, ...(await signEvidence(digest)) };
}
