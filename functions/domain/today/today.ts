import type { NoticeKind } from '#shared/audit-log/notices.ts';
import type { Today, TodayItem } from '#shared/contract/today.ts';
import { londonParts } from '#shared/rules/london.ts';
import { whoOf } from '#shared/rules/open-kinds.ts';
import { isFactfind, linesOf, type OpenItem, sayOpen } from '#shared/rules/open-work.ts';
import type { TaskStatus } from '#shared/rules/tasks.ts';
import { byUrgency, isDue } from '#shared/rules/urgency.ts';
import type { Calendar } from '#shared/rules/working-days.ts';
import { currentTime } from '../../aws/clock.ts';
import { query } from '../../aws/table.ts';
import { adviserPartition, clientIdOf, idOfChild } from '../../services/keys/keys.ts';
import { isUnread, NOTICE, type NoticeItem } from '../../services/notices.ts';
import type { Staff } from '../accounts/session.ts';
import { adviserIdOf, type ClientRow } from '../clients/client.ts';
import { namesForAll } from '../clients/firm-lists.ts';
import { workedFor } from '../clients/reach.ts';
import { type AnyRow, forEachAdviser, workIn, workRows } from '../open-work/open-work.ts';
import { isTask } from '../tasks/task.ts';

/** Most clients of one answer, four for each adviser of a firm of 25. */
const TODAY_CLIENTS = 100;
/** Number of open items of each client. */
export const TODAY_ITEMS = 3;

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

/** A client with items that are due for the adviser, most urgent first. */
interface DueClient {
  client: ClientRow;
  first: OpenItem;
  lines: TodayItem[];
}

function toLine(line: readonly OpenItem[], statusOf: ReadonlyMap<string, TaskStatus>): TodayItem[] {
  const [first] = line;
  if (!first) return [];
  const { kind, since, due, ref } = first;
  const status = (kind === 'task' && statusOf.get(ref ?? '')) || null;
  return [{ kind, text: sayOpen(line), since, due, ref, ...(isFactfind(line) && { asks: 'facts' }), status }];
}

function dueIn({ rows, files }: Work, calendar: Calendar): DueClient[] {
  const statusOf = new Map(rows.filter(isTask).map((task) => [idOfChild(task), task.summary.status]));
  return workIn(rows, calendar, files).flatMap(({ client, items }) => {
    const due = items.filter((open) => whoOf(open) === 'adviser' && isDue(open, calendar.today));
    const [first] = due;
    return first ? [{ client, first, lines: linesOf(due).flatMap((line) => toLine(line, statusOf)) }] : [];
  });
}

const TOO_MANY = 'The firm has too many clients for one list';

/**
 * Returns what an adviser has to do today, by client, most urgent first, also for those whom they work with. To admins,
 * `all` returns the whole firm’s, or throws 400 if it is large.
 */
export async function todayOf(
  actor: Staff,
  own: Work,
  { all }: { all?: 'true' | undefined },
  calendar: Calendar,
): Promise<Today> {
  const { today } = calendar;
  const isWhole = all === 'true' && actor.kind === 'admin';
  const names = isWhole ? await namesForAll(actor, 'all', TOO_MANY) : workedFor(actor);
  const others = [...names.keys()].filter((id) => id !== actor.id);
  const compare = byUrgency(today);
  let count = 0;
  let shown: DueClient[] = [];
  const take = (work: Work) => {
    const found = dueIn(work, calendar);
    count += found.length;
    shown = [...shown, ...found]
      .sort((a, b) => compare(a.first, b.first) || (a.client.summary.name < b.client.summary.name ? -1 : 1))
      .slice(0, TODAY_CLIENTS);
  };
  take(own);
  await forEachAdviser(others, (id) => workUntil(id, today), take);
  const clients = shown.map(({ client, lines }) => ({
    clientId: clientIdOf(client),
    clientName: client.summary.name,
    adviserId: adviserIdOf(client),
    adviserName: names.get(adviserIdOf(client)) ?? '',
    items: lines.slice(0, TODAY_ITEMS),
    more: Math.max(0, lines.length - TODAY_ITEMS),
  }));
  return { clients, more: count - clients.length };
}
