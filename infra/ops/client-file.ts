import { type Item, query } from '#functions/aws/table.ts';
import { adviserNameOf } from '#functions/domain/clients/assignments.ts';
import { type ClientItem, clientKey, toFullClient } from '#functions/domain/clients/client.ts';
import { type DocumentItem, isKept, toDocument } from '#functions/domain/documents/document-item.ts';
import { toNotices } from '#functions/domain/inbox/notice-page.ts';
import { toSignature, toStages } from '#functions/domain/journey/journey.ts';
import { calendarOf, type LoaItem, toLoa } from '#functions/domain/loas/loa.ts';
import { type MessageItem, readMark, toMessage } from '#functions/domain/messages/messages.ts';
import { requireRegistered, type Section } from '#functions/domain/nouns.ts';
import { type PlanItem, toPlan } from '#functions/domain/plans/plan.ts';
import { type DeviceItem, toDevice } from '#functions/domain/portal/device.ts';
import { type RequestItem, toRequest } from '#functions/domain/requests/request.ts';
import { type TaskItem, toTask } from '#functions/domain/tasks/task.ts';
import { type AuditEntry, toClientAuditEntry } from '#functions/services/audit-log/entry.ts';
import * as KEYS from '#functions/services/keys/item-kinds.ts';
import { childKeyOf, clientIdOf, clientPartition, PREFIX } from '#functions/services/keys/keys.ts';
import { NOTICE, type NoticeItem } from '#functions/services/notices.ts';
import { readSettings } from '#functions/services/settings.ts';

const MAX = 100;
// Matches characters with a meaning in file names on Windows, macOS or Linux, and those that hide or reorder text.
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}<>:"/\\|?*]/gu;

/** Returns a document's path in the export. The number makes it unique on any disk and avoids reserved names. */
export function fileNameFor(given: string, number: number): string {
  const clean = given.toWellFormed().replace(UNSAFE, '_');
  const extension = /\.[A-Za-z0-9]{1,10}$/.exec(clean)?.[0] ?? '';
  const stem = Array.from(clean.slice(0, clean.length - extension.length))
    .slice(0, MAX)
    .join('');
  return `documents/${String(number).padStart(3, '0')} ${stem.trim()}${extension}`.replace(/[. ]+$/, '');
}

/** Returns an audit entry with the data of its sentence. */
const toFullEntry = (item: AuditEntry) => ({
  ...toClientAuditEntry(item),
  ref: item.ref ?? null,
  data: item.data,
});

const toReminderEmails = ({ summary: { reminded, reminders = {} }, unansweredAt }: ClientItem) => ({
  disabled: reminders.disabled ?? false,
  pausedUntil: reminders.pausedUntil ?? null,
  stoppedAt: reminders.stoppedAt ?? null,
  sent: reminded?.total ?? 0,
  sinceVisit: reminded?.n ?? 0,
  lastOn: reminded?.on ?? null,
  unansweredAt: unansweredAt ?? null,
});

/** Returns the notices about a client in their adviser's inbox, because these contain the client's name. */
async function noticesOf(client: ClientItem) {
  const about = (item: object) => 'clientId' in item && item.clientId === clientIdOf(client);
  const notices = await query<NoticeItem>(client.gpk, NOTICE, { keep: about });
  return (await toNotices(notices)).map(({ at, kind, clientName, text }) => ({ at, kind, clientName, text }));
}

/** Returns all data of a client as their adviser sees it, and the items that documents are decrypted with. */
export async function readClientFile(clientId: string, now: Date) {
  const items = await query(clientPartition(clientId), '');
  const client = items.find(({ sk }) => sk === clientKey(clientId).sk) as (Item & ClientItem) | undefined;
  if (!client) throw new Error(`No client has the id ${clientId}: check the id.`);
  requireRegistered(items);
  const of = <T>(prefix: string) => items.filter(({ sk }) => sk.startsWith(prefix)) as T[];
  const readBy = { adviser: readMark(client, 'client'), client: readMark(client, 'adviser') };
  const documents = of<DocumentItem>(PREFIX.document).filter(isKept);
  const settings = await readSettings();
  const calendar = calendarOf(now, settings);
  const shown = {
    client: {
      ...toFullClient(client, await adviserNameOf(client), settings),
      reminderEmails: toReminderEmails(client),
    },
    stages: toStages(client, now),
    signature: toSignature(client),
    documents: documents.map((item, i) => ({
      ...toDocument(item, client.signature),
      file: fileNameFor(item.name, i + 1),
    })),
    requests: of<RequestItem>(PREFIX.request).map(toRequest),
    loas: of<LoaItem>(PREFIX.loa).map((loa) => toLoa(loa, calendar)),
    plans: of<PlanItem>(PREFIX.plan).map(toPlan),
    tasks: of<TaskItem>(PREFIX.task).map(toTask),
    messages: of<MessageItem>(PREFIX.message).map((item) => toMessage(item, readBy[item.senderType])),
    activity: of<AuditEntry>(PREFIX.activity).map(toFullEntry),
    notices: await noticesOf(client),
    devices: of<DeviceItem>(KEYS.device.sk).map(toDevice),
  } satisfies Record<Section, unknown>;
  return {
    client,
    shown,
    seals: new Map(documents.map((item, i) => [shown.documents[i]?.id ?? childKeyOf(item), item])),
  };
}
export type ShownFile = Awaited<ReturnType<typeof readClientFile>>['shown'];
