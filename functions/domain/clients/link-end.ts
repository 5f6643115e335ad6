import type { Settings } from '../settings.ts';
import type { ClientItem } from './client.ts';

/** What of the settings says when a link ends. */
export type LinkRules = Pick<Settings, 'portal' | 'since'>;

const DAY_MS = 24 * 60 * 60 * 1000;
/** Days for which a completed client's link goes on. */
const AFTER_COMPLETION = 30;

const after = (at: string, days: number) => Date.parse(at) + days * DAY_MS;

/**
 * When a client's link ends by itself; `undefined` where links do not. It ends so many days after it was made or last opened,
 * whichever is later, and thirty days after the journey was completed; no day counts from before links ended at all.
 */
export function linkEndsAt(
  { linkIssuedAt = '', linkUsedAt = '', card }: Pick<ClientItem, 'linkIssuedAt' | 'linkUsedAt' | 'card'>,
  { portal: { linkDays }, since }: LinkRules,
): Date | undefined {
  if (linkDays === null) return undefined;
  const begins = since.linkDays ?? '';
  const last = [linkIssuedAt, linkUsedAt, begins].reduce((a, b) => (a > b ? a : b));
  const unused = after(last, linkDays);
  const { completedAt } = card;
  if (completedAt === undefined) return new Date(unused);
  const done = after(
    [completedAt, linkIssuedAt, begins].reduce((a, b) => (a > b ? a : b)),
    AFTER_COMPLETION,
  );
  return new Date(Math.min(unused, done));
}
