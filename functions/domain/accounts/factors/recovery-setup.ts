import { transact } from '../../../aws/table.ts';
import { firmLine } from '../../../services/audit-log/firm-log.ts';
import { conflict } from '../../../services/errors.ts';
import { adviserKey, hasSecondFactor } from '../account.ts';
import { type Enrolling, recordedAs, type Staff } from '../actor.ts';
import { type Own, sameFactors } from './factors.ts';
import { newRecoveryCodes } from './recovery.ts';

/**
 * Makes recovery codes in place of all former ones, and gives them: they are never shown again. Throws 409 where there is
 * nothing that they would stand in for.
 */
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
    firmLine(recordedAs(actor), { action: 'recovery-codes-made', data: {} }, now),
  ]);
  return codes;
}
