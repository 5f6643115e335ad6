import type { Notice } from '#shared/contract/notifications.ts';
import type { Caller } from './api.ts';

/** For what a job does a moment later. */
export const SOON = { timeout: 60_000, interval: 100 };

/** An adviser's notices, newest first. */
export const inboxOf = async (adviser: Caller): Promise<Notice[]> =>
  (await adviser.call('GET /api/notifications')).body;

/** How many of an adviser's notices are unread, and what changes when something is new. */
export const unreadOf = async (adviser: Caller): Promise<{ count: number; latest: string | null }> =>
  (await adviser.call('GET /api/notifications/unread')).body;
