import type { Notice, Unread } from '#shared/contract/notifications.ts';
import type { Caller } from './api.ts';

/** Patience for what a job does. */
export const SOON = { timeout: 60_000, interval: 100 };

export const inboxOf = async (adviser: Caller): Promise<Notice[]> =>
  (await adviser.call('GET /api/notifications')).body;

export const unreadOf = async (adviser: Caller, query: { since?: string } = {}): Promise<Unread> =>
  (await adviser.call('GET /api/notifications/unread', { query })).body;
