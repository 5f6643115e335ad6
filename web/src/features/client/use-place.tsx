import { useMutation, useQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { useEffect } from 'react';
import type { Notice } from '#shared/contract/notifications.ts';
import { type NoticePlace, placeOf } from '#shared/rules/notices.ts';
import { unreadQuery } from '../../parts/account/me.ts';
import { markRead, unreadNoticesQuery } from '../../parts/notices.ts';
import { Badge } from '../../ui/feedback/badge.tsx';
import { useSeen, useVisible } from '../../ui/feedback/use-seen.ts';
import { useClient } from './client-context.ts';
import { useSection } from './use-target.ts';

/** How long something is looked at before it counts as read. */
const MOMENT_MS = 1500;
/** Most notices that one call marks (contract, notifications). */
const AT_ONCE = 100;

/** What is unread of this client and leads to a place of its page. It is asked for only where anything is unread. */
function useUnreadAt(place: NoticePlace): readonly Notice[] {
  const { id } = useClient().client;
  const { data: isAny = false } = useQuery({ ...unreadQuery, select: ({ count }) => count > 0 });
  const { data = [] } = useQuery({ ...unreadNoticesQuery, enabled: isAny });
  return isAny ? data.filter((notice) => notice.clientId === id && placeOf(notice) === place) : [];
}

/** Marks notices read once somebody has seen where they lead to for a moment. */
function useReading(notices: readonly Notice[], isSeen: boolean) {
  const { mutate } = useMutation(markRead);
  const ids = notices.map(({ id }) => id).join(' ');
  useEffect(() => {
    if (!isSeen || !ids) return;
    const mark = () => mutate({ body: { ids: ids.split(' ').slice(0, AT_ONCE) } });
    const timer = setTimeout(mark, MOMENT_MS);
    return () => clearTimeout(timer);
  }, [isSeen, ids, mutate]);
}

/** Marks what is new of the client as a whole read: its page is open. */
export const usePageOpened = () => useReading(useUnreadAt('page'), useVisible());

/**
 * Makes a panel a place that notices lead to: it has an id, the focus and a mark where the address leads to it, and a badge
 * with how much is new; that counts as read once the panel was seen. Spread `panel` on it.
 */
export function usePanel(place: Exclude<NoticePlace, 'page'>) {
  const section = useSection(place);
  const isSeen = useSeen(section.ref);
  const notices = useUnreadAt(place);
  useReading(notices, isSeen);
  const badge = notices.length > 0 && (
    <Badge tone="brand" icon={Bell}>
      {`${notices.length} new`}
    </Badge>
  );
  return { isSeen, panel: { ...section, badge } };
}
