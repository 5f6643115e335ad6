import { comparableAddress } from '#shared/rules/people.ts';
import { get } from '../../aws/table.ts';
import { type AuditEntry, dataOf, type EntryOf, SYSTEM } from '../../services/audit-log/entry.ts';
import { childKeyOf, clientIdOf, timeOfKey } from '../../services/keys/keys.ts';
import { pseudonym } from '../../services/keys/pseudonym.ts';
import { FORMER_ADDRESS_MAILS } from '../../services/limits.ts';
import { isTooLateToMail, sendOnce } from '../../services/mail/send.ts';
import { newLinkEmail } from '../../services/mail/templates/links.ts';
import { formerAddressEmail } from '../../services/mail/templates/security.ts';
import { consumeAttempt } from '../../services/rate-limit.ts';
import { readSettings, type Settings } from '../../services/settings.ts';
import { type ClientItem, clientKey, clientReader } from './client.ts';
import { entryWritesAt } from './client-writes.ts';
import { mayMailAddress } from './link-mail-quota.ts';
import { isOwedNewLink, linkMailed, renewal, takesLink } from './link-validity.ts';
import { portalTokenOf } from './portal-token.ts';

/** Emails a client their link, renewed if it has expired, once per audit entry, and logs it. */
async function mailLink(
  client: ClientItem,
  { purpose, entryKey }: { purpose: 'new-link' | 'reassigned-link'; entryKey: string },
  settings: Settings,
  now: Date,
): Promise<void> {
  const link = renewal(client, settings, now);
  const token = await portalTokenOf({ ...client, ...link }, settings.keys);
  const sent = { action: 'portal-link-sent', data: { to: client.card.email } } as const;
  const entry = entryWritesAt({ actor: SYSTEM, client, now }, [
    link ? { action: 'portal-link-renewed', data: {} } : sent,
  ]);
  const mail = newLinkEmail(settings.firm, clientReader(client), purpose === 'new-link', token);
  const occasion = { purpose, ref: clientIdOf(client), slot: entryKey };
  await sendOnce(occasion, mail, now, [linkMailed(client, link), ...entry]);
}

/** Emails a new link after the old one expired. Repeated requests return the same link while it is valid. */
export async function mailNewLink(requested: AuditEntry, now: Date): Promise<void> {
  const entryKey = childKeyOf(requested);
  if (isTooLateToMail(entryKey, now)) return;
  const { version } = dataOf(requested, 'new-link-requested');
  const [client, settings] = await Promise.all([get<ClientItem>(clientKey(clientIdOf(requested))), readSettings()]);
  if (!client || !isOwedNewLink(client, version, settings, now)) return;
  await mailLink(client, { purpose: 'new-link', entryKey }, settings, now);
}

/** Emails a link that was renewed because of a new adviser or a deleted account. */
export async function mailRenewedLink(renewed: AuditEntry & { data: { mailed?: true } }, now: Date): Promise<void> {
  if (!renewed.data.mailed) return;
  const [client, settings] = await Promise.all([get<ClientItem>(clientKey(clientIdOf(renewed))), readSettings()]);
  if (!takesLink(client) || !(await mayMailAddress(client, now))) return;
  await mailLink(client, { purpose: 'reassigned-link', entryKey: childKeyOf(renewed) }, settings, now);
}

type Changed = EntryOf<
  'client-changed' | 'client-status' | 'client-reassigned' | 'client-completed' | 'client-reopened'
>;

/** Emails a client's former address after staff changed it. The email does not contain the new one. */
export async function tellFormerAddress(entry: Changed, now: Date): Promise<void> {
  const { was: email, is } = entry.data.changes?.find(({ field }) => field === 'email') ?? {};
  const slot = childKeyOf(entry);
  if (!email || comparableAddress(email) === comparableAddress(is ?? '') || isTooLateToMail(slot, now)) return;
  const [client, { firm }] = await Promise.all([get<ClientItem>(clientKey(clientIdOf(entry))), readSettings()]);
  if (!client || client.deleting) return;
  const address = await pseudonym(comparableAddress(email));
  if ((await consumeAttempt('former-address-mail', address, FORMER_ADDRESS_MAILS, now)) > 0) return;
  const mail = formerAddressEmail(firm, { ...clientReader(client), email }, new Date(timeOfKey(slot)));
  await sendOnce({ purpose: 'former-address', ref: clientIdOf(entry), slot }, mail, now);
}
