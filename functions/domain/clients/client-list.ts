import { addressOf } from '#shared/contract/address.ts';
import type { Client } from '#shared/contract/clients.ts';
import { type ClientFilter, matchesFilter } from '#shared/rules/clients.ts';
import { fitting } from '../../aws/json-size.ts';
import type { Range } from '../../aws/table.ts';
import { invalid } from '../../services/errors.ts';
import { adviserIdOf, type ClientRow, toClient, toFacts } from './client.ts';
import type { wholeList } from './firm-lists.ts';

const MAX = 1000;
// A function's answer may hold 6 MB; where clients have long notes, a page ends before that.
const MAX_PAGE_BYTES = 5_000_000;
const CURSOR = /^CLIENT#\d{4}-\d\d-\d\dT[\d:.]+Z#[\w-]{22}$/;

/** A page of the clients list. */
interface PageQuery {
  filter?: ClientFilter | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
}

function decodeCursor(cursor: string | undefined): string | undefined {
  if (cursor === undefined) return undefined;
  const key = Buffer.from(cursor, 'base64url').toString();
  if (!CURSOR.test(key)) throw invalid('cursor', 'Unknown cursor');
  return key;
}

function nextPath(query: PageQuery, limit: number, last: ClientRow): string {
  const cursor = Buffer.from(last.gsk).toString('base64url');
  return addressOf('GET /api/clients', {}, { filter: query.filter, limit: String(limit), cursor }).url;
}

/** What one adviser's partition has to give for a page: newest first from the cursor, one more than is shown. Throws 400 for an unknown cursor. */
export const pageRange = ({ filter = 'all', limit = MAX, cursor }: PageQuery): Range => ({
  newestFirst: true,
  before: decodeCursor(cursor),
  limit: limit + 1,
  ...(filter !== 'all' && { keep: (item: object) => matchesFilter(toFacts(item as ClientRow), filter) }),
});

/**
 * One page of clients, newest first, and the path of the next page if there is one.
 * The position is the sort key of the last client shown, so that nobody is left out or repeated when clients come or go.
 */
export function clientPage(
  { items, names }: Awaited<ReturnType<typeof wholeList<ClientRow>>>,
  query: PageQuery,
): { clients: Client[]; next: string | undefined } {
  const { limit = MAX } = query;
  const sorted = items.sort((a, b) => (a.gsk < b.gsk ? 1 : -1));
  const shown = sorted.slice(0, limit).map((item) => toClient(item, names.get(adviserIdOf(item)) ?? ''));
  const clients = fitting(shown, MAX_PAGE_BYTES);
  const last = sorted[clients.length - 1];
  return { clients, next: sorted.length > clients.length && last ? nextPath(query, limit, last) : undefined };
}
