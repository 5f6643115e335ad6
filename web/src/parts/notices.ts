import type { Notice } from '#shared/contract/notifications.ts';
import { hashOf } from '#shared/rules/notices.ts';
import { clientPath, paths } from '../lib/navigation/paths.ts';
import { read } from '../lib/query/query.ts';
import { adviserChange } from './refreshes.ts';

/** The newest unread notices, as many as come at once. */
export const unreadNoticesQuery = read('GET /api/notifications', { query: { unread: 'true', limit: '200' } });

/** Marks notices read: those named, or all up to one. */
export const markRead = adviserChange('POST /api/notifications/read', {});

/** The address of what a notice is about: on its client's page, or in the firm's record, which admins see. */
export const noticePath = (notice: Notice): string =>
  notice.clientId === null ? paths.record : clientPath(notice.clientId) + hashOf(notice);
