import type { QueryKey } from '@tanstack/react-query';
import type { CallName, InputOf } from '#shared/contract/api.ts';
import type { Sent } from '../../lib/api.ts';
import { change, type MutationMeta, outdateSummaries, queryClient } from '../../lib/query.ts';

/** Reads the client, its record and what else was touched anew. */
export async function refreshClient(clientId: string, touched: readonly QueryKey[]) {
  await outdateSummaries();
  const client = { queryKey: ['/api/clients', clientId], exact: true };
  const rest = [['/api/clients', clientId, 'activity'], ...touched].map((queryKey) => ({ queryKey }));
  await Promise.all([client, ...rest].map((filters) => queryClient.invalidateQueries(filters)));
}

/**
 * A change of something of a client: what it shows, and which reads besides the client's own it touches. They are read
 * anew after the last of several such changes under way, so that an answer from between them takes none back.
 */
export const clientChange = <C extends CallName>(
  name: C,
  clientId: string,
  touched: readonly QueryKey[],
  meta: Omit<MutationMeta, 'invalidates'>,
) => {
  const mutationKey = [name, clientId];
  const isLast = () => queryClient.isMutating({ mutationKey }) === 1;
  return {
    ...change(name, meta),
    mutationKey,
    onSettled: () => void (isLast() && refreshClient(clientId, touched)),
  };
};

/** Shows a change of JSON before the server has answered, and takes it back where it fails. */
export const optimistic = <C extends CallName, T>(
  options: ReturnType<typeof clientChange<C>>,
  queryKey: QueryKey,
  apply: (data: T, body: InputOf<C>, sent: Sent<C>) => T,
) => ({
  ...options,
  onMutate: async (sent: Sent<C>) => {
    await queryClient.cancelQueries({ queryKey, exact: true });
    const before = queryClient.getQueryData<T>(queryKey);
    if (before !== undefined) queryClient.setQueryData<T>(queryKey, apply(before, sent.body as InputOf<C>, sent));
    return before;
  },
  onError: (_error: Error, _sent: Sent<C>, before: T | undefined) => void queryClient.setQueryData(queryKey, before),
});

/** Reads everything on the client's page anew. */
export const refreshAll = (clientId: string) => queryClient.invalidateQueries({ queryKey: ['/api/clients', clientId] });
