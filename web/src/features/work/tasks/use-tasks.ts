import type { PendingTask } from '#shared/contract/tasks.ts';
import { useSettled } from '../../../lib/screen/use-settled.ts';
import { ADVISER, useAddressFilter } from '../../../parts/filter/address-filter.ts';
import { useMatching } from '../../../parts/filter/list-filter.tsx';
import { usePages } from '../../../parts/list/use-pages.ts';
import { pendingPagesQuery } from '../../../parts/task/pending-tasks.ts';
import { ofAdvisers } from './queries.ts';

/** Rows that the server looks through for a narrowed page. */
const NARROWED = { limit: '1000' };
const NONE: readonly PendingTask[] = [];

const textsOf = ({ title, description, clientName }: PendingTask) => [title, description ?? '', clientName];

/** Reads the open tasks that match the filter in the address. `own` leaves out those of clients. */
export function useTasks({ own }: { own: boolean }) {
  const filter = useAddressFilter();
  const q = useSettled(filter.text.trim());
  const adviser = filter.chosen(ADVISER);
  const narrowed = { ...(own && { responsibility: 'adviser' }), ...(adviser && { adviser }), ...(q && { q }) };
  const isNarrowed = Object.keys(narrowed).length > 0;
  const query = pendingPagesQuery({ ...narrowed, ...(isNarrowed && NARROWED) });
  const { list, isPart, all: read } = usePages(pendingPagesQuery(), query);
  const all = own && read ? ofAdvisers(read) : read;
  const matching = useMatching(all ?? NONE, filter, textsOf);
  return {
    filter,
    list,
    /** All tasks, or undefined if that is more than was read. */
    all,
    rows: isPart ? list.data : all && matching,
    isRead: isPart || all !== undefined,
    isNone: all?.length === 0,
    hasMore: list.hasNextPage && !list.isPlaceholderData,
  };
}
