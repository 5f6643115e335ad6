import { DAYS_AFTER_COMPLETION } from '#shared/rules/lifetimes.ts';
import { type Condition, unchanged } from '../../aws/expressions.ts';
import type { Write } from '../../aws/table.ts';
import type { Settings } from '../../services/settings.ts';
import type { ClientItem } from './client.ts';

export type LinkRules = Pick<Settings, 'portal' | 'since'>;

const DAY_MS = 24 * 60 * 60 * 1000;

type Dated = Pick<ClientItem, 'linkIssuedAt' | 'linkUsedAt' | 'summary'>;

const latest = (...times: string[]) => times.sort().at(-1) ?? '';
const after = (at: string, days: number) => Date.parse(at) + days * DAY_MS;

/** Returns when a link expires: after `linkDays` without use, or 30 days after completion if that is earlier. */
export function linkEndsAt(
  { linkIssuedAt, linkUsedAt = '', summary }: Dated,
  { portal: { linkDays }, since }: LinkRules,
): Date | undefined {
  if (linkDays === null) return undefined;
  // Days before the setting was switched on do not count.
  const countedFrom = since.linkDays ?? '';
  const unusedEnd = after(latest(linkIssuedAt, linkUsedAt, countedFrom), linkDays);
  const { completedAt } = summary;
  if (completedAt === undefined) return new Date(unusedEnd);
  const completedEnd = after(latest(completedAt, linkIssuedAt, countedFrom), DAYS_AFTER_COMPLETION);
  return new Date(Math.min(unusedEnd, completedEnd));
}

const linkHasEnded = (client: Dated, settings: LinkRules, now: Date): boolean => {
  const endsAt = linkEndsAt(client, settings);
  return endsAt !== undefined && endsAt <= now;
};

type Link = Pick<
  ClientItem,
  'tokenVersion' | 'deviceVersion' | 'linkIssuedAt' | 'linkUsedAt' | 'linkMailedTo' | 'linkMailedAt' | 'renewedFrom'
>;

/** Returns the attributes of a new link, which revokes the old link and all confirmed devices. */
export const newLink = (client: Link, now: Date) => ({
  tokenVersion: client.tokenVersion + 1,
  deviceVersion: (client.deviceVersion ?? 0) + 1,
  linkIssuedAt: now.toISOString(),
  linkUsedAt: undefined,
  linkMailedTo: undefined,
  renewedFrom: undefined,
});

/** Returns the attributes of a link that replaces an expired one, whose holders may request it. */
const renewed = (client: Link, now: Date) => ({
  ...newLink(client, now),
  renewedFrom: client.renewedFrom ?? client.tokenVersion,
});

/** Conditions that the link has not changed since it was read. */
export const linkAsRead = ({ tokenVersion, deviceVersion }: Link): Condition[] => [
  unchanged('tokenVersion', tokenVersion),
  unchanged('deviceVersion', deviceVersion),
];

/** Returns true if emails that open the portal may be sent to a client. */
export const takesLink = (client: ClientItem | undefined): client is ClientItem =>
  client !== undefined && !client.deleting && !client.summary.portalSuspended && !client.summary.mailProblem;

/** Conditions that address, link and devices are unchanged, and that email is still allowed. */
const mailConditions = (client: ClientItem): Condition[] => [
  ['deleting', 'absent'],
  ['summary/portalSuspended', 'absent'],
  ...linkAsRead(client),
  unchanged('summary/mailProblem', client.summary.mailProblem),
  unchanged('summary/email', client.summary.email),
];

export const mailCheck = (client: ClientItem): Write => ({ check: client, when: mailConditions(client) });

/** Stores that the link was emailed, so that a corrected address revokes it. `link` holds its changed attributes. */
export const linkMailed = (client: ClientItem, link: Partial<Link> = {}, when: readonly Condition[] = []): Write => ({
  update: client,
  change: { set: { ...link, linkMailedTo: client.summary.email }, when: [...mailConditions(client), ...when] },
});

/** Returns a new link if the current one has expired, because emailing that would be useless. */
export const renewal = (client: ClientItem, settings: LinkRules, now: Date) =>
  linkHasEnded(client, settings, now) ? renewed(client, now) : undefined;

/** Returns true if a link of this version expired, or was renewed then, and no other link was issued since. */
export const isExpired = (client: ClientItem, version: number, settings: LinkRules, now: Date): boolean => {
  const { tokenVersion, renewedFrom = tokenVersion } = client;
  if (version < renewedFrom || version > tokenVersion) return false;
  return version < tokenVersion || linkHasEnded(client, settings, now);
};

/** Returns true if the holder of a link of this version may have a new one by email. */
export const isOwedNewLink = (client: ClientItem, version: number, settings: LinkRules, now: Date): boolean =>
  takesLink(client) && isExpired(client, version, settings, now);
