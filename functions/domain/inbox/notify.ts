import { type Action, type DataOf, isAction, sentenceOf } from '#shared/audit-log/actions.ts';
import { named } from '#shared/audit-log/kind.ts';
import { GROUP_OF, type NoticeKind } from '#shared/rules/notices.ts';
import { listOf } from '#shared/rules/words.ts';
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

const KNOWN = new Error('known');

/** Puts a notice into an inbox and counts it, once, however often its line comes; under `checks`. */
async function putOnce(notice: NoticeItem, adviserId: string, checks: readonly Write[]): Promise<void> {
  const line = childKeyOf(notice);
  try {
    const once: Write = { put: { ...notice }, when: [['pk', 'absent']], refuse: KNOWN };
    await transact([once, countUnread(adviserId, 1, line), ...checks]);
  } catch (error) {
    if (error !== KNOWN) throw error;
  }
}

async function tell(adviserId: string, entry: AuditEntry, said: Said, about: ClientItem | undefined, now: Date) {
  const key = childKeyOf(entry);
  const notice: NoticeItem = {
    ...noticeKey(adviserId, key),
    v: 1,
    ...(entry.v === 2 && entry.ref !== undefined && { ref: entry.ref }),
    ...said,
    ...(about && { clientId: clientIdOf(about), clientName: about.card.name }),
  };
  // Nobody is told of a client that is another's by now, or is being deleted.
  const still = about && { check: about, when: [['deleting', 'absent'], unchanged('gpk', about.gpk)] as const };
  await putOnce(notice, adviserId, still ? [still] : []);
  const choice = preferencesOf(await get<PreferencesItem>(preferencesKey(adviserId)))[GROUP_OF[said.kind]];
  if (choice !== 'off') await mailNotices(adviserId, about && clientIdOf(about), choice, key, now);
}

/** Tells a client's adviser of what was done with the client, unless the adviser did it. */
export async function tellAdviser(entry: AuditEntry, now: Date): Promise<void> {
  const said = saidBy(entry);
  if (!said) return;
  const client = await get<ClientItem>(clientKey(clientIdOf(entry)));
  if (!client || client.deleting || adviserIdOf(client) === entry.actorId) return;
  // Whoever has it by now is told by the line that says so.
  if (entry.action === 'client-reassigned' && dataOf(entry, entry.action).to?.id !== adviserIdOf(client)) return;
  await tell(adviserIdOf(client), entry, said, client, now);
}

/** Notifies the former adviser of a client that somebody else has taken away. */
export async function tellFormerAdviser(entry: AuditEntry, now: Date): Promise<void> {
  const { from, to } = dataOf(entry, 'client-reassigned');
  if (!from || !to || from.id === to.id || from.id === entry.actorId) return;
  const [client, account] = await Promise.all([
    get<ClientItem>(clientKey(clientIdOf(entry))),
    get(adviserKey(from.id)),
  ]);
  if (!client || client.deleting || !account) return;
  // Without the client's id and name, which its reader may not know any more.
  const text = `${entry.actorName} made ${to.name} the adviser of one of your clients`;
  await tell(from.id, entry, { kind: 'unassigned', text }, undefined, now);
}

const DAMAGED: Said = {
  kind: 'damaged',
  text: 'A stored document was altered or is gone, and was not handed out: tell whoever runs the portal',
};

const AT_ONCE = 4;

/** Notices to admins by action; `undefined` for an entry that is not about the firm's safety. */
const TO_ADMINS: Partial<Record<Action, (entry: AuditEntry) => Said | undefined>> = {
  'document-damaged': () => DAMAGED,
  'second-factor-reset': (entry) => ({
    kind: 'factor-reset',
    text: `${entry.actorName} reset the second factor of ${dataOf(entry, 'second-factor-reset').name}`,
  }),
  'account-created': (entry) => {
    const { name, role, invited } = dataOf(entry, 'account-created');
    if (role === 'admin') return { kind: 'new-admin', text: `${entry.actorName} made an admin account for ${name}` };
    const isOwn = entry.v === 2 && entry.ref === entry.actorId;
    const did = invited ? `invited ${name}` : `made an account for ${name}`;
    return { kind: 'new-account', text: isOwn ? `${name} registered for an account` : `${entry.actorName} ${did}` };
  },
  'account-changed': (entry) => {
    const { name, to } = dataOf(entry, 'account-changed');
    return to === 'admin' ? { kind: 'new-admin', text: `${entry.actorName} made ${name} an admin` } : undefined;
  },
  'settings-changed': (entry) => {
    const { section, fields, weakened = [] } = dataOf(entry, 'settings-changed');
    if (weakened.length > 0)
      return { kind: 'settings-weakened', text: `${entry.actorName} made settings less strict: ${named(weakened)}` };
    // Clients call this number, and trust emails of this name.
    const shown = section === 'firm' ? fields.filter((field) => field === 'name' || field === 'phone') : [];
    return shown.length > 0
      ? { kind: 'firm-changed', text: `${entry.actorName} changed the firm’s ${listOf(shown)}` }
      : undefined;
  },
};

