import { named } from '#shared/activity/kind.ts';
import { type Action, type DataOf, isAction, sentenceOf } from '#shared/activity.ts';
import { GROUP_OF, type NoticeKind } from '#shared/rules/notices.ts';
import { listOf } from '#shared/rules/words.ts';
import { unchanged } from '../../aws/expressions.ts';
import { get, put, transact, type Write } from '../../aws/table.ts';
import { type ActivityItem, dataOf } from '../../services/audit-log/entry.ts';
import { AUDIT, adviserPartition, childKeyOf, clientIdOf, idOf } from '../../services/keys/keys.ts';
import {
  countUnread,
  type NoticeItem,
  noticeKey,
  type PreferencesItem,
  preferencesKey,
  preferencesOf,
  removeNotices,
} from '../../services/notices.ts';
import { sideBySide } from '../../services/side-by-side.ts';
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

async function tell(adviserId: string, line: ActivityItem, said: Said, about: ClientItem | undefined, now: Date) {
  const key = childKeyOf(line);
  const notice: NoticeItem = {
    ...noticeKey(adviserId, key),
    v: 1,
    ...(line.v === 2 && line.ref !== undefined && { ref: line.ref }),
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
export async function tellAdviser(line: ActivityItem, now: Date): Promise<void> {
  const said = saidBy(line);
  if (!said) return;
  const client = await get<ClientItem>(clientKey(clientIdOf(line)));
  if (!client || client.deleting || adviserIdOf(client) === line.actorId) return;
  // Whoever has it by now is told by the line that says so.
  if (line.action === 'client-reassigned' && dataOf(line, line.action).to?.id !== adviserIdOf(client)) return;
  await tell(adviserIdOf(client), line, said, client, now);
}

/** Notifies the former adviser of a client that somebody else has taken away. */
export async function tellFormerAdviser(line: ActivityItem, now: Date): Promise<void> {
  const { from, to } = dataOf(line, 'client-reassigned');
  if (!from || !to || from.id === to.id || from.id === line.actorId) return;
  const [client, account] = await Promise.all([get<ClientItem>(clientKey(clientIdOf(line))), get(adviserKey(from.id))]);
  if (!client || client.deleting || !account) return;
  // Without the client's id and name, which its reader may not know any more.
  const text = `${line.actorName} made ${to.name} the adviser of one of your clients`;
  await tell(from.id, line, { kind: 'unassigned', text }, undefined, now);
}

const DAMAGED: Said = {
  kind: 'damaged',
  text: 'A stored document was altered or is gone, and was not handed out: tell whoever runs the portal',
};

const AT_ONCE = 4;

/** Notices to admins by action; `undefined` for an entry that is not about the firm's safety. */
const TO_ADMINS: Partial<Record<Action, (line: ActivityItem) => Said | undefined>> = {
  'document-damaged': () => DAMAGED,
  'second-factor-reset': (line) => ({
    kind: 'factor-reset',
    text: `${line.actorName} reset the second factor of ${dataOf(line, 'second-factor-reset').name}`,
  }),
  'account-created': (line) => {
    const { name, role, invited } = dataOf(line, 'account-created');
    if (role === 'admin') return { kind: 'new-admin', text: `${line.actorName} made an admin account for ${name}` };
    const isOwn = line.v === 2 && line.ref === line.actorId;
    const did = invited ? `invited ${name}` : `made an account for ${name}`;
    return { kind: 'new-account', text: isOwn ? `${name} registered for an account` : `${line.actorName} ${did}` };
  },
  'account-changed': (line) => {
    const { name, to } = dataOf(line, 'account-changed');
    return to === 'admin' ? { kind: 'new-admin', text: `${line.actorName} made ${name} an admin` } : undefined;
  },
  'settings-changed': (line) => {
    const { section, fields, weakened = [] } = dataOf(line, 'settings-changed');
    if (weakened.length > 0)
      return { kind: 'settings-weakened', text: `${line.actorName} made settings less strict: ${named(weakened)}` };
    // Clients call this number, and trust emails of this name.
    const shown = section === 'firm' ? fields.filter((field) => field === 'name' || field === 'phone') : [];
    return shown.length > 0
      ? { kind: 'firm-changed', text: `${line.actorName} changed the firm’s ${listOf(shown)}` }
      : undefined;
  },
};

/** Notifies every admin of an entry about the firm's safety, except whoever caused it and whoever became an admin by it. */
export async function tellAdmins(line: ActivityItem, now: Date): Promise<void> {
  const said = isAction(line.action) ? TO_ADMINS[line.action]?.(line) : undefined;
  if (!said) return;
  const involved = [line.actorId, ...(said.kind === 'new-admin' && line.v === 2 && line.ref ? [line.ref] : [])];
  const admins = (await allAdvisers()).filter(({ pk, card }) => card.role === 'admin' && !involved.includes(idOf(pk)));
  await sideBySide(admins, AT_ONCE, ({ pk }) => tell(idOf(pk), line, said, undefined, now));
}

/** Takes a reassigned client's notices out of the former adviser's inbox, where the request that reassigned it was ended. */
export async function forgetFormerClient(line: ActivityItem): Promise<void> {
  const { from, to } = dataOf(line, 'client-reassigned');
  const client = await get<ClientItem>(clientKey(clientIdOf(line)));
  if (from && from.id !== to?.id && client?.gpk !== adviserPartition(from.id))
    await removeNotices(from.id, clientIdOf(line));
}

/** Copies the entry about a damaged document to the firm's audit log, under the same key, and notifies admins of the copy. */
export const tellOfDamage = (line: ActivityItem, now: Date): Promise<void> =>
  line.pk === AUDIT ? tellAdmins(line, now) : put({ ...line, pk: AUDIT });

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

const BY_CLIENT: Partial<Record<Action, (line: ActivityItem) => Said | undefined>> = {
  'message-sent': () => ({ kind: 'message', text: 'Sent you a message' }),
  'client-stuck': (line) => ({
    kind: 'stuck',
    text: sentenceOf({ action: 'client-stuck', data: dataOf(line, 'client-stuck') }),
  }),
  'portal-help-asked': () => ({ kind: 'no-code', text: 'Cannot access their email to open the portal' }),
  'document-uploaded': (line) => ofUpload(dataOf(line, 'document-uploaded')),
  'task-changed': (line) => ofTask(dataOf(line, 'task-changed')),
  'device-confirmed': (line) => ({
    kind: 'new-device',
    text: sentenceOf({ action: 'device-confirmed', data: dataOf(line, 'device-confirmed') }),
  }),
};

const ASSIGNED: Said = { kind: 'assigned', text: 'You are now this client’s adviser' };

const BY_OTHERS: Partial<Record<Action, (line: ActivityItem) => Said | undefined>> = {
  // An adviser adds clients of its own alone: where another has one by now, the line that gave it to them says so.
  'client-created': (line) => (line.actorType === 'adviser' ? undefined : ASSIGNED),
  'client-reassigned': (line) => {
    dataOf(line, 'client-reassigned');
    return ASSIGNED;
  },
  'mail-bounced': (line) => ({
    kind: 'undelivered',
    text: sentenceOf({ action: 'mail-bounced', data: dataOf(line, 'mail-bounced') }),
  }),
  'mail-complained': (line) => ({
    kind: 'undelivered',
    text: sentenceOf({ action: 'mail-complained', data: dataOf(line, 'mail-complained') }),
  }),
};

function saidBy(line: ActivityItem): Said | undefined {
  if (!isAction(line.action)) return undefined;
  const table = line.actorType === 'client' ? BY_CLIENT : BY_OTHERS;
  return table[line.action]?.(line);
}
