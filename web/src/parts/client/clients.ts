import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Client } from '#shared/contract/clients.ts';
import { isLargeFirm } from '#shared/rules/client-load.ts';
import { type ClientFilter, type DashboardStats, matchesFilter } from '#shared/rules/clients.ts';
import type { Sent } from '../../lib/http/api.ts';
import { readFilledPages } from '../../lib/query/pages.ts';
import { queryClient, read } from '../../lib/query/query.ts';
import { useMe } from '../account/me.ts';

export const clientQuery = (id: string) => read('GET /api/clients/{id}', { params: { id } });

/** Saved views of the list: own ones, then shared ones. */
export const viewsQuery = read('GET /api/views');

export const statsQuery = read('GET /api/dashboard/stats');

/** Clients of the server's longest page. */
const PAGE = 1000;

/** Returns true if the clients do not fit in one page. */
export const isLong = ({ totalClients }: DashboardStats) => totalClients > PAGE;

/** Reads the numbers for a loader, which a failure does not stop. */
export const readStats = () => queryClient.fetchQuery(statsQuery).catch(() => undefined);

/** Returns true if lists of the whole firm are too long for admins; undefined until that is known. */
export function useIsLargeFirm(): boolean | undefined {
  const isAdmin = useMe().role === 'admin';
  const { data, isPending } = useQuery({ ...statsQuery, enabled: isAdmin });
  if (!isAdmin) return false;
  return isPending ? undefined : data !== undefined && isLargeFirm(data);
}

/** Smaller than `PAGE`, so that a search and the newest clients are less than 1 MB together. */
const FOUND_PAGE = '250';
/** Fills a screen. An admin's pages can be short, because the server looks for matches in 1,000 clients at a time. */
const LEAST_FOUND = 50;

type Narrowed = NonNullable<Sent<'GET /api/clients'>['query']>;

/** Clients in pages, newest first. */
export const clientsQuery = (query: Narrowed = {}) =>
  readFilledPages('GET /api/clients', 'next', LEAST_FOUND, { query });

const useList = (query: Narrowed, enabled: boolean) =>
  useInfiniteQuery({ ...clientsQuery(query), enabled, placeholderData: keepPreviousData });

/** Pages of clients, of which `fetchNextPage` reads more. */
export type ClientList = ReturnType<typeof useList>;

const isRead = ({ data, isPlaceholderData, hasNextPage }: ClientList) =>
  data !== undefined && !isPlaceholderData && !hasNextPage;

const PAUSE_MS = 300;

/** Returns the text as it was when typing last paused. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(setPaused, PAUSE_MS, text);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

/** Narrows clients in the browser by the rules of the server. */
export const narrowed = (clients: readonly Client[], adviser: string, filter: ClientFilter = 'all') =>
  clients.filter((client) => (!adviser || client.adviserId === adviser) && matchesFilter(client, filter));

interface Wanted {
  text?: string;
  filter?: ClientFilter | undefined;
  /** Id of an adviser; blank for all. */
  adviser?: string;
  enabled?: boolean;
}

/**
 * Returns the clients among which to search in the browser. These are all, if they fit in one page; else those that the
 * server found, and until it answers those that it found before.
 */
export function useClients({ text = '', filter, adviser = '', enabled = true }: Wanted = {}) {
  const typed = text.trim();
  const isNarrowed = Boolean(typed || filter || adviser);
  const stats = useQuery({ ...statsQuery, enabled: enabled && isNarrowed });
  const mayFit = stats.data ? !isLong(stats.data) : stats.isError;
  const newest = useList({}, enabled && (mayFit || !isNarrowed));
  const isOfFirm = !adviser || isRead(newest);
  const of = adviser ? { adviser } : {};
  const ofAdviser = useList(of, enabled && !isOfFirm);
  const base = isOfFirm ? newest : ofAdviser;
  const isWhole = isRead(base);
  const paused = usePaused(isWhole ? '' : typed);
  const q = typed && paused;
  const isFound = enabled && !isWhole && Boolean(q || filter);
  const found = useList({ ...of, ...(filter && { filter }), ...(q && { q }), limit: FOUND_PAGE }, isFound);
  const list = isFound ? found : base;
  const isSearching = enabled && !isWhole && (q !== typed || list.isPlaceholderData || list.isPending);
  return {
    clients: list.data ?? base.data,
    /** Clients read without filter and search: of the firm, or only of the adviser. */
    base,
    isOfFirm,
    /** Source of `clients`. */
    list,
    retry: () => {
      void list.refetch();
      if (base !== list && base.isError) void base.refetch();
    },
    /** True if `base` has all of them. */
    isWhole,
    isSearching,
    /** True if clients may be missing: there are more, or they could not be read yet. */
    isPart: !isWhole && (isSearching || list.hasNextPage || list.isError),
  };
}
