import type { QueryKey } from '@tanstack/react-query';
import type { InputOf } from '#shared/contract/api.ts';
import type { Sent } from '../lib/http/api.ts';
import { queryClient, type Read } from '../lib/query/query.ts';
import type { adviserChange, Change } from './refreshes.ts';

/** Shows a change of JSON before the server has answered, on the read given, and takes it back where it fails. */
export const optimistic = <C extends Change, T>(
  options: ReturnType<typeof adviserChange<C>>,
  { queryKey, meta }: { queryKey: QueryKey; meta?: { read?: Read } },
  apply: (data: T, body: InputOf<C>, sent: Sent<C>) => T,
) => ({
  ...options,
  meta: { ...options.meta, shows: meta?.read },
  onMutate: async (sent: Sent<C>) => {
    await queryClient.cancelQueries({ queryKey, exact: true });
    const before = queryClient.getQueryData<T>(queryKey);
    if (before !== undefined) queryClient.setQueryData<T>(queryKey, apply(before, sent.body as InputOf<C>, sent));
    return before;
  },
  onError: (_error: Error, _sent: Sent<C>, before: T | undefined) => void queryClient.setQueryData(queryKey, before),
});
