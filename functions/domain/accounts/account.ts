import type { Adviser, ListedAdviser, Me, ShownColleague } from '#shared/contract/advisers.ts';
import type { MailProblem } from '#shared/rules/clients.ts';
import { type Colleague, isOn } from '#shared/rules/colleagues.ts';
import { londonParts } from '#shared/rules/london.ts';
import { MAILBOXES, type Mailbox, ROLES, type Role } from '#shared/rules/people.ts';
import { DAY_MS } from '#shared/rules/time.ts';
import { queryIndex, type Row } from '../../aws/table.ts';
import * as KEYS from '../../services/keys/item-kinds.ts';
import { DIRECTORY, idOf, isOf, itemKey } from '../../services/keys/keys.ts';
import type { Reader } from '../../services/mail/templates/layout.ts';
import type { Settings } from '../../services/settings.ts';
import type { KeptToken } from './mailed-link.ts';

export interface AdviserSummary {
  name: string;
  email: string;
  role: Role;
  /** Set until the person has a password. */
  invited?: true;
  secondFactor?: true;
  lastSignInAt?: string;
  /** Advisers with whom this person works. Mirrored in the `colleagues` of each adviser. */
  works?: readonly Colleague[];
}

export type AdviserRow = Row<AdviserSummary>;

/** New address of an account. It replaces the current one when both mailboxes have confirmed it. */
interface EmailChange {
  /** Id of the request, which its links must match. */
  id: string;
  email: string;
  endsAt: string;
  confirmed: { [M in Mailbox]?: true };
}

/** Incrementing `sessionVersion` ends all sessions of the account. */
export interface AdviserItem extends AdviserRow {
  v: 1;
  passwordHash?: string;
  sessionVersion: number;
  reset?: KeptToken;
  /** Kept until it ends or is replaced, so that repeated confirmations get the same answer. */
  emailChange?: EmailChange;
  emailLinks?: { request: string } & { [M in Mailbox]?: KeptToken };
  /** ISO time. */
  createdAt: string;
  totp?: true;
  passkeys?: number;
  /** An admin set the password, so the next sign-in requires a new one. */
  mustChangePassword?: true;
  mailProblem?: MailProblem;
  /** Lower-case address that `mailProblem` is about. */
  mailProblemAddress?: string;
  /** People who work with this adviser. Not in the summary, because no list shows them. */
  colleagues?: readonly Colleague[];
}

/** An id that no account has, so that unknown accounts take as many reads as real ones. */
export const NO_ACCOUNT = '';

export const adviserKey = (id: string) => itemKey(KEYS.account, id);

export const directoryKeys = (id: string, name: string) => ({ gpk: DIRECTORY, gsk: `${name.toLowerCase()}#${id}` });

/** Returns the mail problem of the current address. A problem of a former address does not count. */
export function mailProblemOf({
  summary,
  mailProblem,
  mailProblemAddress: of,
}: Pick<AdviserItem, 'summary' | 'mailProblem' | 'mailProblemAddress'>) {
  return of === summary.email.toLowerCase() ? mailProblem : undefined;
}

/** Links that a new password or a new address voids. */
export const VOID_LINKS = { reset: undefined, emailChange: undefined, emailLinks: undefined };

/** Returns the change of address that waits for a mailbox; undefined without one. */
export const pendingEmail = ({ emailChange }: Pick<AdviserItem, 'emailChange'>, now: Date) =>
  emailChange && emailChange.endsAt > now.toISOString() && MAILBOXES.some((mailbox) => !emailChange.confirmed[mailbox])
    ? emailChange
    : undefined;

export const SESSION_PREFIX = KEYS.session.sk;

export const sessionKey = (adviserId: string, sessionId: string) => itemKey(KEYS.session, adviserId, sessionId);

export const hasSecondFactor = ({ totp, passkeys = 0 }: Pick<AdviserItem, 'totp' | 'passkeys'>) =>
  totp === true || passkeys > 0;

export const toAdviser = ({ pk, summary }: Pick<AdviserRow, 'pk' | 'summary'>): Adviser => ({
  id: idOf(pk),
  name: summary.name,
  email: summary.email,
  role: summary.role,
});

const onDayOf = (rows: readonly Colleague[] = [], now: Date): readonly Colleague[] => {
  if (rows.length === 0) return rows;
  const today = londonParts(now).date;
  return rows.filter((row) => isOn(row, today));
};

/** Returns the rows of `works` that count on London's day of `now`. */
export const worksAt = ({ works }: AdviserSummary, now: Date) => onDayOf(works, now);

/** Returns the rows of `colleagues` that count on London's day of `now`. */
export const colleaguesAt = ({ colleagues }: Pick<AdviserItem, 'colleagues'>, now: Date) => onDayOf(colleagues, now);

export const toColleague = ({ id, name, from, until, named }: Colleague): ShownColleague => ({
  id,
  name,
  from: from ?? null,
  until: until ?? null,
  named: named ?? false,
});

/** Returns the signed-in account. `works` is left out by those who work with nobody. */
export const toMe = (who: Adviser, works: readonly Colleague[]): Me => ({
  ...who,
  ...(works.length > 0 && { works: works.map(toColleague) }),
});

export const toListedAdviser = (row: Pick<AdviserRow, 'pk' | 'summary'>, clients: number): ListedAdviser => ({
  ...toAdviser(row),
  secondFactor: row.summary.secondFactor ?? false,
  invited: row.summary.invited ?? false,
  clients,
  lastSignInAt: row.summary.lastSignInAt ?? null,
  works: (row.summary.works ?? []).map(toColleague),
});

export const personOf = ({ pk, summary }: Pick<AdviserRow, 'pk' | 'summary'>) => ({
  kind: summary.role,
  id: idOf(pk),
  name: summary.name,
});

/** Returns true for a known role. Accounts with an unknown stored role have no permissions. */
export const isKnownRole = (role: unknown): role is Role => ROLES.some((known) => known === role);

export const allAdvisers = async (): Promise<AdviserRow[]> =>
  (await queryIndex<AdviserRow>(DIRECTORY, '')).filter((row) => isOf(KEYS.account, row));

export const hasAccounts = async (): Promise<boolean> => (await queryIndex(DIRECTORY, '', { limit: 1 })).length > 0;

export const adviserReader = ({ pk, summary }: Pick<AdviserItem, 'pk' | 'summary'>): Reader => ({
  kind: 'adviser',
  id: idOf(pk),
  name: summary.name,
  email: summary.email,
});

/** Returns when the grace period for a second factor ends. It starts at the requirement or, if later, at sign-up. */
export function closesAt(
  account: Pick<AdviserItem, 'totp' | 'passkeys' | 'createdAt'>,
  { staff, since }: Pick<Settings, 'staff' | 'since'>,
): Date | undefined {
  if (staff.secondFactor !== 'required' || hasSecondFactor(account)) return undefined;
  const begins = Math.max(Date.parse(since.secondFactor ?? account.createdAt), Date.parse(account.createdAt));
  return new Date(begins + staff.graceDays * DAY_MS);
}

export const mustEnrol = (
  account: Pick<AdviserItem, 'totp' | 'passkeys' | 'createdAt'>,
  settings: Pick<Settings, 'staff' | 'since'>,
  now: Date,
): boolean => {
  const closes = closesAt(account, settings);
  return closes !== undefined && closes <= now;
};
