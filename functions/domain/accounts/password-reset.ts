import { unchanged } from '../../aws/expressions.ts';
import type { Key, Write } from '../../aws/table.ts';
import { timeOfKey } from '../ids.ts';
import { childKeyOf, idOf } from '../keys.ts';
import { resetLetter, toAdviser } from '../mail/letters.ts';
import { sendOnce } from '../mail/send-once.ts';
import { readSettings } from '../settings.ts';
import { adviserKey } from './account.ts';
import { findByPseudonym } from './accounts.ts';
import { newResetToken } from './reset-token.ts';

/** What the firm's record keeps of a request for a new password: what stands for the address that was given. */
type Requested = Key & { data: { address: string } };

/** Whoever asked that long ago has asked again, or does not wait any more: lines can be followed again much later. */
const OLDEST_MS = 24 * 60 * 60 * 1000;

/**
 * Mails a link to a new password to the account of an address; nothing where there is no such account, mail to it does not
 * arrive, or the request is more than a day old. The token's hash is kept in one transaction with the mark that the letter goes out: a request that comes twice
 * voids no link that was mailed.
 */
export async function mailResetLink(requested: Requested, now: Date): Promise<void> {
  const key = childKeyOf(requested);
  if (now.getTime() - Date.parse(timeOfKey(key)) > OLDEST_MS) return;
  const [account, { firm }] = await Promise.all([findByPseudonym(requested.data.address), readSettings()]);
  if (!account || account.mailProblem) return;
  const id = idOf(account.pk);
  const { token, kept } = newResetToken(id, now);
  const when = [unchanged('card/email', account.card.email), ['mailProblem', 'absent']] as const;
  const keep: Write = { update: adviserKey(id), change: { set: { reset: kept }, when } };
  const occasion = { purpose: 'reset', ref: id, slot: key };
  await sendOnce(occasion, resetLetter(firm, toAdviser(account), token), now, [keep]);
}
