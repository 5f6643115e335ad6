import type { QueryOf } from '#shared/contract/api.ts';
import type { Client } from '#shared/contract/clients.ts';
import {
  COLUMN_RULES,
  changedAt,
  daysInStage,
  type ListFacts,
  nextDueOf,
  sortedClients,
} from '#shared/rules/client-columns.ts';
import { type ListColumn, listColumnsOf, listSortOf } from '#shared/rules/client-list.ts';
import { CLIENT_STATUS_LABELS, journeyLabel, matchesFilter } from '#shared/rules/clients.ts';
import { grouped } from '#shared/rules/counted-words.ts';
import { MOST_EXPORTED } from '#shared/rules/limits.ts';
import { londonParts } from '#shared/rules/london.ts';
import type { Who } from '#shared/rules/open-kinds.ts';
import { FACTFIND_STATES } from '#shared/rules/requests.ts';
import { searchClients } from '#shared/rules/search.ts';
import type { Calendar } from '#shared/rules/working-days.ts';
import { writeFirmEntry } from '../../services/audit-log/firm-log.ts';
import { type Cell, csv } from '../../services/csv.ts';
import { invalid } from '../../services/errors.ts';
import { clientIdOf, PREFIX } from '../../services/keys/keys.ts';
import type { Staff } from '../accounts/session.ts';
import { adviserIdOf, toListedClient } from '../clients/client.ts';
import { newestFirst, ownPart, wholeList } from '../clients/firm-lists.ts';
import type { AnyRow } from '../open-work/open-work.ts';
import { isClient, isTask } from '../tasks/task.ts';

type ListQuery = QueryOf<'GET /api/clients'>;
type Reader = Pick<Staff, 'kind' | 'works'>;

/** A Lambda response may hold 6 MB, and takes a file as base64. Only long names in other scripts come near. */
const MAX_BYTES = 4_400_000;

const tooMany = (how: string) => invalid('filter', `${how} Narrow the list by a filter or a search first.`);

const WAITING: Readonly<Record<Who, string>> = { adviser: 'Adviser', client: 'Client', provider: 'Provider' };

function momentOf(time: string): string {
  const parts = londonParts(new Date(time));
  return `${parts.date} ${parts.time}`;
}

/** Texts as in the table, but dates and numbers that spreadsheets sort, and no "You", as files are passed on. */
const CELLS: Readonly<Record<ListColumn, (client: Client, facts: ListFacts) => Cell>> = {
  name: ({ name }) => name,
  email: ({ email }) => email,
  phone: ({ phone }) => phone ?? '',
  adviser: ({ adviserName }) => adviserName,
  stage: journeyLabel,
  progress: ({ progress }) => Math.min(100, progress),
  status: ({ completed, status }) => (completed ? 'Completed' : CLIENT_STATUS_LABELS[status]),
  waiting: ({ waitingFor }) => waitingFor.map((who) => WAITING[who]).join(', ') || 'Nobody',
  days: (client, { now }) => daysInStage(client, now) ?? '',
  update: (client) => {
    const at = changedAt(client);
    return at ? momentOf(at) : client.lastUpdate;
  },
  visit: ({ lastVisit }) => (lastVisit ? londonParts(new Date(lastVisit)).date : ''),
  due: ({ id }, { due }) => due.get(id) ?? '',
  initial: ({ advice }) => advice?.initial ?? '',
  ongoing: ({ advice }) => advice?.ongoing ?? '',
  agreed: ({ advice }) => advice?.agreedOn ?? '',
  given: ({ advice }) => advice?.givenOn ?? '',
  factfind: ({ factfind }) => (factfind ? `${FACTFIND_STATES[factfind.state]} ${factfind.on}` : ''),
};

/** Returns the list's columns. Without a choice, those that a browser shows by default. */
function columnsOf({ columns = '' }: ListQuery, { kind, works }: Reader) {
  const chosen = listColumnsOf(columns);
  return COLUMN_RULES.filter(({ id, isOptional }) => (chosen ? chosen.includes(id) : !isOptional)).filter(
    ({ id }) => id !== 'adviser' || kind === 'admin' || works.length > 0,
  );
}

/** Returns the clients of a list's address as CSV, in the order of the screen. Throws 400 if they are too many. */
export function clientsCsv(
  clients: readonly Client[],
  query: ListQuery,
  reader: Reader,
  facts: ListFacts,
): { rows: number; file: Buffer } {
  const { filter = 'all', adviser, sort = '', q = '' } = query;
  const wanted = clients.filter(
    (client) => matchesFilter(client, filter) && (adviser === undefined || client.adviserId === adviser),
  );
  const listed = searchClients(sortedClients(wanted, sort, facts), q);
  if (listed.length > MOST_EXPORTED)
    throw tooMany(
      `An export has at most ${grouped(MOST_EXPORTED)} clients, and this list has ${grouped(listed.length)}.`,
    );
  const columns = columnsOf(query, reader);
  const rows = listed.map((client) => columns.map(({ id }) => CELLS[id](client, facts)));
  const head = columns.map(({ label }) => label);
  const file = csv(rows, head);
  if (file.length > MAX_BYTES) throw tooMany('This export would be too large.');
  return { rows: rows.length, file };
}

/** Prefix of the rows to read. Tasks are needed only for due dates. */
function prefixOf({ columns = '', sort = '' }: ListQuery): string {
  const needsDue = (listColumnsOf(columns)?.includes('due') ?? true) || listSortOf(sort)?.id === 'due';
  return needsDue ? '' : PREFIX.indexedClient;
}

/** Reads an adviser's own part of the export while the session is still being verified. Throws 400 for a page. */
export function ownRows(adviserId: string | undefined, query: ListQuery): Promise<AnyRow[]> {
  const paged = (['limit', 'cursor'] as const).find((name) => query[name] !== undefined);
  if (paged) throw invalid(paged, 'An export has no pages');
  return ownPart<AnyRow>(adviserId, prefixOf(query));
}

/** Returns the clients that the list shows, as CSV. Logs the export before it leaves. */
export async function exportClients(
  actor: Staff,
  own: AnyRow[],
  query: ListQuery,
  calendar: Calendar,
  now: Date,
): Promise<Buffer> {
  const { items, names } = await wholeList(actor, own, prefixOf(query), undefined, query.adviser);
  const found = items.filter(isClient).sort(newestFirst);
  const listedAt = new Set(found.map(({ gpk, pk }) => `${gpk} ${pk}`));
  const tasks = items.filter(isTask).filter(({ gpk, pk }) => listedAt.has(`${gpk} ${pk}`));
  const due = nextDueOf(tasks.map((task) => ({ clientId: clientIdOf(task), dueDate: task.summary.dueDate ?? null })));
  const clients = found.map((item) => toListedClient(item, names.get(adviserIdOf(item)) ?? '', calendar));
  const { rows, file } = clientsCsv(clients, query, actor, { now, due });
  await writeFirmEntry(actor, { action: 'clients-exported', data: { rows, filter: query.filter ?? 'all' } }, now);
  return file;
}
