import { useMutation, useQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { useEffect, useState } from 'react';
import { noticePlaceOf } from '#shared/audit-log/notice-places.ts';
import type { Notice } from '#shared/contract/notifications.ts';
import { MAX_READ_NOTICES } from '#shared/rules/limits.ts';
import { unreadQuery } from '../../parts/account/me.ts';
import { markRead, unreadNoticesQuery } from '../../parts/notices.ts';
import { Badge } from '../../ui/feedback/badge.tsx';
import { useSeen, useVisible } from '../../ui/feedback/use-seen.ts';
import { useClient } from './client-context.ts';
import { useSection } from './navigation.ts';

/** Time in view after which a notice counts as read, in milliseconds. */
const MOMENT_MS = 1500;

/** Returns the unread notices about the client. Skips the request if nothing is unread. */
function useUnread(): readonly Notice[] {
  const { id } = useClient().client;
  const { data: isAny = false } = useQuery({ ...unreadQuery, select: ({ count }) => count > 0 });
  const { data = [] } = useQuery({ ...unreadNoticesQuery, enabled: isAny });
  return isAny ? data.filter(({ clientId }) => clientId === id) : [];
}

/** Returns the unread notices that lead to a section, or to the page as a whole. */
const useUnreadAt = (place: string) => useUnread().filter((notice) => noticePlaceOf(notice) === place);

/** Returns the ids of tasks and documents with unread notices. Keeps those that are read, so that nothing folds. */
export function useNewIds(): ReadonlySet<string> {
  const [newIds, setNewIds] = useState<ReadonlySet<string>>(new Set());
  const added = useUnread().flatMap(({ ref }) => (ref !== null && !newIds.has(ref) ? [ref] : []));
  if (added.length > 0) setNewIds(new Set([...newIds, ...added]));
  return newIds;
}

/** Marks notices as read once the user has seen their place for 1.5 s. */
function useReading(notices: readonly Notice[], isSeen: boolean) {
  const { mutate } = useMutation(markRead);
  const ids = notices.map(({ id }) => id).join(' ');
  useEffect(() => {
    if (!isSeen || !ids) return;
    const mark = () => mutate({ body: { ids: ids.split(' ').slice(0, MAX_READ_NOTICES) } });
    const timer = setTimeout(mark, MOMENT_MS);
    return () => clearTimeout(timer);
  }, [isSeen, ids, mutate]);
}

/** Marks notices about the client as a whole as read while the page is visible. */
export const usePageOpened = () => useReading(useUnreadAt('page'), useVisible());

/** Links a section to its notices: anchor, badge, and read once seen. Spread `panel` on the element. */
export function usePanel() {
  const section = useSection();
  const isSeen = useSeen(section.ref);
  const notices = useUnreadAt(section.id);
  useReading(notices, isSeen);
  const badge = notices.length > 0 && (
    <Badge tone="brand" icon={Bell}>
      {`${notices.length} new`}
    </Badge>
  );
  return { isSeen, panel: { ...section, badge } };
}
