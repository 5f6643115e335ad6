import { UNDELIVERED_ADVICE, undelivered } from '#shared/rules/clients.ts';
import { unchanged } from '../../aws/expressions.ts';
import { retried } from '../../aws/retry.ts';
import { get, type Key, query, transact, type Write } from '../../aws/table.ts';
import { type AuditEntry, SYSTEM } from '../../services/audit-log/entry.ts';
import { conflict, HttpError } from '../../services/errors.ts';
import * as KEYS from '../../services/keys/item-kinds.ts';
import { adviserPartition, clientIdOf, idOf, itemKey } from '../../services/keys/keys.ts';
import { logFault } from '../../services/log/log.ts';
import { firmOfClients, type Settings } from '../../services/settings.ts';
import { adviserKey } from '../accounts/account.ts';
import type { Staff } from '../accounts/session.ts';
import { adviserNameOf } from './assignments.ts';
import { type ClientItem, clientKey, clientReader } from './client.ts';
import {
  accessConditions,
  type ChangeContext,
  changeOf,
  entryWrites,
  entryWritesAt,
  timeOfChange,
  writeEntry,
} from './client-writes.ts';
import { takeLinkMail } from './link-mail-quota.ts';
import { linkAsRead, linkMailed, newLink, renewal } from './link-validity.ts';
import { firstPerson } from './person.ts';
import { portalTokenOf } from './portal-token.ts';

type Context = ChangeContext<Staff>;
type Once = (effect: () => Promise<void>) => Promise<void>;

export async function revealLink(context: Context, { keys }: Settings): Promise<string> {
  const { actor, client, now } = context;
  const seen = linkSeenWrite(actor, clientIdOf(client), now);
  await writeEntry(context, { action: 'portal-link-revealed', data: {} }, [seen]);
  return portalTokenOf(firstPerson(client), keys);
}

/** Returns the token of a new client, which its creation records as revealed. A link renewed since is recorded too. */
export const firstToken = (context: Context, settings: Settings): Promise<string> =>
  context.client.tokenVersion === 1
    ? portalTokenOf(firstPerson(context.client), settings.keys)
    : revealLink(context, settings);

/** Replaces a client's portal link and returns the new token. The old link and all devices stop working. */
export async function regenerateLink(context: Context, { keys }: Settings): Promise<string> {
  const { actor, client, now } = context;
  const person = firstPerson(client);
  const link = newLink(person, now);
  await transact([
    { update: client, change: { set: link, when: [...accessConditions(context), ...linkAsRead(person)] } },
    ...entryWritesAt(context, [{ action: 'portal-link-regenerated', data: {} }]),
    linkSeenWrite(actor, clientIdOf(client), now),
  ]);
  return portalTokenOf(person, keys, link);
}

/** Loaded on use, because most requests send no email. */
const loadMail = () =>
  Promise.all([import('../../services/mail/send.ts'), import('../../services/mail/templates/links.ts')]);

async function mailLink(context: Context, settings: Settings): Promise<void> {
  const { actor, client, now } = context;
  // Before anything is written, which a failure to load would leave half done.
  const [{ sendEmail }, { newLinkEmail, portalLinkEmail }] = await loadMail();
  const person = firstPerson(client);
  const link = renewal(person, settings, now);
  const entry = link ? entryWritesAt(context, [{ action: 'portal-link-renewed', data: {} }]) : [];
  const counted = takeLinkMail(actor, person, now);
  const isFirst = unchanged('linkMailedTo', client.linkMailedTo);
  const stored = transact([...linkMailed(person, link, [isFirst]), ...entry]).catch(async (error: unknown) => {
    await (await counted)();
    throw error;
  });
  const [takeBack, adviserName, token] = await Promise.all([
    counted,
    adviserNameOf(client, actor),
    portalTokenOf(person, settings.keys, link),
    stored,
  ]);
  const firm = firmOfClients(settings);
  const email = link
    ? newLinkEmail(firm, clientReader(person), false, token)
    : portalLinkEmail(firm, clientReader(person), { adviserName, isKnown: client.linkUsedAt !== undefined }, token);
  await sendEmail(email, now).catch(async (error: unknown) => {
    logFault('portal link mail', error);
    await takeBack();
    throw new HttpError(502, 'The email could not be sent. Please check the address, or try again later.');
  });
}

/** Emails a client their portal link, once even if retried. Throws 409 if email or the portal is blocked. */
export async function sendPortalLink(context: Context, settings: Settings, once: Once): Promise<void> {
  const { summary } = context.client;
  const { mailProblem, portalSuspended } = summary;
  if (mailProblem) throw conflict(`${undelivered(mailProblem)}. ${UNDELIVERED_ADVICE}`);
  if (portalSuspended) throw conflict('The portal is suspended for this client. Allow it first.');
  await once(() => mailLink(context, settings));
  const sent = { action: 'portal-link-sent', data: { to: summary.email } } as const;
  await transact(entryWrites(context, sent, [], { linkMailedAt: context.now.toISOString() }));
}

/** Emails the link of a client just created. Returns the client as it is then: mailed, unless an attempt failed. */
export async function emailNewLink(created: Context, settings: Settings, once: Once): Promise<ClientItem> {
  const { client } = created;
  if (client.linkMailedTo !== undefined) return client;
  // Later than the creation, so that the audit log lists the email after it.
  const context = { ...created, now: timeOfChange(created) };
  try {
    await retried(() => sendPortalLink(context, settings, once));
    return { ...client, linkMailedAt: context.now.toISOString() };
  } catch (error) {
    if (!(error instanceof HttpError)) logFault('portal link mail', error);
    return client;
  }
}

export interface SeenLink extends Key {
  v: 1;
  seenAt: string;
}

export const linkSeenWrite = ({ id }: Pick<Staff, 'id'>, clientId: string, now: Date): Write => ({
  update: itemKey(KEYS.seenLink, id, clientId),
  change: { set: { v: 1, seenAt: now.toISOString() } },
});

/** Replaces a client's link unless it is newer than `seenAt`. The event handler of the entry emails it. */
async function renewUnlessNewer(clientId: string, seenAt: string, now: Date): Promise<void> {
  const client = await get<ClientItem>(clientKey(clientId));
  if (!client || client.deleting || client.linkIssuedAt > seenAt) return;
  const person = firstPerson(client);
  const change = { set: newLink(person, now), when: linkAsRead(person) };
  const renewed = { action: 'portal-link-renewed', data: { mailed: true } } as const;
  await transact(changeOf({ actor: SYSTEM, client, now }, renewed, change));
}

/** Renews every portal link that a deleted account has seen. Idempotent: a renewed link is newer than the last view. */
export async function renewSeenLinks(deleted: AuditEntry, now: Date): Promise<void> {
  const adviserId = deleted.ref;
  if (adviserId === undefined || (await get(adviserKey(adviserId)))) return;
  const seen = await query<SeenLink>(adviserPartition(adviserId), KEYS.seenLink.sk);
  for (const { sk, seenAt } of seen) await renewUnlessNewer(idOf(sk), seenAt, now);
}
