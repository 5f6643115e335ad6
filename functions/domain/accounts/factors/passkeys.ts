import type { Account } from '#shared/contract/account.ts';
import { MAX_ID } from '#shared/contract/call.ts';
import { type Key, query } from '../../../aws/table.ts';
import * as KEYS from '../../../services/keys/item-kinds.ts';
import { adviserPartition, childKeyOf, itemKey } from '../../../services/keys/keys.ts';
import { FACTOR, factorKey } from './factors.ts';

export interface PasskeyItem extends Key {
  v: 1;
  name: string;
  /** COSE, in base64url. */
  publicKey: string;
  /** Number of uses that the passkey reported last; synced passkeys always report 0. */
  counter: number;
  transports: string[];
  createdAt: string;
  lastAt?: string;
}

const NAMES = KEYS.passkeyClaim.pk;
export const PASSKEYS = `${FACTOR}${NAMES}`;
export const passkeyName = (id: string) => `${NAMES}${id}`;
export const passkeyKey = (adviserId: string, id: string): Key => factorKey(adviserId, passkeyName(id));

/** Key of an account's claim to a passkey id, which is unique across accounts (WebAuthn, 7.1 step 26). */
export const passkeyClaimKey = (id: string) => itemKey(KEYS.passkeyClaim, id);

export const isPasskeyId = (id: string) => id.length <= MAX_ID && /^[\w-]+$/.test(id);

export const passkeysOf = (adviserId: string) => query<PasskeyItem>(adviserPartition(adviserId), PASSKEYS);

export const toPasskey = (item: PasskeyItem): Account['passkeys'][number] => ({
  id: childKeyOf(item),
  name: item.name,
  createdAt: item.createdAt,
  lastAt: item.lastAt ?? null,
});
