import type { InfiniteData } from '@tanstack/react-query';
import type { Notice } from '#shared/contract/notifications.ts';
import { errorToast } from '../../lib/http/failure.ts';
import { type Page, readPages } from '../../lib/query/pages.ts';
import { optimistic } from '../../parts/optimistic.ts';
import { adviserChange } from '../../parts/refreshes.ts';

/** The notices to oneself, newest first: the unread ones, or all. */
export const noticesQuery = (all: boolean) =>
  readPages('GET /api/notifications', 'next', { query: all ? {} : { unread: 'true' } });

const markRead = adviserChange('POST /api/notifications/read', { failure: errorToast('Failed to mark as read') });

/** Marks notices read, on the screen at once. */
export const markShownRead = (all: boolean) =>
  optimistic(markRead, noticesQuery(all), (data: InfiniteData<Page<Notice>>, { ids = [], upTo = '' }) => {
    const marked = (notice: Notice) =>
      ids.includes(notice.id) || notice.id <= upTo ? { ...notice, read: true } : notice;
    return { ...data, pages: data.pages.map((page) => ({ ...page, items: page.items.map(marked) })) };
  });
