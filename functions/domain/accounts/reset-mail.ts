import { unchanged } from '../../aws/expressions.ts';
import { get, type Key, type Write } from '../../aws/table.ts';
import { SYSTEM } from '../../services/audit-log/entry.ts';
import { firmLine } from '../../services/audit-log/firm-log.ts';
import { childKeyOf, idOf } from '../../services/keys/keys.ts';
import { isTooLateToMail, sendOnce } from '../../services/mail/send-once.ts';
import { resetLetter } from '../../services/mail/templates/templates.ts';
import { readSettings } from '../../services/settings.ts';
import { type AdviserItem, adviserKey, adviserReader as toAdviser } from './account.ts';
import { mailRegistration } from './confirmation-mail.ts';
import { newMailedToken } from './mailed-token.ts';
import { holderOf, mayMailRegistration } from './registration.ts';

/** A request for a new password, with the pseudonym of the address; with a name where it is the audit log's entry. */
type Requested = Key & { data: { address: string; name?: string | undefined } };

/**
 * Mails a link to a new password to the account of an address, or to the registration that waits for it; nothing where there
 * is neither, mail to the account does not arrive, or the request is more than a day old. Token hash, audit log entry and the mark
 * of the sent mail are one transaction: a repeated request voids no mailed link.
 */
export async function mailResetLink(requested: Requested, now: Date): Promise<void> {
  const { address, name } = requested.data;
  const slot = childKeyOf(requested);
  // An entry with a name is the one that this handler adds.
  if (name !== undefined || isTooLateToMail(slot, now)) return;
  const [{ adviserId, registration }, { firm }] = await Promise.all([holderOf(address, now), readSettings()]);
  if (registration && !(await mayMailRegistration(now))) return;
  if (registration) return mailRegistration(registration, { purpose: 'reset', slot, letter: resetLetter }, firm, now);
  const account = adviserId ? await get<AdviserItem>(adviserKey(adviserId)) : undefined;
  if (!account || account.mailProblem) return;
  const id = idOf(account.pk);
  const { token, kept } = newMailedToken(id, now);
  const when = [unchanged('card/email', account.card.email), ['mailProblem', 'absent']] as const;
  const keep: Write = { update: adviserKey(id), change: { set: { reset: kept }, when } };
  const data = { address, name: account.card.name };
  const entry = firmLine(SYSTEM, { action: 'password-reset-requested', data, ref: id }, now);
  await sendOnce({ purpose: 'reset', ref: id, slot }, resetLetter(firm, toAdviser(account), token), now, [keep, entry]);
}
