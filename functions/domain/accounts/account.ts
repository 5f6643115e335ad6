import type { Adviser, ListedAdviser } from '#shared/contract/advisers.ts';
import type { MailProblem } from '#shared/rules/clients.ts';
import { ROLES, type Role } from '#shared/rules/people.ts';
import { queryIndex, type Row } from '../../aws/table.ts';
import { DIRECTORY, idOf, isOf, itemKey } from '../../services/keys/keys.ts';
import * as KEYS from '../../services/keys/kinds.ts';
import type { Reader } from '../../services/mail/templates/layout.ts';
import type { Settings } from '../../services/settings.ts';
import type { KeptToken } from './mailed-token.ts';

export interface AdviserSummary {
  name: string;
  email: string;
  role: Role;
  /** Set until the person has chosen a password by the link of an invitation. */
  invited?: true;
  secondFactor?: true;
  /** How many clients are assigned, a moment after `clientCount`; absent for none yet. */
  clients?: number;
  lastSignInAt?: string;
}

export type AdviserRow = Row<AdviserSummary>;

/** An adviser account. `sessionVersion` grows when all its sessions have to end. */
export interface AdviserItem extends AdviserRow {
  v: 1;
  passwordHash?: string;
  sessionVersion: number;
  /** How many clients are assigned: an adviser with clients cannot be deleted. */
  clientCount: number;
  reset?: KeptToken;
  /** When it was made, ISO; absent on accounts from before that was kept. */
  createdAt?: string;
  /** Second factors that are set up; `totp` is an authenticator app. */
  totp?: true;
  passkeys?: number;
  /** Links that it saw are noted (clients/portal-link.ts); absent on accounts from before that. */
  linksNoted?: true;
  /** An admin set the password: another one has to be chosen at the next sign-in. */
  mustChangePassword?: true;
  mailProblem?: MailProblem;
  /** Address that `mailProblem` is about, in lower case; absent where it was kept before the address was. */
  mailProblemAddress?: string;
}

export const adviserKey = (id: string) => itemKey(KEYS.account, id);

export const directoryKeys = (id: string, name: string) => ({ gpk: DIRECTORY, gsk: `${name.toLowerCase()}#${id}` });

/** Returns what is wrong with mail to the account's present address. A mark of a former address says nothing about it. */
export function mailProblemOf({
  card,
  mailProblem,
  mailProblemAddress: of,
}: Pick<AdviserItem, 'card' | 'mailProblem' | 'mailProblemAddress'>) {
  return of === undefined || of === card.email.toLowerCase() ? mailProblem : undefined;
}

export const SESSION = KEYS.session.sk;

export const sessionKey = (adviserId: string, sessionId: string) => itemKey(KEYS.session, adviserId, sessionId);

export const hasSecondFactor = ({ totp, passkeys = 0 }: Pick<AdviserItem, 'totp' | 'passkeys'>) =>
  totp === true || passkeys > 0;

export const toAdviser = ({ pk, card }: Pick<AdviserRow, 'pk' | 'card'>): Adviser => ({
  id: idOf(pk),
  name: card.name,
  email: card.email,
  role: card.role,
});

export const toListedAdviser = (row: Pick<AdviserRow, 'pk' | 'card'>): ListedAdviser => ({
  ...toAdviser(row),
  secondFactor: row.card.secondFactor ?? false,
  invited: row.card.invited ?? false,
  clients: row.card.clients ?? 0,
  lastSignInAt: row.card.lastSignInAt ?? null,
});

export const personOf = ({ pk, card }: Pick<AdviserRow, 'pk' | 'card'>) => ({
  kind: card.role,
  id: idOf(pk),
  name: card.name,
});

/** Whether a stored role is one we know: anything else may do nothing. */
export const isKnownRole = (role: unknown): role is Role => ROLES.some((known) => known === role);

/** Returns all accounts by name, without rows of other kinds in the directory. */
export const allAdvisers = async (): Promise<AdviserRow[]> =>
  (await queryIndex<AdviserRow>(DIRECTORY, '')).filter((row) => isOf(KEYS.account, row));

export const adviserReader = ({ pk, card }: Pick<AdviserItem, 'pk' | 'card'>): Reader => ({
  kind: 'adviser',
  id: idOf(pk),
  name: card.name,
  email: card.email,
});

const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns when a missing second factor closes the account. Grace counts from the requirement or the account's creation. */
export function closesAt(
  account: Pick<AdviserItem, 'totp' | 'passkeys' | 'createdAt'>,
  { staff, since }: Pick<Settings, 'staff' | 'since'>,
): Date | undefined {
  if (staff.secondFactor !== 'required' || hasSecondFactor(account)) return undefined;
  const begins = Math.max(...[since.secondFactor, account.createdAt].map((at) => (at ? Date.parse(at) : 0)));
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
