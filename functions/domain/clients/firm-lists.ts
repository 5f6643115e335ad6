import { addressOf } from '#shared/contract/address.ts';
import type { Client } from '#shared/contract/clients.ts';
import { type ClientFilter, matchesFilter } from '#shared/rules/clients.ts';
import { searchClient, searchStart } from '#shared/rules/search.ts';
import type { Calendar } from '#shared/rules/working-days.ts';
import { fitting } from '../../aws/json-size.ts';
import { queryFirm, queryIndex, type Range, type Row } from '../../aws/table.ts';
import { allCounts, areOfLargeFirm } from '../../services/client-counts.ts';
import { invalid } from '../../services/errors.ts';
import { adviserPartition, PREFIX } from '../../services/keys/keys.ts';
import type { Staff } from '../accounts/session.ts';
import { adviserIdOf, type ClientRow, toFacts, toListedClient } from './client.ts';
import { reachedAdvisers, reaches, workedFor } from './reach.ts';
import { clientsByWord } from './search-words.ts';

/** Reads an adviser's own part of a list while the session is still being verified. */
export const ownPart = async <T extends Row<unknown>>(adviserId: string | undefined, prefix: string, range?: Range) =>
  adviserId === undefined ? [] : queryIndex<T>(adviserPartition(adviserId), prefix, range);

/** Returns the names for a list of all clients. Throws 400, for a query's field, to an admin of a large firm. */
export async function namesForAll(actor: Staff, field: string, message: string): Promise<ReadonlyMap<string, string>> {
  const [names, counts] = await Promise.all([reachedAdvisers(actor), actor.kind === 'admin' ? allCounts() : []]);
  if (areOfLargeFirm(counts)) throw invalid(field, message);
  return names;
}

interface Whole<T> {
  items: T[];
  names: ReadonlyMap<string, string>;
}

/** Returns the lists that the caller may see. Reads only those of the caller and of `adviser`, if given. */
export async function wholeList<T extends Row<unknown>>(
  actor: Staff,
  own: T[],
  prefix: string,
  range?: Range,
  adviser?: string,
): Promise<Whole<T>> {
  const names = await reachedAdvisers(actor);
  const wanted = [...names.keys()].filter((id) => id !== actor.id && (adviser === undefined || id === adviser));
  const parts = await Promise.all(wanted.map((id) => queryIndex<T>(adviserPartition(id), prefix, range)));
  return { items: [...own, ...parts.flat()], names };
}

const MAX = 1000;
// A Lambda response is limited to 6 MB; long notes end a page earlier.
const MAX_PAGE_BYTES = 5_000_000;
/** Rows of the firm that a filtered page reads. It can be short, or empty, and still have a next page. */
const FIRM_ROWS = 1000;
const CURSOR = /^CLIENT#\d{4}-\d\d-\d\dT[\d:.]+Z#[\w-]{22}$/;
const WORD_CURSOR = /^WORD#.{1,60}#[\w-]{22}$/u;

interface PageQuery {
  filter?: ClientFilter | undefined;
  q?: string | undefined;
  adviser?: string | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
}

function decodeCursor(cursor: string | undefined, form = CURSOR): string | undefined {
  if (cursor === undefined) return undefined;
  const key = Buffer.from(cursor, 'base64url').toString();
  if (!form.test(key)) throw invalid('cursor', 'Unknown cursor');
  return key;
}

function nextPath({ filter, q, adviser }: PageQuery, limit: number, last: string): string {
  const cursor = Buffer.from(last).toString('base64url');
  return addressOf('GET /api/clients', {}, { filter, q, adviser, limit: String(limit), cursor }).url;
}

/** Returns a test for rows that a list shows; undefined if it shows all. */
function isListed({ filter = 'all', q = '' }: PageQuery): ((row: object) => boolean) | undefined {
  const isFound = searchClient(q);
  if (filter === 'all' && !isFound) return undefined;
  return (row) => {
    const { summary } = row as ClientRow;
    return matchesFilter(toFacts(row as ClientRow), filter) && (!isFound || isFound(summary));
  };
}

/** Returns the range of one adviser, with one extra item to detect a next page. Throws 400 for an unknown cursor. */
const pageRange = (query: PageQuery): Range => {
  const keep = isListed(query);
  const { limit = MAX, cursor } = query;
  return { newestFirst: true, before: decodeCursor(cursor), limit: limit + 1, ...(keep && { keep }) };
};

const isWordCursor = (cursor = '') => WORD_CURSOR.test(Buffer.from(cursor, 'base64url').toString());

/** Reads an adviser's own page while the session is still being verified. Throws 400 for an unknown cursor. */
export const ownClientPage = async (adviserId: string | undefined, query: PageQuery) =>
  isWordCursor(query.cursor) ? [] : ownPart<ClientRow>(adviserId, PREFIX.indexedClient, pageRange(query));

export const newestFirst = (a: { gsk: string }, b: { gsk: string }) => (a.gsk < b.gsk ? 1 : -1);

/** Rows of a page and perhaps more. `next` is where the next page begins, if there is one behind all of them. */
interface Found {
  rows: ClientRow[];
  next?: string | undefined;
}

async function ofFirm(query: PageQuery): Promise<Found> {
  const { limit = MAX, cursor, q = '' } = query;
  const keep = isListed(query);
  const start = searchStart(q);
  if (keep && start) {
    const { rows, next } = await clientsByWord(start, { after: decodeCursor(cursor, WORD_CURSOR), limit });
    return { rows: rows.filter(keep).sort(newestFirst), next };
  }
  const most = keep ? FIRM_ROWS : limit + 1;
  const before = decodeCursor(cursor);
  const { rows, next } = await queryFirm<ClientRow>(PREFIX.indexedClient, { newestFirst: true, before, limit: most });
  return { rows: keep ? rows.filter(keep) : rows, next };
}

/** Reads a page of the firm, of the advisers whom the caller works with, or of one adviser. */
async function readClients(actor: Staff, own: ClientRow[], query: PageQuery): Promise<Found> {
  const { adviser } = query;
  if (actor.kind === 'admin' && adviser === undefined) return ofFirm(query);
  const range = pageRange(query);
  const wanted = adviser === undefined ? [...workedFor(actor).keys()] : [adviser];
  const parts = wanted
    .filter((id) => reaches(actor, id))
    .map((id) => (id === actor.id ? own : queryIndex<ClientRow>(adviserPartition(id), PREFIX.indexedClient, range)));
  const rows = (await Promise.all(parts)).flat();
  return { rows: parts.length > 1 ? rows.sort(newestFirst) : rows };
}

/** Returns a page, newest first. Its cursor is a sort key, so no client is skipped or repeated. */
export async function clientPage(
  actor: Staff,
  own: ClientRow[],
  query: PageQuery,
  calendar: Calendar,
): Promise<{ items: Client[]; next: string | undefined }> {
  const { limit = MAX } = query;
  const [{ rows, next }, names] = await Promise.all([readClients(actor, own, query), reachedAdvisers(actor)]);
  const listed = rows.slice(0, limit).map((row) => toListedClient(row, names.get(adviserIdOf(row)) ?? '', calendar));
  const items = fitting(listed, MAX_PAGE_BYTES);
  const last = rows.length > items.length ? rows[items.length - 1]?.gsk : next;
  return { items, next: last && nextPath(query, limit, last) };
}
