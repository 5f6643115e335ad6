import type { Account } from '#shared/contract/account.ts';
import { MAX_ID } from '#shared/contract/call.ts';
import { type Key, query } from '../../../aws/table.ts';
import { adviserPartition, childKeyOf, itemKey } from '../../../services/keys/keys.ts';
import * as KEYS from '../../../services/keys/kinds.ts';
import { FACTOR, factorKey } from './factors.ts';

/** A passkey of an account. */
export interface PasskeyItem extends Key {
  v: 1;
  name: string;
  /** COSE, in base64url. */
  publicKey: string;
  /** How often it was used, as it says itself: those that are kept in step between devices always say 0. */
  counter: number;
  /** How a device that has it is reached, in the browser's words. */
  transports: string[];
  createdAt: string;
  lastAt?: string;
}

const NAMES = KEYS.passkeyClaim.pk;
/** Sort keys of passkeys begin with this. */
export const PASSKEYS = `${FACTOR}${NAMES}`;
/** The name among an account's factors of a passkey, by its id in base64url. */
export const passkeyName = (id: string) => `${NAMES}${id}`;
/** Where a passkey is. */
export const passkeyKey = (adviserId: string, id: string): Key => factorKey(adviserId, passkeyName(id));

/** The claim of a passkey's id by one account: no two accounts can have the same (WebAuthn, 7.1 step 26). */
export const passkeyClaimKey = (id: string) => itemKey(KEYS.passkeyClaim, id);

/** Whether an id may be a passkey's here. */
export const isPasskeyId = (id: string) => id.length <= MAX_ID && /^[\w-]+$/.test(id);

/** All passkeys of an account, in the order of their ids. */
export const passkeysOf = (adviserId: string) => query<PasskeyItem>(adviserPartition(adviserId), PASSKEYS);

/** A passkey for people. */
export const toPasskey = (item: PasskeyItem): Account['passkeys'][number] => ({
  id: childKeyOf(item),
  name: item.name,
  createdAt: item.createdAt,
  lastAt: item.lastAt ?? null,
});
