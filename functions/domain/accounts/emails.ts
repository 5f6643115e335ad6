import type { Action } from '#shared/audit-log/actions.ts';
import { unchanged } from '../../aws/expressions.ts';
import { get, type Key, type Write } from '../../aws/table.ts';
import { type EntryOf, SYSTEM } from '../../services/audit-log/entry.ts';
import { firmEntry } from '../../services/audit-log/firm-log.ts';
import { childKeyOf, idOf, timeOfKey } from '../../services/keys/keys.ts';
import { isTooLateToMail, sendOnce } from '../../services/mail/send.ts';
import type { Email, Firm, Reader } from '../../services/mail/templates/layout.ts';
import {
  confirmationEmail,
  invitationEmail,
  resetEmail,
  securityEmail,
  securityTitle,
} from '../../services/mail/templates/staff.ts';
import { readSettings, type Settings } from '../../services/settings.ts';
import { type AdviserItem, adviserKey, adviserReader, mailProblemOf } from './account.ts';
import { newMailedToken } from './mailed-token.ts';
import { findRegistration, holderOf, keepLink, mayMailRegistration, type RegistrationItem } from './registration.ts';

function emailOf({ firm }: Settings, to: Reader, title: string, signIn: EntryOf<Action>): Email {
  const by = signIn.actorId === to.id || signIn.actorType === 'system' ? undefined : signIn.actorName;
  const wayIn = signIn.action === 'sign-in-blocked';
  return securityEmail(firm, to, { title, at: new Date(timeOfKey(childKeyOf(signIn))), by, wayIn });
}

/** Emails the holder of an account what changed in how it signs in, also at a former address. */
export async function tellHolder<A extends Action>(signIn: EntryOf<A>, now: Date): Promise<void> {
  const title = securityTitle(signIn);
  if (!title) return;
  const [account, settings] = await Promise.all([
    get<AdviserItem>(adviserKey(signIn.ref ?? signIn.actorId)),
    readSettings(),
  ]);
  if (!account) return;
  const to = adviserReader(account);
  const slot = childKeyOf(signIn);
  const ref = idOf(account.pk);
  if (!mailProblemOf(account))
    await sendOnce({ purpose: 'security', ref, slot }, emailOf(settings, to, title, signIn), now);
  const { formerEmail } = signIn.data as { formerEmail?: string };
  if (formerEmail === undefined) return;
  const former = emailOf(settings, { ...to, email: formerEmail }, title, signIn);
  await sendOnce({ purpose: 'security-former', ref, slot }, former, now);
}

interface Mailed {
  purpose: string;
  slot: string;
  template: (firm: Firm, to: Reader, token: string) => Email;
}

async function mailRegistration(
  registration: RegistrationItem,
  { purpose, slot, template }: Mailed,
  firm: Firm,
  now: Date,
): Promise<void> {
  const { adviserId, email } = registration;
  const { token, kept } = newMailedToken(idOf(registration.pk), now);
  // Anyone can register an address that is not theirs, so what they call themselves is not in its emails.
  const to: Reader = { kind: 'adviser', id: adviserId, name: '', email };
  await sendOnce({ purpose, ref: adviserId, slot }, template(firm, to, token), now, [keepLink(registration, kept)]);
}

/** A request for a mailed link, with the pseudonym of the address; with a name if it is the audit log's entry. */
type Requested = Key & { data: { address: string; name?: string | undefined } };

/** Emails the link that confirms a registration, unless the request is over a day old. */
export async function mailConfirmationLink(requested: Requested, now: Date): Promise<void> {
  const slot = childKeyOf(requested);
  if (isTooLateToMail(slot, now)) return;
  const [registration, { firm }] = await Promise.all([findRegistration(requested.data.address, now), readSettings()]);
  if (registration)
    await mailRegistration(registration, { purpose: 'confirm', slot, template: confirmationEmail }, firm, now);
}

/** Emails the link of an invitation, unless a password was chosen or the entry is over a day old. */
export async function mailInvitation(
  signIn: EntryOf<'account-created'> | EntryOf<'invitation-repeated'>,
  now: Date,
): Promise<void> {
  const slot = childKeyOf(signIn);
  if (signIn.ref === undefined || isTooLateToMail(slot, now)) return;
  if (signIn.action === 'account-created' && !signIn.data.invited) return;
  const [account, { firm }] = await Promise.all([get<AdviserItem>(adviserKey(signIn.ref)), readSettings()]);
  if (!account?.card.invited || mailProblemOf(account)) return;
  const { token, kept } = newMailedToken(signIn.ref, now, 'week');
  const when = [unchanged('card/email', account.card.email), unchanged('card/invited', true)];
  const keep: Write = { update: adviserKey(signIn.ref), change: { set: { reset: kept }, when } };
  const email = invitationEmail(firm, adviserReader(account), signIn.actorName, token);
  await sendOnce({ purpose: 'invitation', ref: signIn.ref, slot }, email, now, [keep]);
}

/** Emails a reset link. Token hash, entry and mark of the email are one transaction, so a retry voids no mailed link. */
export async function mailResetLink(requested: Requested, now: Date): Promise<void> {
  const { address, name } = requested.data;
  const slot = childKeyOf(requested);
  // An entry with a name is the one that this handler adds.
  if (name !== undefined || isTooLateToMail(slot, now)) return;
  const [{ adviserId, registration }, { firm }] = await Promise.all([holderOf(address, now), readSettings()]);
  if (registration && !(await mayMailRegistration(now))) return;
  if (registration) return mailRegistration(registration, { purpose: 'reset', slot, template: resetEmail }, firm, now);
  const account = adviserId ? await get<AdviserItem>(adviserKey(adviserId)) : undefined;
  if (!account || mailProblemOf(account)) return;
  const id = idOf(account.pk);
  const { token, kept } = newMailedToken(id, now);
  const when = [unchanged('card/email', account.card.email), unchanged('mailProblem', account.mailProblem)];
  const keep: Write = { update: adviserKey(id), change: { set: { reset: kept }, when } };
  const data = { address, name: account.card.name };
  const entry = firmEntry(SYSTEM, { action: 'password-reset-requested', data, ref: id }, now);
  await sendOnce({ purpose: 'reset', ref: id, slot }, resetEmail(firm, adviserReader(account), token), now, [
    keep,
    entry,
  ]);
}
