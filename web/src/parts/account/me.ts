import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import type { Me } from '#shared/contract/advisers.ts';
import { dropOlderDrafts, staffOwner } from '../../lib/drafts/drafts.ts';
import { call } from '../../lib/http/api.ts';
import { pageOwner, signedIn } from '../../lib/http/session-events.ts';
import { change, queryClient, read } from '../../lib/query/query.ts';

/** The signed-in adviser. `noSession`, as 401 is an expected response here and does not end a session. */
export const meQuery = {
  ...read('GET /api/auth/me'),
  queryFn: async () => {
    const me = await call('GET /api/auth/me');
    pageOwner.id = me.id;
    return me;
  },
  meta: { read: 'GET /api/auth/me', noSession: true },
} as const;
// Sign-in writes to the cache without meta, by which changes find the reads they make stale.
queryClient.setQueryDefaults(meQuery.queryKey, { meta: meQuery.meta });

export const useMe = () => useSuspenseQuery(meQuery).data;

/** The number of unread notices, and a value that changes with every new notice. */
export const unreadQuery = read('GET /api/notifications/unread');

/** Reads the same, and names the clients that changed since the `position` of an earlier answer. */
export const unreadSince = (since: string | undefined) => ({
  ...unreadQuery,
  queryFn: () => call('GET /api/notifications/unread', since === undefined ? {} : { query: { since } }),
});

export const useUnread = (): number => useQuery({ ...unreadQuery, select: ({ count }) => count }).data ?? 0;

export const logout = change('POST /api/auth/logout', {
  failure: { title: 'Error', description: 'Failed to log out' },
});

/** Clears the cache of the previous account and older drafts of other accounts, and broadcasts the sign-in. */
export function startSession(me: Me) {
  dropOlderDrafts(staffOwner(me.id));
  queryClient.clear();
  queryClient.setQueryData(meQuery.queryKey, me);
  signedIn.emit(me);
}
