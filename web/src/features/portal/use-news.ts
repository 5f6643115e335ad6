import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { ApiError, call } from '../../lib/http/api.ts';
import { changedElsewhere } from '../../lib/http/session-events.ts';
import { usePoll } from '../../lib/query/use-poll.ts';
import { useAccess, useToken } from './access.ts';
import { portalQuery } from './portal-query.ts';
import { messagesQuery } from './queries.ts';

/** Reads the open portal anew when there is something new for its client (contract, New: news). */
export function useNews() {
  const token = useToken();
  const { portal } = useAccess();
  const queryClient = useQueryClient();
  const reread = ({ queryKey }: { queryKey: readonly unknown[] }) =>
    queryClient.invalidateQueries({ queryKey }, { throwOnError: true });
  const look = async () => {
    try {
      const { latest } = await call('GET /api/portal/{token}/news', { params: { token }, token });
      if (latest === portal.latest) return;
      // The journey last: what did not come through before it is asked for again.
      await reread(messagesQuery(portal.client.id, token));
      await reread(portalQuery(token));
    } catch (error) {
      // Whether the link is still good the journey's own read says.
      if (error instanceof ApiError && error.status === 401) await reread(portalQuery(token));
      throw error;
    }
  };
  usePoll(look);
  const lookFor = useEffectEvent((client: string | undefined) => {
    if (client === portal.client.id) look().catch(() => undefined);
  });
  // An adviser at work on the same client in another tab of this browser.
  useEffect(() => changedElsewhere.on(({ client }) => lookFor(client)), []);
}
