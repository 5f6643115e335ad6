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
import { clientReader } from './client.ts';
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
import { linkAsRead, linkMailed, newLink, newLinkWrites, renewal } from './link-validity.ts';
import { everyone, firstPerson, holderOf, isFirst, type LinkItem, type Person } from './person.ts';
import { portalTokenOf } from './portal-token.ts';

type Context = ChangeContext<Staff>;
type Once = (effect: () => Promise<void>) => Promise<void>;

export async function revealLink(
  context: Context,
  { keys }: Settings,
  person = firstPerson(context.client),
): Promise<string> {
  const { actor, client, now } = context;
  const seen = linkSeenWrite(actor, clientIdOf(client), now);
  await writeEntry(context, { action: 'portal-link-revealed', data: holderOf(person) }, [seen]);
  return portalTokenOf(person, keys);
}

/**
 * Returns the token of a new client or further person, which their creation records as revealed. A link renewed since is
 * recorded too.
 */
export const firstToken = (
  context: Context,
  settings: Settings,
  person = firstPerson(context.client),
): Promise<string> =>
  person.own.deviceVersion === undefined ? portalTokenOf(person, settings.keys) : revealLink(context, settings, person);

/** Replaces a person's portal link and returns the new token. The old link and all their devices stop working. */
export async function regenerateLink(
  context: Context,
  { keys }: Settings,
  person = firstPerson(context.client),
): Promise<string> {
  const { actor, client, now } = context;
  const link = newLink(person, now);
  await transact([
    ...newLinkWrites(person, now, accessConditions(context)),
    ...entryWritesAt(context, [{ action: 'portal-link-regenerated', data: holderOf(person) }]),
    linkSeenWrite(actor, clientIdOf(client), now),
  ]);
  return portalTokenOf(person, keys, link);
}

/** Loaded on use, because most requests send no email. */
const loadMail = () =>
  Promise.all([import('../../services/mail/send.ts'), import('../../services/mail/templates/links.ts')]);

async function mailLink(context: Context, settings: Settings, person: Person): Promise<void> {
  const { actor, client, now } = context;
  // Before anything is written, which a failure to load would leave half done.
  const [{ sendEmail }, { newLinkEmail, portalLinkEmail }] = await loadMail();
  const { own } = person;
  const link = renewal(person, settings, now);
  const entry = link ? entryWritesAt(context, [{ action: 'portal-link-renewed', data: holderOf(person) }]) : [];
  const counted = takeLinkMail(actor, person, now);
  const isFirstMail = unchanged('linkMailedTo', own.linkMailedTo);
  const stored = transact([...linkMailed(person, link, { own: [isFirstMail] }), ...entry]).catch(
    async (error: unknown) => {
      await (await counted)();
      throw error;
    },
  );
  const [takeBack, adviserName, token] = await Promise.all([
    counted,
    adviserNameOf(client, actor),
    portalTokenOf(person, settings.keys, link),
    stored,
  ]);
  const firm = firmOfClients(settings);
  const email = link
    ? newLinkEmail(firm, clientReader(person), false, token)
    : portalLinkEmail(firm, clientReader(person), { adviserName, isKnown: own.linkUsedAt !== undefined }, token);
  await sendEmail(email, now).catch(async (error: unknown) => {
    logFault('portal link mail', error);
    await takeBack();
    throw new HttpError(502, 'The email could not be sent. Please check the address, or try again later.');
  });
}

/** Emails a client their portal link, once even if retried. Throws 409 if email or the portal is blocked. */
export async function sendPortalLink(
  context: Context,
  settings: Settings,
  once: Once,
  person = firstPerson(context.client),
): Promise<void> {
  const { email, mailProblem } = person.own.summary;
  if (mailProblem) throw conflict(`${undelivered(mailProblem)}. ${UNDELIVERED_ADVICE}`);
  if (context.client.summary.portalSuspended)
    throw conflict('The portal is suspended for this client. Allow it first.');
  await once(() => mailLink(context, settings, person));
  const sent = { action: 'portal-link-sent', data: { to: email, ...holderOf(person) } } as const;
  const set = { linkMailedAt: context.now.toISOString() };
  await transact(
    isFirst(person)
      ? entryWrites(context, sent, [], set)
      : [...entryWrites(context, sent), { update: person.own, change: { set, when: [['pk', 'exists']] } }],
  );
}

/** Emails the link of a client or person just created. Returns its item as it is then: mailed, unless that failed. */
export async function emailNewLink<T extends LinkItem>(
  created: Context,
  settings: Settings,
  once: Once,
  own: T,
): Promise<T> {
  if (own.linkMailedTo !== undefined) return own;
  // Later than the creation, so that the audit log lists the email after it.
  const context = { ...created, now: timeOfChange(created) };
  try {
    await retried(() => sendPortalLink(context, settings, once, { client: created.client, own }));
    return { ...own, linkMailedAt: context.now.toISOString() };
  } catch (error) {
    if (!(error instanceof HttpError)) logFault('portal link mail', error);
    return own;
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

/** Replaces each link of a client's people that is not newer than `seenAt`. The event handler of the entry emails it. */
async function renewUnlessNewer(clientId: string, seenAt: string, now: Date): Promise<void> {
  for (const person of await everyone(clientId)) {
    const { client, own } = person;
    if (client.deleting || own.linkIssuedAt > seenAt) continue;
    const renewed = { action: 'portal-link-renewed', data: { mailed: true, ...holderOf(person) } } as const;
    const context = { actor: SYSTEM, client, now };
    const change = { set: newLink(person, now), when: linkAsRead(person) };
    await transact(
      isFirst(person)
        ? changeOf(context, renewed, change)
        : [...entryWrites(context, renewed), { update: own, change }],
    );
  }
}

/** Renews every portal link that a deleted account has seen. Idempotent: a renewed link is newer than the last view. */
export async function renewSeenLinks(deleted: AuditEntry, now: Date): Promise<void> {
  const adviserId = deleted.ref;
  if (adviserId === undefined || (await get(adviserKey(adviserId)))) return;
  const seen = await query<SeenLink>(adviserPartition(adviserId), KEYS.seenLink.sk);
  for (const { sk, seenAt } of seen) await renewUnlessNewer(idOf(sk), seenAt, now);
}
