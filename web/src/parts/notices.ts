import type { Notice } from '#shared/contract/notifications.ts';
import type { NoticeKind } from '#shared/rules/notices.ts';
import { errorToast } from '../lib/failure.ts';
import { clientPath } from '../lib/paths.ts';
import { read } from '../lib/query.ts';
import { adviserChange } from './refreshes.ts';

/** How many notices are unread, and what changes when there is something new. */
export const unreadQuery = read('GET /api/notifications/unread');

/** Marks notices read: those named, or all up to one. */
export const markRead = adviserChange('POST /api/notifications/read', {
  failure: errorToast('Failed to mark as read'),
});

/** Where on a client's page a notice leads to. */
type NoticePlace = 'header' | 'messages' | 'tasks' | 'documents';

const PLACES: Record<NoticeKind, NoticePlace> = {
  message: 'messages',
  stuck: 'messages',
  document: 'documents',
  damaged: 'documents',
  'task-completed': 'tasks',
  'task-noted': 'tasks',
  assigned: 'header',
  undelivered: 'header',
};

/** Where on its client's page a notice leads to. */
const placeOf = ({ kind }: Notice) => PLACES[kind];

/** The id of a task or a document on its client's page. */
const anchorOf = { tasks: (id: string) => `task-${id}`, documents: (id: string) => `document-${id}` };

/** The address of what a notice is about; none where it is about no client. */
export function noticePath(notice: Notice): string | undefined {
  if (notice.clientId === null) return;
  const page = clientPath(notice.clientId);
  const place = placeOf(notice);
  if (place === 'header') return page;
  if (place === 'messages' || notice.ref === null) return `${page}#${place}`;
  return `${page}#${anchorOf[place](notice.ref)}`;
}
