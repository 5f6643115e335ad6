import { unchanged } from '../../aws/expressions.ts';
import type { Key, Write } from '../../aws/table.ts';
import { childKeyOf, idOf } from '../keys.ts';
import { resetLetter, toAdviser } from '../mail/letters.ts';
import { sendOnce } from '../mail/send-once.ts';
import { readSettings } from '../settings.ts';
import { adviserKey } from './account.ts';
import { findByPseudonym } from './accounts.ts';
import { newResetToken } from './reset-token.ts';

/** What the firm's record keeps of a request for a new password: what stands for the address that was given. */
type Requested = Key & { data: { address: string } };

/**
 * Mails a link to a new password to the account of an address; nothing where there is no such account, or mail to it does not
 * arrive. The token's hash is kept in one transaction with the mark that the letter goes out: a request that comes twice
 * voids no link that was mailed.
 */
export async function mailResetLink(requested: Requested, now: Date): Promise<void> {
  const [account, { firm }] = await Promise.all([findByPseudonym(requested.data.address), readSettings()]);
  if (!account || account.mailProblem) return;
  const id = idOf(account.pk);
  const { token, kept } = newResetToken(id, now);
  const when = [unchanged('card/email', account.card.email), ['mailProblem', 'absent']] as const;
  const keep: Write = { update: adviserKey(id), change: { set: { reset: kept }, when } };
  const occasion = { purpose: 'reset', ref: id, slot: childKeyOf(requested) };
  await sendOnce(occasion, resetLetter(firm, toAdviser(account), token), now, [keep]);
}
