import { DAYS_AFTER_COMPLETION } from '#shared/rules/lifetimes.ts';
import { DAY_MS } from '#shared/rules/time.ts';
import { type Condition, unchanged } from '../../aws/expressions.ts';
import type { Write } from '../../aws/table.ts';
import type { Settings } from '../../services/settings.ts';
import { isFirst, type LinkItem, type Person } from './person.ts';

export type LinkRules = Pick<Settings, 'portal' | 'since'>;

const latest = (...times: string[]) => times.sort().at(-1) ?? '';
const after = (at: string, days: number) => Date.parse(at) + days * DAY_MS;

/** Returns when a link expires: after `linkDays` without use, or 30 days after completion if that is earlier. */
export function linkEndsAt(
  { own: { linkIssuedAt, linkUsedAt = '' }, client: { summary } }: Person,
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

const linkHasEnded = (person: Person, settings: LinkRules, now: Date): boolean => {
  const endsAt = linkEndsAt(person, settings);
  return endsAt !== undefined && endsAt <= now;
};

/** Returns the attributes of a new link, which revokes the old link and all confirmed devices. */
export const newLink = ({ own }: Person, now: Date) => ({
  tokenVersion: own.tokenVersion + 1,
  deviceVersion: (own.deviceVersion ?? 0) + 1,
  linkIssuedAt: now.toISOString(),
  linkUsedAt: undefined,
  linkMailedTo: undefined,
  renewedFrom: undefined,
});

/** Returns the attributes of a link that replaces an expired one, whose holders may request it. */
const renewed = (person: Person, now: Date) => ({
  ...newLink(person, now),
  renewedFrom: person.own.renewedFrom ?? person.own.tokenVersion,
});

/** Conditions on the item of a link that it has not changed since it was read. */
export const linkAsRead = ({ own: { tokenVersion, deviceVersion } }: Person): Condition[] => [
  unchanged('tokenVersion', tokenVersion),
  unchanged('deviceVersion', deviceVersion),
];

/** Returns the writes that replace a person's link. `when` are conditions on the client. */
export function newLinkWrites(person: Person, now: Date, when: readonly Condition[] = []): Write[] {
  const change = { set: newLink(person, now), when: linkAsRead(person) };
  if (isFirst(person)) return [{ update: person.client, change: { ...change, when: [...when, ...change.when] } }];
  return [{ update: person.own, change }, ...(when.length > 0 ? [{ check: person.client, when }] : [])];
}

/** Returns true if emails that open the portal may be sent to a person. */
export const takesLink = (person: Person | undefined): person is Person =>
  person !== undefined &&
  !person.client.deleting &&
  !person.client.summary.portalSuspended &&
  !person.own.summary.mailProblem;

const PORTAL_OPEN: readonly Condition[] = [
  ['deleting', 'absent'],
  ['summary/portalSuspended', 'absent'],
];

/** Conditions that address, link and devices are unchanged, and that email is still allowed. */
const mailConditions = (person: Person): Condition[] => [
  ...linkAsRead(person),
  unchanged('summary/mailProblem', person.own.summary.mailProblem),
  unchanged('summary/email', person.own.summary.email),
];

/** Returns the writes of a change of a person's link item, while the client's page is open and `when` holds of it. */
const whileOpen = (
  person: Person,
  when: readonly Condition[],
  write: (when: readonly Condition[]) => Write,
): Write[] =>
  isFirst(person)
    ? [write([...PORTAL_OPEN, ...when])]
    : [write([['pk', 'exists']]), { check: person.client, when: [...PORTAL_OPEN, ...when] }];

export const mailChecks = (person: Person): Write[] =>
  whileOpen(person, [], (open) => ({ check: person.own, when: [...open, ...mailConditions(person)] }));

interface MailedIf {
  /** Conditions on the item of the link. */
  own?: readonly Condition[];
  /** Conditions on the client's item. */
  client?: readonly Condition[];
}

/** Stores that the link was emailed, so that a corrected address revokes it. `link` holds its changed attributes. */
export const linkMailed = (
  person: Person,
  link: Partial<LinkItem> = {},
  { own = [], client = [] }: MailedIf = {},
): Write[] =>
  whileOpen(person, client, (open) => ({
    update: person.own,
    change: {
      set: { ...link, linkMailedTo: person.own.summary.email },
      when: [...open, ...mailConditions(person), ...own],
    },
  }));

/** Returns a new link if the current one has expired, because emailing that would be useless. */
export const renewal = (person: Person, settings: LinkRules, now: Date) =>
  linkHasEnded(person, settings, now) ? renewed(person, now) : undefined;

/** Returns true if a link of this version expired, or was renewed then, and no other link was issued since. */
export const isExpired = (person: Person, version: number, settings: LinkRules, now: Date): boolean => {
  const { tokenVersion, renewedFrom = tokenVersion } = person.own;
  if (version < renewedFrom || version > tokenVersion) return false;
  return version < tokenVersion || linkHasEnded(person, settings, now);
};

/** Returns true if the holder of a link of this version may have a new one by email. */
export const isOwedNewLink = (person: Person, version: number, settings: LinkRules, now: Date): boolean =>
  takesLink(person) && isExpired(person, version, settings, now);
