import { londonParts } from '#shared/rules/london.ts';
import type { ClientItem } from './client.ts';

/** Starts a client's reminders over: none counts as unanswered, and their days count from today. */
export const restarted = ({ summary: { reminded } }: Pick<ClientItem, 'summary'>, now: Date) => ({
  'summary/reminded': { total: 0, ...reminded, n: 0, since: londonParts(now).date },
  unansweredAt: undefined,
});
