import type { NoticeKind } from '#shared/audit-log/notices.ts';
import type { Today, TodayItem } from '#shared/contract/today.ts';
import { londonParts } from '#shared/rules/london.ts';
import { whoOf } from '#shared/rules/open-kinds.ts';
import { byUrgency, isDue, linesOf, type OpenItem, sayOpen } from '#shared/rules/open-work.ts';
import { TODAY_CLIENTS, TODAY_ITEMS } from '#shared/rules/today.ts';
import type { Calendar } from '#shared/rules/working-days.ts';
import { currentTime } from '../../aws/clock.ts';
import { query } from '../../aws/table.ts';
import { adviserPartition, clientIdOf, idOfChild } from '../../services/keys/keys.ts';
import { isUnread, NOTICE, type NoticeItem } from '../../services/notices.ts';
import type { Staff } from '../accounts/session.ts';
import { adviserIdOf } from '../clients/client.ts';
import { adviserNames } from '../clients/firm-lists.ts';
import { type AnyRow, workIn, workRows } from '../open-work/open-work.ts';
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

async function workUntil(adviserId: string, today: string): Promise<Work> {
  const [rows, files] = await Promise.all([workRows(adviserId, today), newFiles(adviserId)]);
  return { rows, files };
}

/** Reads an adviser's own work while the session is still being verified. */
export async function ownWork(adviserId: string | undefined): Promise<Work> {
  if (adviserId === undefined) return { rows: [], files: [] };
  return workUntil(adviserId, londonParts(await currentTime()).date);
}

/** Returns the work of all advisers whose clients the admin may see, and their names. */
async function wholeWork(
  actor: Staff,
  own: Work,
  today: string,
): Promise<Work & { names: ReadonlyMap<string, string> }> {
  const names = await adviserNames(actor);
  const others = [...names.keys()].filter((id) => id !== actor.id);
  const works = [own, ...(await Promise.all(others.map((id) => workUntil(id, today))))];
  return { rows: works.flatMap(({ rows }) => rows), files: works.flatMap(({ files }) => files), names };
}

/** Returns what an adviser has to do today, by client, most urgent first. To admins, `all` returns the whole firm’s. */
export async function todayOf(
  actor: Staff,
  own: Work,
  { all }: { all?: 'true' | undefined },
  calendar: Calendar,
): Promise<Today> {
  const { today } = calendar;
  const isWhole = all === 'true' && actor.kind === 'admin';
  const { rows, files, names } = isWhole
    ? await wholeWork(actor, own, today)
    : { ...own, names: new Map([[actor.id, actor.name]]) };
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
