import {
  keepPreviousData,
  type QueryKey,
  type UseInfiniteQueryOptions,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from '@tanstack/react-query';
import type { ListPart } from '../../lib/query/pages.ts';

type Pages<T, K extends QueryKey> = UseInfiniteQueryOptions<ListPart<T>, Error, T[], K, Record<string, string>>;

/**
 * Reads a list. If its first page has all rows, the browser filters them; if not, the server does, by page.
 * `all` has every row, or is undefined if there are more than were read.
 */
export function usePages<T, K extends QueryKey>(first: Pages<T, K>, narrowed: Pages<T, K>) {
  const whole = useInfiniteQuery(first);
  const isPart = whole.hasNextPage;
  const found = useInfiniteQuery({ ...narrowed, enabled: isPart, placeholderData: keepPreviousData });
  const list: UseInfiniteQueryResult<T[]> = isPart ? found : whole;
  return { list, isPart, all: isPart ? undefined : whole.data };
}
