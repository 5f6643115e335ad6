import type { InfiniteData } from '@tanstack/react-query';
import type { Client } from '#shared/contract/clients.ts';
import { type ClientFilter, matchesFilter } from '#shared/rules/clients.ts';
import type { ListPart } from '../../lib/query/pages.ts';

export type ListData = InfiniteData<ListPart<Client>>;

/** Query of a list, as in its address. */
export interface Narrowing {
  q?: string;
  filter?: ClientFilter;
  adviser?: string;
}

/** Rows of changed clients as they are now. There is none for a client who was deleted or is out of sight. */
export interface Changed {
  ids: readonly string[];
  rows: readonly Client[];
}

/**
 * Returns the pages of a list with the new rows in their old places. Returns undefined if a client may have joined or
 * left the list, which must then be read again.
 */
export function patchedList(
  { pages, pageParams }: ListData,
  { q, filter = 'all', adviser }: Narrowing,
  { ids, rows }: Changed,
): ListData | undefined {
  if (q !== undefined) return undefined;
  const listed = pages.flatMap(({ items }) => items);
  // Lists are ordered by age. A page of a filtered list can end behind its last row.
  const isExact = filter === 'all' && pages.at(-1)?.next !== undefined;
  const end = isExact ? (listed.at(-1)?.createdAt ?? '') : '';
  const fits = (row: Client) => matchesFilter(row, filter) && (adviser === undefined || row.adviserId === adviser);
  const isInPlace = (id: string) => {
    const row = rows.find((changed) => changed.id === id);
    const belongs = row !== undefined && fits(row) && row.createdAt >= end;
    return belongs === listed.some((client) => client.id === id);
  };
  if (!ids.every(isInPlace)) return undefined;
  const changed = new Map(rows.map((row) => [row.id, row]));
  const patched = pages.map((page) => ({ ...page, items: page.items.map((row) => changed.get(row.id) ?? row) }));
  return { pages: patched, pageParams };
}
