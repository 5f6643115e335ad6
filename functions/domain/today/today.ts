import type { NoticeKind } from '#shared/audit-log/notices.ts';
import type { Today, TodayItem } from '#shared/contract/today.ts';
import { whoOf } from '#shared/rules/open-kinds.ts';
import { byUrgency, isDue, linesOf, type OpenItem, sayOpen } from '#shared/rules/open-work.ts';
import { TODAY_CLIENTS, TODAY_ITEMS } from '#shared/rules/today.ts';
import type { Calendar } from '#shared/rules/working-days.ts';
import { query } from '../../aws/table.ts';
import { adviserPartition, clientIdOf, idOfChild } from '../../services/keys/keys.ts';
import { isUnread, NOTICE, type NoticeItem } from '../../services/notices.ts';
import type { Staff } from '../accounts/session.ts';
import { adviserIdOf } from '../clients/client.ts';
import { ownPart, wholeList } from '../clients/firm-lists.ts';
import { type AnyRow, workIn } from '../open-work/open-work.ts';
import { isTask } from '../tasks/task.ts';

/** An adviser's clients, open tasks and requests, and notices of files that the adviser has not seen. */
interface Work {
  rows: AnyRow[];
  files: NoticeItem[];
}

/** Notices of files outside requests. Those handed in are open until they are reviewed. */
const NEW_FILE: readonly NoticeKind[] = ['document', 'task-document'];

const isNewFile = (item: object) => isUnread(item) && NEW_FILE.includes((item as NoticeItem).kind);

const newFiles = (adviserId: string) =>
  query<NoticeItem>(adviserPartition(adviserId), NOTICE, { newestFirst: true, keep: isNewFile, maxPages: 1 });

export async function ownWork(adviserId: string | undefined): Promise<Work> {
  if (adviserId === undefined) return { rows: [], files: [] };
  const [rows, files] = await Promise.all([ownPart<AnyRow>(adviserId, ''), newFiles(adviserId)]);
  return { rows, files };
}

/** Returns what an adviser has to do today, by client, most urgent first. To admins, `all` returns the whole firm’s. */
export async function todayOf(
  actor: Staff,
  own: Work,
  { all }: { all?: 'true' | undefined },
  calendar: Calendar,
): Promise<Today> {
  const isWhole = all === 'true' && actor.kind === 'admin';
  const { items: rows, names } = isWhole
    ? await wholeList(actor, own.rows, '')
    : { items: own.rows, names: new Map([[actor.id, actor.name]]) };
  const others = [...names.keys()].filter((id) => id !== actor.id);
  const files = [...own.files, ...(await Promise.all(others.map(newFiles))).flat()];
  const statusOf = new Map(rows.filter(isTask).map((task) => [idOfChild(task), task.summary.status]));
  const toLine = ([first, ...more]: readonly OpenItem[]): TodayItem[] =>
    first
      ? [
          {
            kind: first.kind,
            text: sayOpen([first, ...more]),
            since: first.since,
            due: first.due,
            ref: first.ref,
            status: (first.kind === 'task' && statusOf.get(first.ref ?? '')) || null,
          },
        ]
      : [];
  const { today } = calendar;
  const compare = byUrgency(today);
  const found = workIn(rows, calendar, files)
    .flatMap(({ client, items }) => {
      const due = items.filter((open) => whoOf(open) === 'adviser' && isDue(open, today));
      const [first] = due;
      return first ? [{ client, due, first }] : [];
    })
    .sort((a, b) => compare(a.first, b.first) || (a.client.summary.name < b.client.summary.name ? -1 : 1));
  const clients = found.slice(0, TODAY_CLIENTS).map(({ client, due }) => {
    const lines = linesOf(due);
    const adviserId = adviserIdOf(client);
    return {
      clientId: clientIdOf(client),
      clientName: client.summary.name,
      adviserId,
      adviserName: names.get(adviserId) ?? '',
      items: lines.slice(0, TODAY_ITEMS).flatMap(toLine),
      more: Math.max(0, lines.length - TODAY_ITEMS),
    };
  });
  return { clients, more: found.length - clients.length };
}
