import type { Action } from '#shared/audit-log/actions.ts';
import { CONFIRMATION_LINK, EMAIL_CHANGE_LINK, INVITATION_LINK, RESET_LINK } from '#shared/rules/lifetimes.ts';
import { MAILBOXES } from '#shared/rules/people.ts';
import { unchanged } from '../../aws/expressions.ts';
import { get, type Key, type Write } from '../../aws/table.ts';
import { type EntryOf, SYSTEM } from '../../services/audit-log/entry.ts';
import { firmEntry } from '../../services/audit-log/firm-log.ts';
import { childKeyOf, idOf, timeOfKey } from '../../services/keys/keys.ts';
import { isTooLateToMail, type Sent, sendOnce } from '../../services/mail/send.ts';
import {
  confirmationEmail,
  invitationEmail,
  newAddressEmail,
  oldAddressEmail,
  resetEmail,
} from '../../services/mail/templates/accounts.ts';
import type { Email, Firm, Reader } from '../../services/mail/templates/layout.ts';
import { securityEmail, securityTitle } from '../../services/mail/templates/security.ts';
import { readSettings, type Settings } from '../../services/settings.ts';
import { type AdviserItem, adviserKey, adviserReader, mailProblemOf, pendingEmail } from './account.ts';
import { newMailedToken } from './mailed-link.ts';
import { findRegistration, holderOf, keepLink, type RegistrationItem, sendToRegistration } from './registration.ts';

function emailOf({ firm }: Settings, to: Reader, title: string, entry: EntryOf<Action>): Email {
  const by = entry.actorId === to.id || entry.actorType === 'system' ? undefined : entry.actorName;
  const wayIn = entry.action === 'sign-in-blocked';
  return securityEmail(firm, to, { title, at: new Date(timeOfKey(childKeyOf(entry))), by, wayIn });
}

/** Emails account holders about a change of their sign-in, at their former address too. */
export async function emailHolder<A extends Action>(entry: EntryOf<A>, now: Date): Promise<void> {
  const title = securityTitle(entry);
  if (!title) return;
  const [account, settings] = await Promise.all([
    get<AdviserItem>(adviserKey(entry.ref ?? entry.actorId)),
    readSettings(),
  ]);
  if (!account) return;
  const to = adviserReader(account);
  const slot = childKeyOf(entry);
  const ref = idOf(account.pk);
  if (!mailProblemOf(account))
    await sendOnce({ purpose: 'security', ref, slot }, emailOf(settings, to, title, entry), now);
  const { formerEmail } = entry.data as { formerEmail?: string };
  if (formerEmail === undefined) return;
  const former = emailOf(settings, { ...to, email: formerEmail }, title, entry);
  await sendOnce({ purpose: 'security-former', ref, slot }, former, now);
}

interface Mailed {
  purpose: string;
  slot: string;
  lifetime: { ms: number };
  template: (firm: Firm, to: Reader, token: string) => Email;
}

async function mailRegistration(
  registration: RegistrationItem,
  { purpose, slot, lifetime, template }: Mailed,
  firm: Firm,
  now: Date,
): Promise<Sent> {
  const { adviserId, email } = registration;
  const { token, kept } = newMailedToken(idOf(registration.pk), now, lifetime);
  // Anyone can register an address that is not theirs, so these emails leave out the name they typed.
  const to: Reader = { kind: 'adviser', id: adviserId, name: '', email };
  return sendOnce({ purpose, ref: adviserId, slot }, template(firm, to, token), now, [keepLink(registration, kept)]);
}

/** A request for an emailed link, with the address as a pseudonym. Audit entries also have a name. */
type Requested = Key & { data: { address: string; name?: string | undefined } };

export async function mailConfirmationLink(requested: Requested, now: Date): Promise<void> {
  const slot = childKeyOf(requested);
  if (isTooLateToMail(slot, now)) return;
  const [registration, { firm }] = await Promise.all([findRegistration(requested.data.address, now), readSettings()]);
  if (registration)
    await mailRegistration(
      registration,
      { purpose: 'confirm', slot, lifetime: CONFIRMATION_LINK, template: confirmationEmail },
      firm,
      now,
    );
}

