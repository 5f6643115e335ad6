import { unchanged } from '../../aws/expressions.ts';
import { get, type Key, type Write } from '../../aws/table.ts';
import { childKeyOf, idOf } from '../keys.ts';
import { resetLetter, toAdviser } from '../mail/letters.ts';
import { sendOnce } from '../mail/send-once.ts';
import { isTooLateToMail } from '../mail/too-late.ts';
import { readSettings } from '../settings.ts';
import { type AdviserItem, adviserKey } from './account.ts';
import { mailRegistration } from './confirmation-mail.ts';
import { newMailedToken } from './mailed-token.ts';
import { holderOf, mayMailRegistration } from './registration.ts';

/** What the firm's record keeps of a request for a new password: what stands for the address that was given. */
type Requested = Key & { data: { address: string } };

/**
 * Mails a link to a new password to the account of an address, or to the registration that waits for it; nothing where there
 * is neither, mail to the account does not arrive, or the request is more than a day old. The token's hash is kept in one
 * transaction with the mark that the letter goes out: a request that comes twice voids no link that was mailed.
 */
export async function mailResetLink(requested: Requested, now: Date): Promise<void> {
  const { address } = requested.data;
  const slot = childKeyOf(requested);
  if (isTooLateToMail(slot, now)) return;
  const [{ adviserId, registration }, { firm }] = await Promise.all([holderOf(address, now), readSettings()]);
  if (registration && !(await mayMailRegistration(now))) return;
  if (registration) return mailRegistration(registration, { purpose: 'reset', slot, letter: resetLetter }, firm, now);
  const account = adviserId ? await get<AdviserItem>(adviserKey(adviserId)) : undefined;
  if (!account || account.mailProblem) return;
  const id = idOf(account.pk);
  const { token, kept } = newMailedToken(id, now);
  const when = [unchanged('card/email', account.card.email), ['mailProblem', 'absent']] as const;
  const keep: Write = { update: adviserKey(id), change: { set: { reset: kept }, when } };
  await sendOnce({ purpose: 'reset', ref: id, slot }, resetLetter(firm, toAdviser(account), token), now, [keep]);
}