/** Notifies every admin of an entry about the firm's safety, except whoever caused it and whoever became an admin by it. */
export async function tellAdmins(entry: AuditEntry, now: Date): Promise<void> {
  const said = isAction(entry.action) ? TO_ADMINS[entry.action]?.(entry) : undefined;
  if (!said) return;
  const involved = [entry.actorId, ...(said.kind === 'new-admin' && entry.v === 2 && entry.ref ? [entry.ref] : [])];
  const admins = (await allAdvisers()).filter(({ pk, card }) => card.role === 'admin' && !involved.includes(idOf(pk)));
  await mapConcurrent(admins, AT_ONCE, ({ pk }) => tell(idOf(pk), entry, said, undefined, now));
}

/** Takes a reassigned client's notices out of the former adviser's inbox, where the request that reassigned it was ended. */
export async function forgetFormerClient(entry: AuditEntry): Promise<void> {
  const { from, to } = dataOf(entry, 'client-reassigned');
  const client = await get<ClientItem>(clientKey(clientIdOf(entry)));
  if (from && from.id !== to?.id && client?.gpk !== adviserPartition(from.id))
    await removeNotices(from.id, clientIdOf(entry));
}

/** Copies the entry about a damaged document to the firm's audit log, under the same key, and notifies admins of the copy. */
export const tellOfDamage = (entry: AuditEntry, now: Date): Promise<void> =>
  entry.pk === AUDIT ? tellAdmins(entry, now) : put({ ...entry, pk: AUDIT });

interface Said {
  kind: NoticeKind;
  text: string;
  /** The id of what the notice is about, where that is not what the entry was written for. */
  ref?: string;
}

function ofTask({ title, to, noted }: DataOf<'task-changed'>): Said | undefined {
  const notes = noted ? ' and added notes' : '';
  if (to === 'completed') return { kind: 'task-completed', text: `Completed “${title}”${notes}` };
  return noted ? { kind: 'task-noted', text: `Added notes to “${title}”` } : undefined;
}

function ofUpload(data: DataOf<'document-uploaded'>): Said {
  const text = sentenceOf({ action: 'document-uploaded', data });
  return data.task ? { kind: 'task-document', text, ref: data.task.id } : { kind: 'document', text };
}

const BY_CLIENT: Partial<Record<Action, (entry: AuditEntry) => Said | undefined>> = {
  'message-sent': () => ({ kind: 'message', text: 'Sent you a message' }),
  'client-stuck': (entry) => ({
    kind: 'stuck',
    text: sentenceOf({ action: 'client-stuck', data: dataOf(entry, 'client-stuck') }),
  }),
  'portal-help-asked': () => ({ kind: 'no-code', text: 'Cannot access their email to open the portal' }),
  'document-uploaded': (entry) => ofUpload(dataOf(entry, 'document-uploaded')),
  'task-changed': (entry) => ofTask(dataOf(entry, 'task-changed')),
  'device-confirmed': (entry) => ({
    kind: 'new-device',
    text: sentenceOf({ action: 'device-confirmed', data: dataOf(entry, 'device-confirmed') }),
  }),
};

const ASSIGNED: Said = { kind: 'assigned', text: 'You are now this client’s adviser' };

const BY_OTHERS: Partial<Record<Action, (entry: AuditEntry) => Said | undefined>> = {
  // An adviser adds clients of its own alone: where another has one by now, the line that gave it to them says so.
  'client-created': (entry) => (entry.actorType === 'adviser' ? undefined : ASSIGNED),
  'client-reassigned': (entry) => {
    dataOf(entry, 'client-reassigned');
    return ASSIGNED;
  },
  'mail-bounced': (entry) => ({
    kind: 'undelivered',
    text: sentenceOf({ action: 'mail-bounced', data: dataOf(entry, 'mail-bounced') }),
  }),
  'mail-complained': (entry) => ({
    kind: 'undelivered',
    text: sentenceOf({ action: 'mail-complained', data: dataOf(entry, 'mail-complained') }),
  }),
};

function saidBy(entry: AuditEntry): Said | undefined {
  if (!isAction(entry.action)) return undefined;
  const table = entry.actorType === 'client' ? BY_CLIENT : BY_OTHERS;
  return table[entry.action]?.(entry);
}