export async function mailInvitation(
  entry: EntryOf<'account-created'> | EntryOf<'invitation-repeated'>,
  now: Date,
): Promise<void> {
  const slot = childKeyOf(entry);
  if (entry.ref === undefined || isTooLateToMail(slot, now)) return;
  if (entry.action === 'account-created' && !entry.data.invited) return;
  const [account, { firm }] = await Promise.all([get<AdviserItem>(adviserKey(entry.ref)), readSettings()]);
  if (!account?.summary.invited || mailProblemOf(account)) return;
  const { token, kept } = newMailedToken(entry.ref, now, INVITATION_LINK);
  const when = [unchanged('summary/email', account.summary.email), unchanged('summary/invited', true)];
  const keep: Write = { update: adviserKey(entry.ref), change: { set: { reset: kept }, when } };
  const email = invitationEmail(firm, adviserReader(account), entry.actorName, token);
  await sendOnce({ purpose: 'invitation', ref: entry.ref, slot }, email, now, [keep]);
}

/** Emails a link to each mailbox that has not confirmed the new address yet, unless another request replaced it. */
export async function mailEmailChange(entry: EntryOf<'email-change-requested'>, now: Date): Promise<void> {
  const [slot, ref] = [childKeyOf(entry), entry.actorId];
  const [account, { firm }] = await Promise.all([get<AdviserItem>(adviserKey(ref)), readSettings()]);
  const pending = account && pendingEmail(account, now);
  if (!pending || pending.id !== entry.data.request || mailProblemOf(account)) return;
  const { email, confirmed } = pending;
  const to = adviserReader(account);
  for (const mailbox of MAILBOXES.filter((one) => !confirmed[one])) {
    const { token, kept } = newMailedToken(ref, now, EMAIL_CHANGE_LINK);
    const mail =
      mailbox === 'new'
        ? newAddressEmail(firm, { ...to, email }, token)
        : oldAddressEmail(firm, to, { email, at: new Date(timeOfKey(slot)) }, token);
    const change = {
      set: { [`emailLinks/${mailbox}`]: kept },
      when: [unchanged('emailLinks/request', pending.id)],
    };
    await sendOnce({ purpose: `email-change-${mailbox}`, ref, slot }, mail, now, [{ update: adviserKey(ref), change }]);
  }
}

/** Emails a reset link. Token hash, entry and email marker are one transaction, so a retry does not void the link. */
export async function mailResetLink(requested: Requested, now: Date): Promise<void> {
  const { address, name } = requested.data;
  const slot = childKeyOf(requested);
  // This handler writes the entries with a name, and must not handle them again.
  if (name !== undefined || isTooLateToMail(slot, now)) return;
  const [{ adviserId, registration }, { firm }] = await Promise.all([holderOf(address, now), readSettings()]);
  if (registration) {
    const mailed = { purpose: 'reset', slot, lifetime: RESET_LINK, template: resetEmail };
    await sendToRegistration(now, () => mailRegistration(registration, mailed, firm, now));
    return;
  }
  const account = adviserId ? await get<AdviserItem>(adviserKey(adviserId)) : undefined;
  if (!account || mailProblemOf(account)) return;
  const id = idOf(account.pk);
  const { token, kept } = newMailedToken(id, now, RESET_LINK);
  const when = [unchanged('summary/email', account.summary.email), unchanged('mailProblem', account.mailProblem)];
  const keep: Write = { update: adviserKey(id), change: { set: { reset: kept }, when } };
  const data = { address, name: account.summary.name };
  const entry = firmEntry(SYSTEM, { action: 'password-reset-requested', data, ref: id }, now);
  await sendOnce({ purpose: 'reset', ref: id, slot }, resetEmail(firm, adviserReader(account), token), now, [
    keep,
    entry,
  ]);
}
