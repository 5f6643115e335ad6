import { noticePlaceOf } from '#shared/audit-log/notice-places.ts';
import type { Notice } from '#shared/contract/notifications.ts';
import { nameBesideClient } from '#shared/rules/persons.ts';
import { getTogether, type Item, itemAt, type Key } from '../../aws/table.ts';
import { childItemKey, childKeyOf, isChildId, PREFIX, parseChildId, timeOfKey } from '../../services/keys/keys.ts';
import { isUnread, markNotices, type NoticeItem } from '../../services/notices.ts';
import type { Staff } from '../accounts/session.ts';
import { adviserIdOf, type ClientItem, clientKey } from '../clients/client.ts';
import { reaches } from '../clients/reach.ts';
import { isKept } from '../documents/document-item.ts';
import type { MessageItem } from '../messages/messages.ts';

/** Characters: two lines on a phone. */
const MAX_PREVIEW = 160;

export function previewOf(content: string): string {
  const text = content.trim();
  const [line = ''] = text.split('\n', 1);
  const cut = [...line].slice(0, MAX_PREVIEW).join('').trimEnd();
  return cut.length < text.length ? `${cut}…` : cut;
}

function subjectKey({ kind, clientId, ref }: NoticeItem): Key | undefined {
  const place = noticePlaceOf({ kind });
  if (!clientId || place === 'page' || ref === undefined || !isChildId(ref)) return undefined;
  const prefix = {
    messages: PREFIX.message,
    tasks: PREFIX.task,
    documents: PREFIX.document,
    requests: PREFIX.request,
    loas: PREFIX.loa,
  }[place];
  return childItemKey(prefix, clientId, parseChildId(ref).key);
}

function toNotice(item: NoticeItem, items: readonly Item[]): Notice {
  const client = item.clientId ? itemAt<ClientItem>(items, clientKey(item.clientId)) : undefined;
  const key = subjectKey(item);
  const subject = key && itemAt<Item>(items, key);
  const clientName = client?.summary.name ?? item.clientName;
  const isGone = key !== undefined && !(subject && isKept(subject));
  return {
    id: childKeyOf(item),
    kind: item.kind,
    clientId: item.clientId ?? null,
    clientName: clientName === undefined ? null : nameBesideClient(item.person, clientName),
    text: item.text,
    preview: subject?.sk.startsWith(PREFIX.message) ? previewOf((subject as Item & MessageItem).content) : null,
    ref: isGone ? null : (item.ref ?? null),
    read: item.read ?? false,
    at: timeOfKey(childKeyOf(item)),
  };
}

/** Reads the clients and subjects of notices. */
function readSubjects(notices: readonly NoticeItem[]): Promise<Item[]> {
  const keys = notices.flatMap((notice) => [
    ...(notice.clientId ? [clientKey(notice.clientId)] : []),
    ...[subjectKey(notice)].filter((key) => key !== undefined),
  ]);
  return getTogether(keys);
}

/** Returns notices with current client names and message previews. `ref` is null if its item is gone. */
export async function toNotices(notices: readonly NoticeItem[]): Promise<Notice[]> {
  const items = await readSubjects(notices);
  return notices.map((notice) => toNotice(notice, items));
}

/**
 * Returns the notices that their reader may know of, and marks the others as read: they came while the reader worked
 * with the client's adviser.
 */
export async function noticesFor(reader: Staff, notices: readonly NoticeItem[]): Promise<Notice[]> {
  const items = await readSubjects(notices);
  const isShown = ({ clientId }: NoticeItem) => {
    const client = clientId === undefined ? undefined : itemAt<ClientItem>(items, clientKey(clientId));
    return clientId === undefined || (client !== undefined && reaches(reader, adviserIdOf(client)));
  };
  const hidden = notices.filter((notice) => !isShown(notice) && isUnread(notice));
  if (hidden.length > 0) await markNotices(reader.id, hidden);
  return notices.filter(isShown).map((notice) => toNotice(notice, items));
}
