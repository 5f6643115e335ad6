import { hashOf } from '#shared/audit-log/notice-places.ts';
import type { Notice } from '#shared/contract/notifications.ts';
import { clientPath, paths } from '../lib/navigation/paths.ts';
import { read } from '../lib/query/query.ts';
import { adviserChange } from './refreshes.ts';

export const unreadNoticesQuery = read('GET /api/notifications', { query: { unread: 'true', limit: '200' } });

export const markRead = adviserChange('POST /api/notifications/read', {});

/** Returns the path of a notice's subject: on its client's page, on the own account, or the firm's audit log for admins. */
export function noticePath(notice: Notice): string {
  if (notice.clientId !== null) return clientPath(notice.clientId) + hashOf(notice);
  return notice.kind === 'colleagues' ? paths.account : paths.auditLog;
}
