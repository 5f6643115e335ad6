import { comparableAddress } from '#shared/rules/people.ts';
import { type AuditEntry, dataOf, type EntryOf, SYSTEM } from '../../services/audit-log/entry.ts';
import { childKeyOf, clientIdOf, timeOfKey } from '../../services/keys/keys.ts';
import { pseudonym } from '../../services/keys/pseudonym.ts';
import { FORMER_ADDRESS_MAILS } from '../../services/limits.ts';
import { sendWithin } from '../../services/mail/limited.ts';
import { isTooLateToMail, type Sent, sendOnce } from '../../services/mail/send.ts';
import { newLinkEmail } from '../../services/mail/templates/links.ts';
import { formerAddressEmail } from '../../services/mail/templates/security.ts';
import { attemptsKey } from '../../services/rate-limit.ts';
import { firmOfClients, readSettings, type Settings } from '../../services/settings.ts';
import { clientReader } from './client.ts';
import { entryWritesAt } from './client-writes.ts';
import { sendToAddress } from './link-mail-quota.ts';
import { isOwedNewLink, linkMailed, renewal, takesLink } from './link-validity.ts';
import {
  everyone,
  FIRST_PERSON,
  holderOf,
  idOfPerson,
  numberIn,
  numberInPath,
  numberOf,
  type Person,
  readPerson,
} from './person.ts';
import { portalTokenOf } from './portal-token.ts';

/** Emails a client their link, renewed if it has expired, once per audit entry, and logs it. */
async function mailLink(
  person: Person,
  { purpose, entryKey }: { purpose: 'new-link' | 'reassigned-link'; entryKey: string },
  settings: Settings,
  now: Date,
): Promise<Sent> {
  const { client, own } = person;
  const link = renewal(person, settings, now);
  const token = await portalTokenOf(person, settings.keys, link);
  const sent = { action: 'portal-link-sent', data: { to: own.summary.email, ...holderOf(person) } } as const;
  const entry = entryWritesAt({ actor: SYSTEM, client, now }, [
    link ? { action: 'portal-link-renewed', data: holderOf(person) } : sent,
  ]);
  const mail = newLinkEmail(firmOfClients(settings), clientReader(person), purpose === 'new-link', token);
  const occasion = { purpose, ref: idOfPerson(person), slot: entryKey };
  return sendOnce(occasion, mail, now, [...linkMailed(person, { ...link, linkMailedAt: now.toISOString() }), ...entry]);
}

/** Emails a new link after the old one expired. Repeated requests return the same link while it is valid. */
export async function mailNewLink(requested: AuditEntry, now: Date): Promise<void> {
  const entryKey = childKeyOf(requested);
  if (isTooLateToMail(entryKey, now)) return;
  const { version } = dataOf(requested, 'new-link-requested');
  const [person, settings] = await Promise.all([
    readPerson(clientIdOf(requested), numberIn(requested.actorId)),
    readSettings(),
  ]);
  if (!person || !isOwedNewLink(person, version, settings, now)) return;
  await mailLink(person, { purpose: 'new-link', entryKey }, settings, now);
}

const mailRenewed = (person: Person, entryKey: string, settings: Settings, now: Date) =>
  sendToAddress(person, now, () => mailLink(person, { purpose: 'reassigned-link', entryKey }, settings, now));

/** Emails a link that was renewed because of a new adviser or a deleted account. */
export async function mailRenewedLink(
  renewed: AuditEntry & { data: { mailed?: true; holder?: { number: number } } },
  now: Date,
): Promise<void> {
  if (!renewed.data.mailed) return;
  const { holder } = renewed.data;
  const [people, settings] = await Promise.all([everyone(clientIdOf(renewed)), readSettings()]);
  // A new adviser renews everybody's link, other entries one person's.
  const isOfAll = renewed.action === 'client-reassigned';
  const concerned = people.filter((person) => isOfAll || numberOf(person) === (holder?.number ?? FIRST_PERSON));
  for (const person of concerned.filter(takesLink)) await mailRenewed(person, childKeyOf(renewed), settings, now);
}

type Changed = EntryOf<
  'client-changed' | 'client-status' | 'client-reassigned' | 'client-completed' | 'client-reopened' | 'person-changed'
>;

/** Emails a person's former address after staff changed it. The email does not contain the new one. */
export async function tellFormerAddress(entry: Changed, now: Date): Promise<void> {
  const { was: email, is } = entry.data.changes?.find(({ field }) => field === 'email') ?? {};
  const slot = childKeyOf(entry);
  if (!email || comparableAddress(email) === comparableAddress(is ?? '') || isTooLateToMail(slot, now)) return;
  const number = entry.action === 'person-changed' ? numberInPath(entry.ref ?? '') : FIRST_PERSON;
  const [person, settings] = await Promise.all([readPerson(clientIdOf(entry), number), readSettings()]);
  if (!person || person.client.deleting) return;
  const address = await pseudonym(comparableAddress(email));
  const limit = { key: attemptsKey('former-address-mail', address), allowance: FORMER_ADDRESS_MAILS };
  const mail = formerAddressEmail(
    firmOfClients(settings),
    { ...clientReader(person), email },
    new Date(timeOfKey(slot)),
  );
  const occasion = { purpose: 'former-address', ref: clientIdOf(entry), slot };
  await sendWithin([limit], now, () => sendOnce(occasion, mail, now));
}
