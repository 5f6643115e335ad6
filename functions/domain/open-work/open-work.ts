import { addDays } from '#shared/rules/london.ts';
import { type OpenItem, openWork, requestItems, taskItems } from '#shared/rules/open-work.ts';
import type { Calendar } from '#shared/rules/working-days.ts';
import { type Key, queryIndex } from '../../aws/table.ts';
import { adviserPartition, childKeyOf, clientIdOf, idOfChild, PREFIX, timeOfKey } from '../../services/keys/keys.ts';
import { mapConcurrent } from '../../services/map-concurrent.ts';
import type { NoticeItem } from '../../services/notices.ts';
import type { ClientRow } from '../clients/client.ts';
import { isLoa, type LoaRow } from '../loas/loa.ts';
import { isRequest, REQUEST_ROW, type RequestRow } from '../requests/request.ts';
import { isClient, isTask, type TaskRow } from '../tasks/task.ts';

/** Row in an adviser's list. */
export type AnyRow = ClientRow | TaskRow | RequestRow | LoaRow;

/**
 * Reads an adviser's clients and their open items, in parallel by kind. With `until`, only items that an adviser may have
 * to act on by that London day.
 */
export async function workRows(adviserId: string, until?: string): Promise<AnyRow[]> {
  const list = adviserPartition(adviserId);
  const dated = (prefix: string) =>
    queryIndex<AnyRow>(list, prefix, until === undefined ? {} : { before: prefix + addDays(until, 1) });
  const found = await Promise.all([
    queryIndex<AnyRow>(list, PREFIX.indexedClient),
    dated(PREFIX.indexedTask),
    queryIndex<AnyRow>(list, until === undefined ? PREFIX.indexedRequest : REQUEST_ROW.submitted),
    dated(PREFIX.indexedLoa),
  ]);
  return found.flat();
}

/** Advisers whose work is read at once, so that memory does not grow with the firm. */
const ADVISERS_AT_ONCE = 40;

/** Reads the work of advisers. `take` gets one after the other, in no order. */
export const forEachAdviser = <W>(
  ids: Iterable<string>,
  read: (adviserId: string) => Promise<W>,
  take: (work: W) => void,
): Promise<void> => mapConcurrent(ids, ADVISERS_AT_ONCE, async (id) => take(await read(id)));

export interface ClientWork {
  client: ClientRow;
  /** Its rows, and those of its open items. */
  rows: readonly AnyRow[];
  /** Most urgent first. */
  items: OpenItem[];
}

const toOpenTask = (row: TaskRow) => ({
  ...row.summary,
  id: idOfChild(row),
  dueDate: row.summary.dueDate ?? null,
  createdAt: timeOfKey(childKeyOf(row)),
});

const toOpenRequest = (row: RequestRow) => ({
  ...row.summary,
  id: idOfChild(row),
  dueDate: row.summary.due ?? null,
  submittedAt: row.summary.submittedAt ?? null,
});

/** Returns what is open of a task or request; nothing for other rows. */
export const openIn = (row: Key): OpenItem[] =>
  isTask(row) ? taskItems(toOpenTask(row)) : isRequest(row) ? requestItems(toOpenRequest(row)) : [];

const toOpenFile = (notice: NoticeItem) => ({ id: notice.ref ?? null, since: timeOfKey(childKeyOf(notice)) });

function itemsOf(
  client: ClientRow,
  rows: readonly AnyRow[],
  files: readonly NoticeItem[],
  calendar: Calendar,
): OpenItem[] {
  const { summary } = client;
  const facts = {
    id: clientIdOf(client),
    completed: summary.completedAt !== undefined,
    helpSince: summary.helpSince ?? null,
    unread: summary.unread,
    unreadSince: summary.unreadSince ?? null,
    booked: summary.booked,
    mailProblem: summary.mailProblem ?? null,
    hasVisited: summary.visitedAt !== undefined,
    tasks: rows.filter(isTask).map(toOpenTask),
    requests: rows.filter(isRequest).map(toOpenRequest),
    letters: rows.filter(isLoa).map((row) => ({ ...row.summary, id: idOfChild(row) })),
    files: files.map(toOpenFile),
  };
  return openWork(facts, calendar);
}

/**
 * Returns what is open of each client in lists, also of those with nothing. Rows that are still listed for a former
 * adviser do not count. `files` are unread notices of files, newest first.
 */
export function workIn(rows: readonly AnyRow[], calendar: Calendar, files: readonly NoticeItem[] = []): ClientWork[] {
  const rowsOf = Map.groupBy(rows, ({ gpk, pk }) => `${gpk} ${pk}`);
  const filesOf = Map.groupBy(files, ({ clientId }) => clientId);
  return rows.filter(isClient).map((client) => {
    const own = rowsOf.get(`${client.gpk} ${client.pk}`) ?? [];
    return { client, rows: own, items: itemsOf(client, own, filesOf.get(clientIdOf(client)) ?? [], calendar) };
  });
}
