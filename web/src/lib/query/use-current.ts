import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

/**
 * Returns an item as its list shows it now, and true if it has left the list. A dialog needs this, because its row may
 * be gone.
 */
export function useCurrent<T extends { id: string }>(
  query: Pick<UseQueryOptions<T[]>, 'queryKey'>,
  opened: T,
): { current: T; isGone: boolean } {
  // The list itself refetches.
  const { data } = useQuery<T[]>({ ...query, enabled: false });
  const found = data?.find(({ id }) => id === opened.id);
  const [last, setLast] = useState(opened);
  if (found && found !== last) setLast(found);
  return { current: found ?? last, isGone: data !== undefined && !found };
}
