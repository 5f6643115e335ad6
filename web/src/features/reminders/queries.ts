import { mutationOptions } from '@tanstack/react-query';
import { ApiError, call } from '../../lib/http/api.ts';
import { queryClient, type Read, read } from '../../lib/query/query.ts';

const REMINDERS = 'GET /api/reminders/{key}';
const PORTAL: Read = 'GET /api/portal/{token}';

export const remindersQuery = (key: string) => ({
  ...read(REMINDERS, { params: { key } }),
  meta: { read: REMINDERS, noSession: true } as const,
  // Keeps a refusal that the loader already received.
  retryOnMount: false,
});

/** Reads the state again at each visit, as staff may have changed it. */
export const startReminders = (key: string) => queryClient.prefetchQuery({ ...remindersQuery(key), staleTime: 0 });

export const isUnknown = (error: unknown) => error instanceof ApiError && error.status === 404;

const CALLS = {
  pause: 'POST /api/reminders/{key}/pause',
  stop: 'POST /api/reminders/{key}/stop',
  resume: 'POST /api/reminders/{key}/resume',
} as const;
export type Act = keyof typeof CALLS;

/** Pending until the new state has been read. The page itself shows that a link is unknown. */
export const changeReminders = mutationOptions({
  mutationFn: ({ act, key }: { act: Act; key: string }) => call(CALLS[act], { params: { key } }),
  meta: {
    failure: { title: 'Error', description: 'Failed to change reminder emails', server: true, isShown: isUnknown },
    effect: { stale: [REMINDERS, PORTAL], refetched: [REMINDERS] },
    waits: true,
    noSession: true,
  },
});
