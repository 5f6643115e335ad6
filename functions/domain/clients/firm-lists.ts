import { addressOf } from '#shared/contract/address.ts';
import type { Client } from '#shared/contract/clients.ts';
import { type ClientFilter, countClients, type DashboardStats, matchesFilter } from '#shared/rules/clients.ts';
import type { Calendar } from '#shared/rules/working-days.ts';
import { fitting } from '../../aws/json-size.ts';
import { queryIndex, type Range, type Row } from '../../aws/table.ts';
import { invalid } from '../../services/errors.ts';
import { adviserPartition, idOf, PREFIX } from '../../services/keys/keys.ts';
import { allAdvisers } from '../accounts/account.ts';
import type { Staff } from '../accounts/session.ts';
import { adviserIdOf, type ClientRow, toFacts, toListedClient } from './client.ts';

/** Reads an adviser's own part of a list while the session is still being verified. */
export const ownPart = async <T extends Row<unknown>>(adviserId: string | undefined, prefix: string, range?: Range) =>
  adviserId === undefined ? [] : queryIndex<T>(adviserPartition(adviserId), prefix, range);

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
  const self = [actor.id, actor.name] as const;
  if (actor.kind === 'adviser') return { items: own, names: new Map([self]) };
  const everyone = (await allAdvisers()).map(({ pk, summary }) => [idOf(pk), summary.name] as const);
  const others = everyone.filter(([id]) => id !== actor.id);
  const wanted = others.filter(([id]) => adviser === undefined || id === adviser);
  const parts = await Promise.all(wanted.map(([id]) => queryIndex<T>(adviserPartition(id), prefix, range)));
  return { items: [...own, ...parts.flat()], names: new Map([self, ...others]) };
}

export const ownClients = ({ adviserId }: { adviserId: string | undefined }) =>
  ownPart<ClientRow>(adviserId, PREFIX.indexedClient);

export async function clientStats(actor: Staff, own: ClientRow[]): Promise<DashboardStats> {
  const { items } = await wholeList(actor, own, PREFIX.indexedClient);
  return countClients(items.map(toFacts));
}

const MAX = 1000;
// A Lambda response is limited to 6 MB; long notes end a page earlier.
const MAX_PAGE_BYTES = 5_000_000;
const CURSOR = /^CLIENT#\d{4}-\d\d-\d\dT[\d:.]+Z#[\w-]{22}$/;

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

/** Returns the range of one partition, with one extra item to detect a next page. Throws 400 for an unknown cursor. */
export const pageRange = ({ filter = 'all', limit = MAX, cursor }: PageQuery): Range => ({
  newestFirst: true,
  before: decodeCursor(cursor),
  limit: limit + 1,
  ...(filter !== 'all' && { keep: (item: object) => matchesFilter(toFacts(item as ClientRow), filter) }),
});

export const newestFirst = (a: { gsk: string }, b: { gsk: string }) => (a.gsk < b.gsk ? 1 : -1);

/** Returns a page, newest first. Its cursor is a sort key, so no client is skipped or repeated. */
export function clientPage(
  { items, names }: Awaited<ReturnType<typeof wholeList<ClientRow>>>,
  query: PageQuery,
  calendar: Calendar,
): { clients: Client[]; next: string | undefined } {
  const { limit = MAX } = query;
  const sorted = items.sort(newestFirst);
  const shown = sorted
    .slice(0, limit)
    .map((item) => toListedClient(item, names.get(adviserIdOf(item)) ?? '', calendar));
  const clients = fitting(shown, MAX_PAGE_BYTES);
  const last = sorted[clients.length - 1];
  return { clients, next: sorted.length > clients.length && last ? nextPath(query, limit, last) : undefined };
}
