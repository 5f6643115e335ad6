import type { Notice } from '#shared/contract/notifications.ts';
import type { NoticeKind } from '#shared/rules/notices.ts';
import { clientPath, paths } from '../lib/paths.ts';
import { read } from '../lib/query.ts';
import { adviserChange } from './refreshes.ts';

/** How many notices are unread, and what changes when there is something new. */
export const unreadQuery = read('GET /api/notifications/unread');

/** The newest unread notices, as many as come at once. */
export const unreadNoticesQuery = read('GET /api/notifications', { query: { unread: 'true', limit: '200' } });

/** Marks notices read: those named, or all up to one. */
export const markRead = adviserChange('POST /api/notifications/read', {});

/** Where on a client's page a notice leads to: the page as a whole, or a part of it. */
export type NoticePlace = 'page' | 'messages' | 'tasks' | 'documents';

const PLACES: Record<NoticeKind, NoticePlace> = {
  message: 'messages',
  stuck: 'messages',
  document: 'documents',
  damaged: 'documents',
  'task-completed': 'tasks',
  'task-noted': 'tasks',
  'no-code': 'page',
  assigned: 'page',
  undelivered: 'page',
  'new-device': 'page',
  'factor-reset': 'page',
};

/** Where on its client's page a notice leads to. */
export const placeOf = ({ kind }: Notice) => PLACES[kind];

/** The id of a task or a document on its client's page. */
export const anchorOf = { tasks: (id: string) => `task-${id}`, documents: (id: string) => `document-${id}` };

/** The address of what a notice is about: on its client's page, or in the firm's record, which admins see. */
export function noticePath(notice: Notice): string {
  if (notice.clientId === null) return paths.record;
  const page = clientPath(notice.clientId);
  const place = placeOf(notice);
  if (place === 'page') return page;
  if (place === 'messages' || notice.ref === null) return `${page}#${place}`;
  return `${page}#${anchorOf[place](notice.ref)}`;
}
