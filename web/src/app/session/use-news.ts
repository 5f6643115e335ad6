import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { catchUp, queryClient } from '../../lib/query/query.ts';
import { usePoll } from '../../lib/query/use-poll.ts';
import { unreadQuery } from '../../parts/notices.ts';
import { NEWS } from '../../parts/refreshes.ts';

/**
 * Asks time and again whether there is something new, and reads what is on the screen anew where there is; what could not
 * be read is tried again with the next question. Nothing is asked of somebody who is `leaving`. Gives how many notices are
 * unread.
 */
export function useNews(leaving: boolean): number {
  const { data } = useQuery(unreadQuery);
  const known = useRef(data?.latest);
  useEffect(() => {
    if (known.current === undefined) known.current = data?.latest;
  }, [data]);
  usePoll(async () => {
    if (leaving) return;
    const { latest } = await queryClient.fetchQuery({ ...unreadQuery, staleTime: 0 });
    if (known.current !== undefined && latest !== known.current) await catchUp(NEWS);
    known.current = latest;
  });
  return data?.count ?? 0;
}
