import { unchanged } from '../../aws/expressions.ts';
import { get, type Write } from '../../aws/table.ts';
import type { LineOf } from '../../services/audit-log/entry.ts';
import { childKeyOf } from '../../services/keys/keys.ts';
import { isTooLateToMail, sendOnce } from '../../services/mail/send-once.ts';
import { invitationLetter } from '../../services/mail/templates/templates.ts';
import { readSettings } from '../../services/settings.ts';
import { type AdviserItem, adviserKey, adviserReader as toAdviser } from './account.ts';
import { newMailedToken } from './mailed-token.ts';

/** Mails the link of an invitation, valid for a week; nothing where a password was chosen or the entry is over a day old. */
export async function mailInvitation(
  entry: LineOf<'account-created'> | LineOf<'invitation-repeated'>,
  now: Date,
): Promise<void> {
  const slot = childKeyOf(entry);
  if (entry.ref === undefined || isTooLateToMail(slot, now)) return;
  if (entry.action === 'account-created' && !entry.data.invited) return;
  const [account, { firm }] = await Promise.all([get<AdviserItem>(adviserKey(entry.ref)), readSettings()]);
  if (!account?.card.invited || account.mailProblem) return;
  const { token, kept } = newMailedToken(entry.ref, now, 'week');
  const when = [unchanged('card/email', account.card.email), unchanged('card/invited', true)];
  const keep: Write = { update: adviserKey(entry.ref), change: { set: { reset: kept }, when } };
  const letter = invitationLetter(firm, toAdviser(account), entry.actorName, token);
  await sendOnce({ purpose: 'invitation', ref: entry.ref, slot }, letter, now, [keep]);
}
