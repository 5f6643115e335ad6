import { type InfiniteData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { AnswerOf, CallName } from '#shared/contract/api.ts';
import { type AnySent, type Options, send } from '../http/api.ts';
import { queryKeyOf } from './query.ts';

type ListRead = {
  [C in CallName]: C extends `GET ${string}` ? (AnswerOf<C> extends unknown[] ? C : never) : never;
}[CallName];
type ItemOf<C extends ListRead> = AnswerOf<C> extends (infer T)[] ? T : never;
type QueryPart = Record<string, string>;

/** One page of a list; `next` and `prev` are the queries of the adjacent pages, if any. */
export interface ListPart<T> {
  items: T[];
  next?: QueryPart;
  prev?: QueryPart;
}

const LINK = /<([^>]+)>;\s*rel="(next|prev)"/g;

/** Parses the queries of adjacent pages from a `Link` header. Its addresses are never requested. */
export function pagesAround(link: string | null): Omit<ListPart<never>, 'items'> {
  const found = [...(link ?? '').matchAll(LINK)].map(([, address = '', rel = '']) => {
    const search = address.includes('?') ? address.slice(address.indexOf('?')) : '';
    return [rel, Object.fromEntries(new URLSearchParams(search))] as const;
  });
  return Object.fromEntries(found);
}

export async function callPage<C extends ListRead>(name: C, sent: AnySent): Promise<ListPart<ItemOf<C>>> {
  const response = await send(name, sent);
  return { items: await response.json(), ...pagesAround(response.headers.get('link')) };
}

/** Options of `useQuery` that read all pages of a list, in the server's order. */
export const readWhole = <C extends ListRead>(name: C, ...options: Options<C>) => {
  const [sent] = options;
  return queryOptions({
    queryKey: [...queryKeyOf(name, sent?.params), ...(sent?.query ? [sent.query] : [])],
    queryFn: async () => {
      const items: ItemOf<C>[] = [];
      let query: QueryPart | undefined = { ...sent?.query };
      while (query) {
        const page: ListPart<ItemOf<C>> = await callPage(name, { ...sent, query });
        items.push(...page.items);
        query = page.next;
      }
      return items;
    },
    meta: { read: name },
  });
};

/** Reads a page, and further ones while there are fewer than `least` items: a filter can find few in the part it scanned. */
async function callFilledPage<C extends ListRead>(name: C, sent: AnySent, further: 'next' | 'prev', least: number) {
  let page = await callPage(name, sent);
  for (let query = page[further]; query && page.items.length < least; query = page[further]) {
    const before = page.items;
    page = await callPage(name, { ...sent, query: { ...sent.query, ...query } });
    page.items.unshift(...before);
  }
  return page;
}

type Pages<T> = InfiniteData<ListPart<T>>;
// Hoisted, so that a render without new data does not join the pages again.
const inOrder = <T>({ pages }: Pages<T>) => pages.flatMap(({ items }) => items);
const reversed = <T>({ pages }: Pages<T>) => pages.toReversed().flatMap(({ items }) => items);

/**
 * Options of `useInfiniteQuery` for a paged list; `data` has all items read so far, in the server's order.
 * `further` is the `rel` that `fetchNextPage` follows: 'next' appends, 'prev' puts older items first (messages).
 */
export const readPages = <C extends ListRead>(name: C, further: 'next' | 'prev', ...options: Options<C>) =>
  readFilledPages(name, further, 1, ...options);

/** Options like those of {@link readPages}, for pages of at least `least` items, unless the list ends. */
export const readFilledPages = <C extends ListRead>(
  name: C,
  further: 'next' | 'prev',
  least: number,
  ...options: Options<C>
) => {
  const [sent] = options;
  return infiniteQueryOptions({
    queryKey: [...queryKeyOf(name, sent?.params), ...(sent?.query ? [sent.query] : [])],
    queryFn: ({ pageParam }) =>
      callFilledPage(name, { ...sent, query: { ...sent?.query, ...pageParam } }, further, least),
    initialPageParam: {} as QueryPart,
    getNextPageParam: (page: ListPart<ItemOf<C>>) => page[further],
    select: further === 'prev' ? reversed<ItemOf<C>> : inOrder<ItemOf<C>>,
    meta: { read: name, noSession: sent?.token !== undefined },
  });
};
