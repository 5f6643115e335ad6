import { type Action, type DataOf, isAction, sentenceOf } from '#shared/audit-log/actions.ts';
import { countOf, listOf } from '#shared/rules/counted-words.ts';
import { GROUP_OF, type NoticeKind } from '#shared/rules/notices.ts';
import { uncapitalised } from '#shared/rules/text.ts';
import { settingNames, trustedNames } from '#shared/settings.ts';
import { unchanged } from '../../aws/expressions.ts';
import { get, put, transact, type Write } from '../../aws/table.ts';
import { type AuditEntry, dataOf } from '../../services/audit-log/entry.ts';
import { AUDIT, adviserPartition, childKeyOf, clientIdOf, idOf } from '../../services/keys/keys.ts';
import { mapConcurrent } from '../../services/map-concurrent.ts';
import {
  countUnread,
  type NoticeItem,
  noticeKey,
  type PreferencesItem,
  preferencesKey,
  preferencesOf,
  removeNotices,
} from '../../services/notices.ts';
import { adviserKey, allAdvisers } from '../accounts/account.ts';
import { adviserIdOf, type ClientItem, clientKey } from '../clients/client.ts';
import { mailNotices } from './adviser-mail.ts';

const EXISTS = new Error('This notice exists already');

/** Adds a notice to an inbox and counts it as unread. Idempotent. */
async function putOnce(notice: NoticeItem, adviserId: string, checks: readonly Write[]): Promise<void> {
  const entryKey = childKeyOf(notice);
  try {
    const once: Write = { put: { ...notice }, when: [['pk', 'absent']], refuse: EXISTS };
    await transact([once, countUnread(adviserId, 1, entryKey), ...checks]);
  } catch (error) {
    if (error !== EXISTS) throw error;
  }
}

async function notify(
  adviserId: string,
  entry: AuditEntry,
  content: NoticeContent,
  about: ClientItem | undefined,
  now: Date,
) {
  const key = childKeyOf(entry);
  const notice: NoticeItem = {
    ...noticeKey(adviserId, key),
    v: 1,
    ...(entry.ref !== undefined && { ref: entry.ref }),
    ...content,
    ...(about && { clientId: clientIdOf(about), clientName: about.summary.name }),
  };
  // Conflicts if the client was reassigned or is being deleted. The retry reads the client again.
  const unchangedClient = about && {
    check: about,
    when: [['deleting', 'absent'], unchanged('gpk', about.gpk)] as const,
  };
  await putOnce(notice, adviserId, unchangedClient ? [unchangedClient] : []);
  const group = GROUP_OF[content.kind];
  const choice = preferencesOf(await get<PreferencesItem>(preferencesKey(adviserId)))[group];
  const mailed = { clientId: about && clientIdOf(about), group, entryKey: key };
  if (choice !== 'off') await mailNotices(adviserId, mailed, choice, now);
}

