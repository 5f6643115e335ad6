import { type Action, type DataOf, isAction, sentenceOf } from '#shared/activity.ts';
import type { NoticeKind } from '#shared/rules/notices.ts';
import { type ActivityItem, dataOf } from '../../services/audit-log/entry.ts';

/** What a line of a client's record says to the client's adviser. */
export interface Said {
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

/** What the client itself does that its adviser should know of. */
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

/** What others do with a client that its adviser should know of. */
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

/** What a line says to the client's adviser; `undefined` for what need not be told. */
export function saidBy(line: ActivityItem): Said | undefined {
  if (!isAction(line.action)) return undefined;
  const table = line.actorType === 'client' ? BY_CLIENT : BY_OTHERS;
  return table[line.action]?.(line);
}
