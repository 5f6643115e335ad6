import { useQuery } from '@tanstack/react-query';
import { queryClient } from '../../lib/query/query.ts';

/** In the cache, as signing out clears that. */
const OPENED = { queryKey: ['opened documents'], staleTime: Infinity, gcTime: Infinity } as const;

const NONE: readonly string[] = [];

/** Remembers until sign-out that this user has opened or downloaded a document. */
export function markOpened(id: string) {
  queryClient.setQueryDefaults(OPENED.queryKey, OPENED);
  queryClient.setQueryData(OPENED.queryKey, (before: readonly string[] = NONE) =>
    before.includes(id) ? before : [...before, id],
  );
}

/** Ids of the documents that were opened. */
export const useOpened = () => useQuery({ ...OPENED, queryFn: () => NONE, initialData: NONE }).data;