/** Notifies a client's adviser of an entry, unless they caused it. */
export async function notifyAdviser(entry: AuditEntry, now: Date): Promise<void> {
  const content = contentOf(entry);
  if (!content) return;
  const client = await get<ClientItem>(clientKey(clientIdOf(entry)));
  if (!client || client.deleting || adviserIdOf(client) === entry.actorId) return;
  // After a later reassignment, only its own entry notifies the current adviser.
  if (entry.action === 'client-reassigned' && dataOf(entry, entry.action).to?.id !== adviserIdOf(client)) return;
  await notify(adviserIdOf(client), entry, content, client, now);
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

const DAMAGED: NoticeContent = {
  kind: 'damaged',
  text: 'A stored document was altered or is missing. It was not downloaded: tell the person who runs the portal',
};

const CONCURRENCY = 4;

/** Notices to admins; `undefined` for an entry that does not affect the firm's security. */
const TO_ADMINS: Partial<Record<Action, (entry: AuditEntry) => NoticeContent | undefined>> = {
  'document-damaged': () => DAMAGED,
  'second-factor-reset': (entry) => ({
    kind: 'factor-reset',
    text: `${entry.actorName} reset the second factor of ${dataOf(entry, 'second-factor-reset').name}`,
  }),
  'account-created': (entry) => {
    const { name, role, invited } = dataOf(entry, 'account-created');
    if (role === 'admin') return { kind: 'new-admin', text: `${entry.actorName} created an admin account for ${name}` };
    const isOwn = entry.ref === entry.actorId;
    const did = invited ? `invited ${name}` : `created an account for ${name}`;
    return { kind: 'new-account', text: isOwn ? `${name} registered for an account` : `${entry.actorName} ${did}` };
  },
  'account-changed': (entry) => {
    const { name, to, ofAdmin, fields, changes = [] } = dataOf(entry, 'account-changed');
    const renamed = changes.find(({ field }) => field === 'name');
    if (to === 'admin') return { kind: 'new-admin', text: `${entry.actorName} made ${name} an admin` };
    // Clients read the name in subjects.
    if (renamed && entry.ref === entry.actorId)
      return { kind: 'name-changed', text: `${renamed.was} changed their name to ${renamed.is}` };
    if (!ofAdmin || entry.ref === entry.actorId) return undefined;
    const changed = listOf(fields.filter((field) => field === 'email' || field === 'password'));
    return { kind: 'admin-changed', text: `${entry.actorName} changed the ${changed} of ${name}, an admin` };
  },
  'settings-changed': (entry) => {
    const { section, fields, weakened = [] } = dataOf(entry, 'settings-changed');
    if (weakened.length > 0)
      return {
        kind: 'settings-weakened',
        text: `${entry.actorName} made settings less strict: ${settingNames(section, weakened)}`,
      };
    const trusted = trustedNames(section, fields);
    return trusted.length > 0
      ? { kind: 'firm-changed', text: `${entry.actorName} changed the firm’s ${listOf(trusted)}` }
      : undefined;
  },
};

/** Notifies all admins of an entry that affects the firm's security, except its actor and a newly made admin. */
export async function notifyAdmins(entry: AuditEntry, now: Date): Promise<void> {
  const content = isAction(entry.action) ? TO_ADMINS[entry.action]?.(entry) : undefined;
  if (!content) return;
  const involved = [entry.actorId, ...(content.kind === 'new-admin' && entry.ref ? [entry.ref] : [])];
  const admins = (await allAdvisers()).filter(
    ({ pk, summary }) => summary.role === 'admin' && !involved.includes(idOf(pk)),
  );
  await mapConcurrent(admins, CONCURRENCY, ({ pk }) => notify(idOf(pk), entry, content, undefined, now));
}

/** Removes the client's notices from the former adviser's inbox, in case the reassigning request was aborted. */
export async function removeFormerNotices(entry: AuditEntry): Promise<void> {
  const { from, to } = dataOf(entry, 'client-reassigned');
  const client = await get<ClientItem>(clientKey(clientIdOf(entry)));
  if (from && from.id !== to?.id && client?.gpk !== adviserPartition(from.id))
    await removeNotices(from.id, clientIdOf(entry));
}

/** Copies the entry of a damaged document to the firm's audit log, under the same key. The copy notifies the admins. */
export const notifyOfDamage = (entry: AuditEntry, now: Date): Promise<void> =>
  entry.pk === AUDIT ? notifyAdmins(entry, now) : put({ ...entry, pk: AUDIT });

interface NoticeContent {
  kind: NoticeKind;
  text: string;
  /** Id of the notice's subject, if it is not the entry's. */
  ref?: string;
}

function contentOfTask({ title, to, noted }: DataOf<'task-changed'>): NoticeContent | undefined {
  const notes = noted ? ' and added notes' : '';
  if (to === 'completed') return { kind: 'task-completed', text: `Completed “${title}”${notes}` };
  return noted ? { kind: 'task-noted', text: `Added notes to “${title}”` } : undefined;
}

function contentOfUpload(data: DataOf<'document-uploaded'>): NoticeContent | undefined {
  // Files for a request are reported when it is handed in.
  if (data.request && !data.late) return undefined;
  if (data.request) return { kind: 'request', text: `Added a file to “${data.request.title}”`, ref: data.request.id };
  const text = sentenceOf({ action: 'document-uploaded', data });
  return data.task ? { kind: 'task-document', text, ref: data.task.id } : { kind: 'document', text };
}

const handedIn = (entry: AuditEntry): NoticeContent => {
  const { title, files } = dataOf(entry, 'request-submitted');
  return { kind: 'request', text: `Handed in “${title}” with ${countOf(files, 'file')}` };
};

const BY_CLIENT: Partial<Record<Action, (entry: AuditEntry) => NoticeContent | undefined>> = {
  'message-sent': () => ({ kind: 'message', text: 'Sent you a message' }),
  'help-requested': (entry) => ({
    kind: 'stuck',
    text: sentenceOf({ action: 'help-requested', data: dataOf(entry, 'help-requested') }),
  }),
  'portal-help-asked': () => ({ kind: 'no-code', text: 'Cannot access their email to open the portal' }),
  'document-uploaded': (entry) => contentOfUpload(dataOf(entry, 'document-uploaded')),
  'request-submitted': handedIn,
  'request-unavailable': (entry) => {
    const { title } = dataOf(entry, 'request-unavailable');
    return { kind: 'request', text: sentenceOf({ action: 'request-unavailable', data: { title } }) };
  },
  'task-changed': (entry) => contentOfTask(dataOf(entry, 'task-changed')),
  'reminders-stopped': () => ({ kind: 'reminders-stopped', text: 'Stopped reminder emails' }),
  'device-confirmed': (entry) => ({
    kind: 'new-device',
    text: sentenceOf({ action: 'device-confirmed', data: dataOf(entry, 'device-confirmed') }),
  }),
};

const ASSIGNED: NoticeContent = { kind: 'assigned', text: 'You are now this client’s adviser' };

const BY_OTHERS: Partial<Record<Action, (entry: AuditEntry) => NoticeContent | undefined>> = {
  // Advisers create clients only for themselves. After a reassignment, its entry notifies the new adviser.
  'client-created': (entry) => (entry.actorType === 'adviser' ? undefined : ASSIGNED),
  'client-reassigned': (entry) => {
    dataOf(entry, 'client-reassigned');
    return ASSIGNED;
  },
  // By the clock, half an hour after the last file.
  'request-submitted': handedIn,
  'loa-due': (entry) => ({
    kind: 'loa-due',
    text: sentenceOf({ action: 'loa-due', data: dataOf(entry, 'loa-due') }),
  }),
  'reminders-unanswered': (entry) => ({
    kind: 'no-answer',
    text: sentenceOf({ action: 'reminders-unanswered', data: dataOf(entry, 'reminders-unanswered') }),
  }),
  'mail-bounced': (entry) => ({
    kind: 'undelivered',
    text: sentenceOf({ action: 'mail-bounced', data: dataOf(entry, 'mail-bounced') }),
  }),
  'mail-complained': (entry) => ({
    kind: 'undelivered',
    text: sentenceOf({ action: 'mail-complained', data: dataOf(entry, 'mail-complained') }),
  }),
};

/** Changes of a client that open the portal, or move where the client is reached. */
function hasEffect(data: DataOf<'client-changed'>): boolean {
  const isMoved = data.fields?.some((field) => field === 'email' || field === 'phone') ?? false;
  return isMoved || data.portal === 'allowed' || (data.stepUp !== undefined && data.stepUp !== 'on');
}

/** Entries of calls that have an effect on a client (docs/decisions/013). */
const WITH_EFFECT: Partial<Record<Action, (entry: AuditEntry) => boolean>> = {
  'portal-link-revealed': (entry) => !dataOf(entry, 'portal-link-revealed').created,
  'portal-link-regenerated': () => true,
  'device-phrase-made': () => true,
  'client-changed': (entry) => hasEffect(dataOf(entry, 'client-changed')),
  'client-status': (entry) => hasEffect(dataOf(entry, 'client-status')),
  'client-completed': (entry) => hasEffect(dataOf(entry, 'client-completed')),
  'client-reopened': (entry) => hasEffect(dataOf(entry, 'client-reopened')),
  'journey-reset': () => true,
  'document-deleted': () => true,
};

function contentByAdmin(entry: AuditEntry, action: Action): NoticeContent | undefined {
  if (!WITH_EFFECT[action]?.(entry)) return undefined;
  const did = uncapitalised(sentenceOf({ action, data: entry.data }));
  return { kind: 'by-admin', text: `${entry.actorName} ${did}` };
}

/** Returns true if the entry causes a notice to the client's adviser, unless they caused it. */
export const causesNotice = (entry: AuditEntry) => contentOf(entry) !== undefined;

function contentOf(entry: AuditEntry): NoticeContent | undefined {
  if (!isAction(entry.action)) return undefined;
  if (entry.actorType === 'client') return BY_CLIENT[entry.action]?.(entry);
  return (
    BY_OTHERS[entry.action]?.(entry) ?? (entry.actorType === 'admin' ? contentByAdmin(entry, entry.action) : undefined)
  );
}
