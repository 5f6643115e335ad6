import type { Settings } from '../../services/settings.ts';
import type { ClientItem } from './client.ts';

/** What of the settings says when a link ends. */
export type LinkRules = Pick<Settings, 'portal' | 'since'>;

const DAY_MS = 24 * 60 * 60 * 1000;
/** Days for which a completed client's link goes on. */
const AFTER_COMPLETION = 30;

/** The part of a client that says when its link ends. */
type Link = Pick<ClientItem, 'linkIssuedAt' | 'linkUsedAt' | 'card'>;

/** The last of some ISO times; a blank one is before all others. */
const latest = (...times: string[]) => times.sort().at(-1) ?? '';
const after = (at: string, days: number) => Date.parse(at) + days * DAY_MS;

/**
 * When a client's link ends by itself; `undefined` where links do not. It ends so many days after it was made or last opened,
 * whichever is later, and thirty days after the journey was completed; no day counts from before links ended at all.
 */
export function linkEndsAt(
  { linkIssuedAt = '', linkUsedAt = '', card }: Link,
  { portal: { linkDays }, since }: LinkRules,
): Date | undefined {
  if (linkDays === null) return undefined;
  const begins = since.linkDays ?? '';
  const unused = after(latest(linkIssuedAt, linkUsedAt, begins), linkDays);
  const { completedAt } = card;
  if (completedAt === undefined) return new Date(unused);
  const done = after(latest(completedAt, linkIssuedAt, begins), AFTER_COMPLETION);
  return new Date(Math.min(unused, done));
}

/** Whether a client's link has ended by itself. */
export const linkHasEnded = (client: Link, settings: LinkRules, now: Date): boolean => {
  const endsAt = linkEndsAt(client, settings);
  return endsAt !== undefined && endsAt <= now;
};
