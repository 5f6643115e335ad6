import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useSettled } from '../../../lib/screen/use-settled.ts';
import { pendingPagesQuery } from '../../../parts/task/pending-tasks.ts';
import { ofAdvisers } from './queries.ts';
import { type Shown, useMatching } from './task-filter.tsx';

/** Rows that the server looks through for a narrowed page. */
const NARROWED = { limit: '1000' };

/**
 * Open tasks that match the filter: of all, if the browser has read them all, else as the server finds them by page.
 * `own` leaves out those of clients.
 */
export function useTasks(shown: Shown, { own }: { own: boolean }) {
  const first = useInfiniteQuery(pendingPagesQuery());
  const isPart = first.hasNextPage;
  const q = useSettled(shown.text.trim());
  const narrowed = {
    ...(own && { responsibility: 'adviser' }),
    ...(shown.adviser && { adviser: shown.adviser }),
    ...(q && { q }),
  };
  const isNarrowed = Object.keys(narrowed).length > 0;
  const found = useInfiniteQuery({
    ...pendingPagesQuery({ ...narrowed, ...(isNarrowed && NARROWED) }),
    enabled: isPart,
    placeholderData: keepPreviousData,
  });
  const listed = own && first.data ? ofAdvisers(first.data) : first.data;
  const matching = useMatching(listed, shown);
  const list = isPart ? found : first;
  return {
    list,
    isPart,
    /** All tasks, or undefined if that is more than was read. */
    whole: isPart ? undefined : listed,
    tasks: isPart ? found.data : matching,
    hasMore: list.hasNextPage && !list.isPlaceholderData,
  };
}
