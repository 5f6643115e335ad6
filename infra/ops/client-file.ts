import { query } from '#functions/aws/table.ts';
import { adviserNameOf } from '#functions/domain/clients/assignments.ts';
import { type ClientItem, toFullClient } from '#functions/domain/clients/client.ts';
import { type DocumentItem, isKept, toDocument } from '#functions/domain/documents/document-item.ts';
import { toNotices } from '#functions/domain/inbox/notice-page.ts';
import { toSignature, toStages } from '#functions/domain/journey/journey.ts';
import { calendarOf } from '#functions/domain/loas/loa.ts';
import { clientFile, type ExportedFile, type Treatment } from '#functions/domain/noun.ts';
import { NOUNS, requireRegistered, type SectionByHand } from '#functions/domain/nouns.ts';
import * as KEYS from '#functions/services/keys/item-kinds.ts';
import { childKeyOf, clientIdOf, clientPartition } from '#functions/services/keys/keys.ts';
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

/** Returns the sections that nouns declare, in the order of the registry. */
const sectionsOf = (file: ExportedFile) =>
  Object.values<Treatment>(NOUNS).flatMap(({ key, exported }) =>
    typeof exported === 'object' && 'show' in exported ? { ...exported, ...exported.show(file.of(key), file) } : [],
  );

/** Returns all data of a client as their adviser sees it, and the items that documents are decrypted with. */
export async function readClientFile(clientId: string, now: Date) {
  const items = await query(clientPartition(clientId), '');
  const file = clientFile(items);
  if (!file) throw new Error(`No client has the id ${clientId}: check the id.`);
  requireRegistered(items);
  const { client, of } = file;
  const documents = of<DocumentItem>(KEYS.document).filter(isKept);
  const settings = await readSettings();
  const sections = sectionsOf({ ...file, calendar: calendarOf(now, settings) });
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
    ...Object.fromEntries(sections.map(({ name, json }) => [name, json])),
    notices: await noticesOf(client),
  } satisfies Record<SectionByHand, unknown>;
  return {
    ...file,
    shown,
    sections,
    seals: new Map(documents.map((item, i) => [shown.documents[i]?.id ?? childKeyOf(item), item])),
  };
}

export type ExportedClient = Awaited<ReturnType<typeof readClientFile>>;
