import { addressOf } from '#shared/contract/address.ts';
import { queryFirm, queryIndexPage, type Range, type Row, type RowPage } from '../../aws/table.ts';
import { invalid } from '../../services/errors.ts';
import { adviserPartition } from '../../services/keys/keys.ts';
import type { Staff } from '../accounts/session.ts';
import { adviserIdOf } from './client.ts';
import type { ShownOfClient } from './listed-rows.ts';
import { reachedAdvisers, reaches, workedFor } from './reach.ts';

export interface PageQuery {
  /** Only this adviser's; none if the caller may not know them. */
  adviser?: string | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
}

/** Rows of the index that a list consists of: those that begin with `prefix`, between `from` and `before`. */
export interface RowRange extends Pick<Range, 'from' | 'before'> {
  prefix: string;
  /** Largest number of rows that a page reads, and the usual one. */
  most: number;
}

/** Sort keys of the index contain no other characters. */
const SORT_KEY = /^[\w#:.-]{1,100}$/;

/** Returns the sort key in a cursor. Throws 400 unless it belongs to the list. */
function decoded(cursor: string, { prefix, from = prefix, before = `${prefix}\uffff` }: RowRange): string {
  const key = Buffer.from(cursor, 'base64url').toString();
  const isInside = key.startsWith(prefix) && key >= from && key < before;
  if (!SORT_KEY.test(key) || !isInside) throw invalid('cursor', 'Unknown cursor');
  return key;
}

function rangeOf(list: RowRange, { limit = list.most, cursor }: PageQuery) {
  const { from, before } = list;
  const after = cursor === undefined ? undefined : decoded(cursor, list);
  // One more than the page shows, to detect a next page.
  return { limit: limit + 1, from, before, after };
}

const ofAdviser = <T extends Row<unknown>>(adviserId: string, list: RowRange, query: PageQuery) =>
  queryIndexPage<T>(adviserPartition(adviserId), list.prefix, rangeOf(list, query));

/** Reads an adviser's page while the session is still being verified. Throws 400 for an unknown cursor. */
export const ownRowPage = async <T extends Row<unknown>>(
  adviserId: string | undefined,
  list: RowRange,
  query: PageQuery,
): Promise<RowPage<T> | undefined> =>
  adviserId === undefined ? undefined : ofAdviser<T>(query.adviser ?? adviserId, list, query);

const byKey = (a: { gsk: string }, b: { gsk: string }) => (a.gsk < b.gsk ? -1 : 1);

/** Merges pages of several lists. Ends where the first of them was cut off, so that no row is skipped. */
export function mergedPage<T extends Row<unknown>>(pages: readonly RowPage<T>[]): RowPage<T> {
  const [only, ...more] = pages;
  if (only && more.length === 0) return only;
  const [next] = pages.flatMap((page) => page.next ?? []).sort();
  const rows = pages.flatMap((page) => page.rows).sort(byKey);
  return { rows: next === undefined ? rows : rows.filter(({ gsk }) => gsk <= next), next };
}

/**
 * Returns rows of the firm, of the advisers whom the caller works with, or of one adviser. `own` are those of
 * {@link ownRowPage}, if they were read already.
 */
async function readPage<T extends Row<unknown>>(
  actor: Staff,
  own: RowPage<T> | undefined,
  list: RowRange,
  query: PageQuery,
): Promise<RowPage<T>> {
  const { adviser } = query;
  if (actor.kind === 'admin' && adviser === undefined) return queryFirm<T>(list.prefix, rangeOf(list, query));
  const wanted = adviser === undefined ? [...workedFor(actor).keys()] : [adviser];
  const early = adviser ?? actor.id;
  const pages = wanted
    .filter((id) => reaches(actor, id))
    .map((id) => (own && id === early ? own : ofAdviser<T>(id, list, query)));
  return mergedPage(await Promise.all(pages));
}

/** Names of a row's client and adviser. */
interface Whose {
  clientName: string;
  adviserId: string;
  adviserName: string;
}

/** Presents rows of a list in the answer of a call. */
interface Presentation<T, Shown> {
  call: `GET /${string}`;
  /** Leaves out rows of a narrowed list. A page reads a fixed number of rows, so it may show fewer, or none. */
  keep?: (row: T) => boolean;
  show: (row: T, whose: Whose) => Shown;
}

interface ShownPage<Shown> {
  items: Shown[];
  /** Address of the next page; undefined at the end. */
  next: string | undefined;
}

/** Returns one page of a list. Reads one request's rows, whatever the size of the firm. */
export async function pageOfRows<T extends Row<ShownOfClient>, Shown>(
  actor: Staff,
  own: RowPage<T> | undefined,
  list: RowRange,
  query: PageQuery,
  { call, keep = () => true, show }: Presentation<T, Shown>,
): Promise<ShownPage<Shown>> {
  const { limit = list.most } = query;
  const [{ rows: found, next }, names] = await Promise.all([readPage(actor, own, list, query), reachedAdvisers(actor)]);
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1)?.gsk : next;
  const further = { ...query, limit: String(limit), cursor: last && Buffer.from(last).toString('base64url') };
  const items = rows.filter(keep).map((row) => {
    const adviserId = adviserIdOf(row);
    const clientName = row.summary.clientName ?? '';
    return show(row, { clientName, adviserId, adviserName: names.get(adviserId) ?? '' });
  });
  return { items, next: last && addressOf(call, {}, further).url };
}
