import { randomInt } from 'node:crypto';
import { hmacText } from '../../../aws/derived-keys.ts';
import { unchanged } from '../../../aws/expressions.ts';
import { type Key, transact, type Write } from '../../../aws/table.ts';
import { firmEntry } from '../../../services/audit-log/firm-log.ts';
import { conflict } from '../../../services/errors.ts';
import { idOf } from '../../../services/keys/keys.ts';
import { adviserKey, hasSecondFactor } from '../account.ts';
import { actorOf, type Enrolling, type Staff } from '../session.ts';
import { factorKey, type Own, RECOVERY, sameFactors } from './factors.ts';

/** Never rotated: a new version would invalidate the codes that people have printed. */
const KEY_VERSION = 1;
const CODES = 10;
/** Crockford's base 32, which omits look-alikes. 10 characters are 50 bits. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 10;

export interface RecoveryItem extends Key {
  v: 1;
  /** HMACs of the unused codes. */
  codes: Record<string, true>;
  left: number;
  createdAt: string;
}

const withoutLookAlikes = (code: string) => code.replaceAll('o', '0').replaceAll(/[il]/g, '1');

/** Returns the HMAC of an account's code. `code` is in lower case, without hyphens. */
const hmacOf = (adviserId: string, code: string) =>
  hmacText('code', KEY_VERSION, `recovery:${adviserId}:${withoutLookAlikes(code)}`);

const newCode = () => Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
const shown = (code: string) => `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`;

export async function newRecoveryCodes(adviserId: string, now: Date): Promise<{ codes: string[]; item: RecoveryItem }> {
  const codes = new Set<string>();
  while (codes.size < CODES) codes.add(newCode());
  const marks = await Promise.all([...codes].map((code) => hmacOf(adviserId, code)));
  const item: RecoveryItem = {
    ...factorKey(adviserId, RECOVERY),
    v: 1,
    codes: Object.fromEntries(marks.map((mark) => [mark, true])),
    left: CODES,
    createdAt: now.toISOString(),
  };
  return { codes: [...codes].map(shown), item };
}

/** Returns the write that consumes a recovery code, and how many remain; `undefined` for a wrong one. */
export async function takeRecovery(
  { pk, sk, codes, left }: RecoveryItem,
  code: string,
): Promise<{ write: Write; left: number } | undefined> {
  const mark = await hmacOf(idOf(pk), code);
  if (!Object.hasOwn(codes, mark)) return undefined;
  const change = {
    set: { [`codes/${mark}`]: undefined, left: left - 1 },
    when: [unchanged('left', left), [`codes/${mark}`, 'exists']] as const,
  };
  return { write: { update: { pk, sk }, change }, left: left - 1 };
}

/** Replaces all recovery codes and returns the new ones. Throws 409 without a second factor. */
export async function renewRecoveryCodes(
  actor: Staff | Enrolling,
  { account }: Pick<Own, 'account'>,
  now: Date,
): Promise<string[]> {
  if (!account || !hasSecondFactor(account)) throw conflict('Set up an authenticator app or a passkey first.');
  const { codes, item } = await newRecoveryCodes(actor.id, now);
  await transact([
    { check: adviserKey(actor.id), when: sameFactors(account) },
    { put: { ...item } },
    firmEntry(actorOf(actor), { action: 'recovery-codes-made', data: {} }, now),
  ]);
  return codes;
}
