import * as z from 'zod/mini';
import { type Action, type DataOf, isAction, sentenceOf } from '#shared/audit-log/actions.ts';
import { CAUSES } from '#shared/audit-log/causes.ts';
import { ofHolder } from '#shared/audit-log/kind.ts';
import { type NoticeKind, rulesOf } from '#shared/audit-log/notices.ts';
import type { Cause, NoticeContent } from '#shared/audit-log/told.ts';
import { uncapitalised } from '#shared/rules/text.ts';
import { unchanged } from '../../aws/expressions.ts';
import { get, put, transact, type Write } from '../../aws/table.ts';
import { type AuditEntry, dataOf } from '../../services/audit-log/entry.ts';
import { AUDIT, adviserPartition, childKeyOf, clientIdOf, idOf } from '../../services/keys/keys.ts';
import { mapConcurrent } from '../../services/map-concurrent.ts';
import {
  countNew,
  type NoticeItem,
  noticeKey,
  type PreferencesItem,
  preferencesKey,
  preferencesOf,
  removeNotices,
} from '../../services/notices.ts';
import { type AdviserItem, adviserKey, allAdvisers, colleaguesAt } from '../accounts/account.ts';
import { adviserIdOf, type ClientItem, clientKey } from '../clients/client.ts';
import { mailNotices } from './adviser-mail.ts';

const EXISTS = new Error('This notice exists already');

/** Adds a notice to an inbox and counts it as unread. Idempotent. */
async function putOnce(notice: NoticeItem, adviserId: string, checks: readonly Write[]): Promise<void> {
  const entryKey = childKeyOf(notice);
  try {
    const once: Write = { put: { ...notice }, when: [['pk', 'absent']], refuse: EXISTS };
    await transact([once, countNew(adviserId, entryKey, notice.clientId), ...checks]);
  } catch (error) {
    if (error !== EXISTS) throw error;
  }
}

/** Returns the name of a further person if an entry is about them or by them; undefined for the client. */
function personIn({ actorType, actorId, actorName, data }: AuditEntry, client: ClientItem): string | undefined {
  if (actorType === 'client') return actorId === clientIdOf(client) ? undefined : actorName;
  return z.parse(ofHolder, data).holder?.name;
}

/** Adds a notice to an account's inbox, and emails it as its holder chose. Idempotent. */
export async function notify(
  adviserId: string,
  entry: AuditEntry,
  content: NoticeContent,
  about: ClientItem | undefined,
  now: Date,
) {
  const key = childKeyOf(entry);
  const person = about && personIn(entry, about);
  const notice: NoticeItem = {
    ...noticeKey(adviserId, key),
    v: 1,
    ...(entry.ref !== undefined && { ref: entry.ref }),
    ...content,
    ...(about && { clientId: clientIdOf(about), clientName: about.summary.name }),
    ...(person !== undefined && { person }),
  };
  // Conflicts if the client was reassigned or is being deleted. The retry reads the client again.
  const unchangedClient = about && {
    check: about,
    when: [['deleting', 'absent'], unchanged('gpk', about.gpk)] as const,
  };
  await putOnce(notice, adviserId, unchangedClient ? [unchangedClient] : []);
  const { group } = rulesOf(content.kind);
  const choice = preferencesOf(await get<PreferencesItem>(preferencesKey(adviserId)))[group];
  const mailed = { clientId: about && clientIdOf(about), group, entryKey: key };
  if (choice !== 'off') await mailNotices(adviserId, mailed, choice, now);
}

/** Kinds of notices for the client's adviser alone. Others are for everyone who works with the adviser, too. */
const ADVISER_ALONE: readonly NoticeKind[] = ['assigned', 'by-admin', 'by-colleague'];

/** Returns who works with an adviser now. */
export async function colleagueIds(adviserId: string, now: Date): Promise<string[]> {
  const account = await get<AdviserItem>(adviserKey(adviserId));
  return account ? colleaguesAt(account, now).map(({ id }) => id) : [];
}

/** Returns everybody in an adviser's list, also those whose days have ended: they keep the notices of their days. */
export const listedColleagueIds = async (adviserId: string): Promise<string[]> =>
  ((await get<AdviserItem>(adviserKey(adviserId)))?.colleagues ?? []).map(({ id }) => id);

/** Returns the adviser to whom an entry assigned the client. After a later reassignment, that entry notifies the next one. */
function assignedBy(entry: AuditEntry): string | undefined {
  if (entry.action === 'client-created') return dataOf(entry, 'client-created').adviserId;
  return entry.action === 'client-reassigned' ? dataOf(entry, 'client-reassigned').to?.id : undefined;
}

/** Notifies a client's adviser of an entry, and those who work with the adviser. Nobody is told what they did. */
export async function notifyAdviser(entry: AuditEntry, now: Date): Promise<void> {
  if (notifiedBy(entry) === 'nobody') return;
  const client = await get<ClientItem>(clientKey(clientIdOf(entry)));
  if (!client || client.deleting) return;
  const adviserId = adviserIdOf(client);
  const content = noticeOf(entry, adviserId);
  if (!content) return;
  const assigned = assignedBy(entry);
  if (assigned !== undefined && assigned !== adviserId) return;
  const colleagues = ADVISER_ALONE.includes(content.kind) ? [] : await colleagueIds(adviserId, now);
  for (const reader of new Set([adviserId, ...colleagues]))
    if (reader !== entry.actorId) await notify(reader, entry, content, client, now);
}

