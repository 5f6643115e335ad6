import { type Condition, unchanged } from '../../aws/expressions.ts';
import type { Write } from '../../aws/table.ts';
import type { Settings } from '../../services/settings.ts';
import type { ClientItem } from './client.ts';

export type LinkRules = Pick<Settings, 'portal' | 'since'>;

const DAY_MS = 24 * 60 * 60 * 1000;
const AFTER_COMPLETION = 30;

type Dated = Pick<ClientItem, 'linkIssuedAt' | 'linkUsedAt' | 'card'>;

/** The last of some ISO times; a blank one is before all others. */
const latest = (...times: string[]) => times.sort().at(-1) ?? '';
const after = (at: string, days: number) => Date.parse(at) + days * DAY_MS;

/** Returns when a link ends: days after its last use, or 30 days after completion. No day before the setting counts. */
export function linkEndsAt(
  { linkIssuedAt = '', linkUsedAt = '', card }: Dated,
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

export const linkHasEnded = (client: Dated, settings: LinkRules, now: Date): boolean => {
  const endsAt = linkEndsAt(client, settings);
  return endsAt !== undefined && endsAt <= now;
};

type Link = Pick<
  ClientItem,
  'tokenVersion' | 'deviceVersion' | 'linkIssuedAt' | 'linkUsedAt' | 'linkMailedTo' | 'renewedFrom'
>;

/** The link after a new one was made: the former one opens nothing any more, and no device is confirmed. */
export const newLink = (client: Link, now: Date) => ({
  tokenVersion: client.tokenVersion + 1,
  deviceVersion: (client.deviceVersion ?? 0) + 1,
  linkIssuedAt: now.toISOString(),
  linkUsedAt: undefined,
  linkMailedTo: undefined,
  renewedFrom: undefined,
});

/** The link that takes the place of one that has expired: whoever still has that one's page may ask for this one. */
const renewed = (client: Link, now: Date) => ({
  ...newLink(client, now),
  renewedFrom: client.renewedFrom ?? client.tokenVersion,
});

/** What has to hold where a new link is made: the present one is that which was read. */
export const linkAsRead = ({ tokenVersion, deviceVersion }: Link): Condition[] => [
  unchanged('tokenVersion', tokenVersion),
  unchanged('deviceVersion', deviceVersion),
];

/** Whether anything that opens the portal may be mailed to a client. */
export const takesLink = (client: ClientItem | undefined): client is ClientItem =>
  client !== undefined && !client.deleting && !client.portalSuspended && !client.mailProblem;

/** What has to hold as that is mailed: address, link and devices are as they were read. */
const asMailed = (client: ClientItem): Condition[] => [
  ['deleting', 'absent'],
  ['portalSuspended', 'absent'],
  ...linkAsRead(client),
  unchanged('mailProblem', client.mailProblem),
  unchanged('card/email', client.card.email),
];

export const stillMailed = (client: ClientItem): Write => ({ check: client, when: asMailed(client) });

/** The same for a mail with the link itself: a corrected address then voids it. `link` is what the link becomes, where that changes. */
export const linkMailed = (client: ClientItem, link: Partial<Link> = {}, when: readonly Condition[] = []): Write => ({
  update: client,
  change: { set: { ...link, linkMailedTo: client.card.email }, when: [...asMailed(client), ...when] },
});

/** What a client's link becomes before it is mailed: a new one where it has ended, as that would open nothing; else `undefined`. */
export const renewal = (client: ClientItem, settings: LinkRules, now: Date) =>
  linkHasEnded(client, settings, now) ? renewed(client, now) : undefined;

/** Whether a link of this version has ended by itself, or others in its place, and is the client's last but for those. */
export const isOwedNewLink = (client: ClientItem, version: number, settings: LinkRules, now: Date): boolean => {
  const { tokenVersion, renewedFrom = tokenVersion } = client;
  if (!takesLink(client) || version < renewedFrom || version > tokenVersion) return false;
  return version < tokenVersion || linkHasEnded(client, settings, now);
};
