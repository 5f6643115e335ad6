import { placeOf } from '#shared/audit-log/notice-places.ts';
import type { Notice } from '#shared/contract/notifications.ts';
import { getTogether, type Item, itemAt, type Key } from '../../aws/table.ts';
import { childItemKey, childKeyOf, isChildId, PREFIX, parseChildId, timeOfKey } from '../../services/keys/keys.ts';
import type { NoticeItem } from '../../services/notices.ts';
import { type ClientItem, clientKey } from '../clients/client.ts';
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
  const place = placeOf({ kind });
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
  const isGone = key !== undefined && !(subject && isKept(subject));
  return {
    id: childKeyOf(item),
    kind: item.kind,
    clientId: item.clientId ?? null,
    clientName: client?.summary.name ?? item.clientName ?? null,
    text: item.text,
    preview: subject?.sk.startsWith(PREFIX.message) ? previewOf((subject as Item & MessageItem).content) : null,
    ref: isGone ? null : (item.ref ?? null),
    read: item.read ?? false,
    at: timeOfKey(childKeyOf(item)),
  };
}

/** Returns notices with current client names and message previews. `ref` is null if its item is gone. */
export async function toNotices(notices: readonly NoticeItem[]): Promise<Notice[]> {
  const keys = notices.flatMap((notice) => [
    ...(notice.clientId ? [clientKey(notice.clientId)] : []),
    ...[subjectKey(notice)].filter((key) => key !== undefined),
  ]);
  const items = await getTogether(keys);
  return notices.map((notice) => toNotice(notice, items));
}
