import type { Query } from '@tanstack/react-query';
import { MINUTE_MS } from '#shared/rules/time.ts';
import { call } from '../../lib/http/api.ts';
import { catchUp, mayShow, queryClient } from '../../lib/query/query.ts';
import { POLLED_CHANGES } from '../refreshes.ts';
import { type Changed, type ListData, type Narrowing, patchedList } from './patched-list.ts';

const LIST = 'GET /api/clients';

const isList = ({ meta, queryKey: [, narrowing] }: Query) => meta?.read === LIST && typeof narrowing === 'object';

/** Returns the data of a list that no read is about to replace. */
const settledData = ({ state: { data, isInvalidated, fetchStatus } }: Query) =>
  isInvalidated || fetchStatus !== 'idle' ? undefined : (data as ListData | undefined);

/** Reads rows of changed clients; undefined if that fails, so that whole lists are tried. */
const changedRows = (ids: readonly string[]): Promise<Changed | undefined> =>
  call(LIST, { query: { ids: ids.join() } }).then(
    (rows) => ({ ids, rows }),
    () => undefined,
  );

/** Replaces the rows of changed clients in lists. Returns these lists. */
async function patchLists(ids: readonly string[]): Promise<Query[]> {
  const settled = queryClient
    .getQueryCache()
    .findAll({ predicate: isList })
    .map((list) => ({ list, data: settledData(list) }))
    .filter(({ data }) => data !== undefined);
  const changed = settled.length > 0 ? await changedRows(ids) : undefined;
  return settled.flatMap(({ list, data }) => {
    const patched =
      changed && data && data === settledData(list) && patchedList(data, list.queryKey[1] as Narrowing, changed);
    if (!patched) return [];
    queryClient.setQueryData(list.queryKey, patched);
    return list;
  });
}

/** Pages also show what causes no audit entry: visits of the portal, names of advisers, the day. */
const WHOLE_EVERY_MS = 5 * MINUTE_MS;

let wholeAt = Date.now();

/**
 * Catches up with changes by others to these clients. Reads everything if that was not done for five minutes, or if
 * `ids` is null, as all clients may have changed.
 */
export async function catchUpWithOthers(ids: readonly string[] | null, now = Date.now()): Promise<void> {
  if (!ids?.length || now - wholeAt > WHOLE_EVERY_MS) {
    await catchUp(POLLED_CHANGES);
    wholeAt = now;
    return;
  }
  const patched = await patchLists(ids);
  const mayShowThem = mayShow(ids);
  await catchUp(POLLED_CHANGES, (query) => mayShowThem(query) && !patched.includes(query));
}
