import { type Key, query, type Write } from '../../../aws/table.ts';
import { firmEntry, writeFirmEntry } from '../../../services/audit-log/firm-log.ts';
import { lockedOut, wrongCode } from '../../../services/errors.ts';
import * as KEYS from '../../../services/keys/item-kinds.ts';
import { itemKey } from '../../../services/keys/keys.ts';
import { CODES_IN_A_ROW } from '../../../services/limits.ts';
import { takeGuessInARow } from '../../../services/rate-limit.ts';
import { deviceMark } from '../../../services/sessions/device-cookie.ts';
import type { Visit } from '../../../services/sessions/visit.ts';
import { actorOf, type HalfSignedIn } from '../session.ts';
import { RECOVERY, readFactors, TOTP } from './factors.ts';
import { type RecoveryItem, takeRecovery } from './recovery.ts';
import { type TotpItem, takeTotp } from './totp.ts';

export const codeGuessesKey = (adviserId: string): Key => itemKey(KEYS.attemptsInARow, `second-factor#${adviserId}`);

export const codeCounters = (adviserId: string) => query(codeGuessesKey(adviserId).pk, '');

/** Returns the counter of wrong codes. A known browser has its own, so that strangers cannot lock its user out. */
function counterOf({ id, half }: HalfSignedIn, { device }: Pick<Visit, 'device'>): Key {
  const shared = codeGuessesKey(id);
  const mark = device && deviceMark(device);
  return mark && mark === half.device ? itemKey(KEYS.attemptsByBrowser, `second-factor#${id}`, mark) : shared;
}

export interface VerifiedFactor {
  by: 'totp' | 'recovery' | 'passkey';
  writes: Write[];
}

export interface TypedCode {
  code?: string | undefined;
  recovery?: string | undefined;
}

async function verifyTyped(
  { code, recovery = '' }: TypedCode,
  [totp, codes]: [TotpItem?, RecoveryItem?],
  { actor, now }: { actor: HalfSignedIn; now: Date },
): Promise<VerifiedFactor | undefined> {
  if (code !== undefined) {
    const write = totp && (await takeTotp(totp, code, now));
    return write && { by: 'totp', writes: [write] };
  }
  const used = codes && (await takeRecovery(codes, recovery));
  if (!used) return undefined;
  const entry = firmEntry(actorOf(actor), { action: 'recovery-code-used', data: { left: used.left } }, now);
  return { by: 'recovery', writes: [used.write, entry] };
}

/** Counts a code, then compares it. Throws 401 if it is wrong, 429 after five wrong ones. */
export async function checkTyped(
  actor: HalfSignedIn,
  typed: TypedCode,
  { visit, now }: { visit: Pick<Visit, 'device'>; now: Date },
): Promise<VerifiedFactor> {
  const counter = counterOf(actor, visit);
  const [{ left, wait }, { factors }] = await Promise.all([
    takeGuessInARow(counter, CODES_IN_A_ROW, now),
    readFactors(actor.id, TOTP, RECOVERY),
  ]);
  if (wait > 0) throw lockedOut(wait, 'Too many wrong codes.');
  const given = await verifyTyped(typed, factors as [TotpItem?, RecoveryItem?], { actor, now });
  if (given) return { ...given, writes: [...given.writes, { delete: counter }] };
  if (left === 0) await writeFirmEntry(actorOf(actor), { action: 'second-factor-refused', data: {} }, now);
  throw wrongCode(left);
}
