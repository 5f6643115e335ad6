import { useSuspenseQuery } from '@tanstack/react-query';
import type { Me } from '#shared/contract/advisers.ts';
import { change, queryClient, read } from '../../lib/query/query.ts';
import { dropDrafts } from '../../lib/storage/drafts.ts';

/** The signed-in adviser; 401 is an answer here, not the end of a session. */
export const meQuery = { ...read('GET /api/auth/me'), meta: { read: 'GET /api/auth/me', noSession: true } } as const;
// Data that sign-in puts into the cache brings no meta, by which changes find what they make stale.
queryClient.setQueryDefaults(meQuery.queryKey, { meta: meQuery.meta });

/** The signed-in adviser, on screens that the guard lets nobody else see. */
export const useMe = () => useSuspenseQuery(meQuery).data;

/** How many notices are unread, and what changes when there is something new. */
export const unreadQuery = read('GET /api/notifications/unread');

/** Signs out. */
export const logout = change('POST /api/auth/logout', {
  failure: { title: 'Error', description: 'Failed to log out' },
});

/** Starts with nothing of whoever was signed in before, but for what the same person was typing. */
export function startSession(me: Me) {
  dropDrafts((owner) => owner !== me.id);
  queryClient.clear();
  queryClient.setQueryData(meQuery.queryKey, me);
}