/** Notifies the former adviser, unless they reassigned the client themselves. */
export async function notifyFormerAdviser(entry: AuditEntry, now: Date): Promise<void> {
  const { from, to } = dataOf(entry, 'client-reassigned');
  if (!from || !to || from.id === to.id || from.id === entry.actorId) return;
  const [client, account] = await Promise.all([
    get<ClientItem>(clientKey(clientIdOf(entry))),
    get(adviserKey(from.id)),
  ]);
  if (!client || client.deleting || !account) return;
  // Omits the client's id and name, because the former adviser may no longer see them.
  const text = `${entry.actorName} made ${to.name} the adviser of one of your clients`;
  await notify(from.id, entry, { kind: 'unassigned', text }, undefined, now);
}

/** Notifies a deleted client's adviser, unless they deleted the client themselves. */
export async function notifyOfDeletion(entry: AuditEntry, now: Date): Promise<void> {
  const { adviserId } = dataOf(entry, 'client-deleted');
  if (adviserId === entry.actorId || !(await get(adviserKey(adviserId)))) return;
  const text = `${entry.actorName} deleted one of your clients`;
  // The entry's ref is the client's id, which leads nowhere any more.
  const { ref: _, ...rest } = entry;
  await notify(adviserId, rest, { kind: 'client-deleted', text }, undefined, now);
}

const CONCURRENCY = 4;

function contentToAdmins<A extends Action>(entry: AuditEntry, action: A): NoticeContent | undefined {
  const cause: Cause<DataOf<A>> | undefined = CAUSES[action];
  return cause?.toAdmins?.(dataOf(entry, action), entry);
}

/** Notifies all admins of an entry that affects the firm's security, except its actor and a newly made admin. */
export async function notifyAdmins(entry: AuditEntry, now: Date): Promise<void> {
  const content = isAction(entry.action) ? contentToAdmins(entry, entry.action) : undefined;
  if (!content) return;
  const involved = [entry.actorId, ...(content.kind === 'new-admin' && entry.ref ? [entry.ref] : [])];
  const admins = (await allAdvisers()).filter(
    ({ pk, summary }) => summary.role === 'admin' && !involved.includes(idOf(pk)),
  );
  await mapConcurrent(admins, CONCURRENCY, ({ pk }) => notify(idOf(pk), entry, content, undefined, now));
}

/**
 * Removes the client's notices from the inbox of the former adviser, in case the reassigning request was aborted. Removes
 * them too for those who work or worked with that adviser.
 */
export async function removeFormerNotices(entry: AuditEntry, now: Date): Promise<void> {
  const { from, to } = dataOf(entry, 'client-reassigned');
  const client = await get<ClientItem>(clientKey(clientIdOf(entry)));
  if (!from || from.id === to?.id || !client || client.gpk === adviserPartition(from.id)) return;
  const adviserId = adviserIdOf(client);
  const staying = new Set([adviserId, ...(await colleagueIds(adviserId, now))]);
  for (const reader of [from.id, ...(await listedColleagueIds(from.id))])
    if (!staying.has(reader)) await removeNotices(reader, clientIdOf(entry));
}

/** Copies the entry of a damaged document to the firm's audit log, under the same key. The copy notifies the admins. */
export const notifyOfDamage = (entry: AuditEntry, now: Date): Promise<void> =>
  entry.pk === AUDIT ? notifyAdmins(entry, now) : put({ ...entry, pk: AUDIT });

function contentOf<A extends Action>(entry: AuditEntry, action: A, adviserId: string): NoticeContent | undefined {
  const cause: Cause<DataOf<A>> | undefined = CAUSES[action];
  if (!cause) return undefined;
  const data = dataOf(entry, action);
  const { actorType, actorId, actorName } = entry;
  if (actorType === 'client') return cause.byClient?.(data);
  const isStaff = actorType === 'admin' || actorType === 'adviser';
  if (!isStaff || actorId === adviserId || !cause.byAdmin?.(data)) return cause.byOthers?.(data, entry);
  const text = `${actorName} ${uncapitalised(sentenceOf({ action, data }))}`;
  return { kind: actorType === 'admin' ? 'by-admin' : 'by-colleague', text };
}

/** Returns the notice that an entry causes. Its actor gets none. */
const noticeOf = (entry: AuditEntry, adviserId: string) =>
  isAction(entry.action) ? contentOf(entry, entry.action, adviserId) : undefined;

/** Returns who gets a notice of the entry, unless they caused it. */
export function notifiedBy(entry: AuditEntry): 'nobody' | 'adviser' | 'all' {
  const content = noticeOf(entry, '');
  if (!content) return 'nobody';
  return ADVISER_ALONE.includes(content.kind) ? 'adviser' : 'all';
}
