import type { Adviser } from '#shared/contract/advisers.ts';
import { ADVISER_MESSAGES } from '#shared/rules/people.ts';
import { env } from '../../aws/env.ts';
import { get, type Key, transact, type Write } from '../../aws/table.ts';
import type { EntryActor } from '../../services/audit-log/entry.ts';
import { firmEntry } from '../../services/audit-log/firm-log.ts';
import { newCounts } from '../../services/client-counts.ts';
import { conflict, forbidden, notFound } from '../../services/errors.ts';
import * as KEYS from '../../services/keys/item-kinds.ts';
import { FIRM_COUNTERS, idOf, itemKey, newId } from '../../services/keys/keys.ts';
import { pseudonym } from '../../services/keys/pseudonym.ts';
import type { Settings } from '../../services/settings.ts';
import {
  type AdviserItem,
  type AdviserSummary,
  adviserKey,
  directoryKeys,
  personOf,
  toAdviser,
  VOID_LINKS,
} from './account.ts';
import { hashPassword } from './passwords.ts';

/** Changes the number of admins. Throws 409 if none would be left. */
export const countAdmins = (change: 1 | -1): Write => ({
  update: FIRM_COUNTERS,
  change: { set: { v: 1 }, add: { admins: change }, when: change < 0 ? [['admins', '>', 1]] : [] },
  refuse: conflict(ADVISER_MESSAGES.lastAdmin),
});

export const reserveEmail = async (email: string, adviserId: string): Promise<Write> => ({
  put: { ...(await emailKey(email)), v: 1, adviserId },
  when: [['pk', 'absent']],
  refuse: conflict(ADVISER_MESSAGES.emailInUse),
});

export async function findByEmail(email: string): Promise<AdviserItem | undefined> {
  const reservation = await get<Key & { adviserId: string }>(await emailKey(email));
  return reservation && get<AdviserItem>(adviserKey(reservation.adviserId));
}

/** Returns true if the address needs confirmation, as only its domain permits it. Throws 403 if it may not register. */
export function checkMayRegister(email: string): boolean {
  const registration = env('REGISTRATION');
  if (registration === 'open') return false;
  if (registration === 'closed') throw forbidden('Registration is closed. Please ask an admin for an account.');
  const domains = registration.split(',');
  if (!domains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase()))
    throw forbidden(`Please register with an address at ${domains.join(' or ')}, or ask an admin for an account.`);
  return true;
}

/** Returns the changes of a password that somebody else chose. They end an invitation and void a reset link. */
export const setByAnother = (passwordHash: string, { staff }: Pick<Settings, 'staff'>) => ({
  passwordHash,
  ...VOID_LINKS,
  mustChangePassword: staff.changeAdminPasswords || undefined,
  'summary/invited': undefined,
});

/** Sets a password chosen by an operator and ends all sessions. Throws 404 if the account is gone. */
export async function setPassword(
  account: AdviserItem,
  password: string,
  { by, settings, now }: { by: EntryActor; settings: Settings; now: Date },
): Promise<void> {
  const change = {
    set: setByAnother(await hashPassword(password), settings),
    add: { sessionVersion: 1 },
    when: [['pk', 'exists']] as const,
  };
  const { name } = account.summary;
  await transact([
    { update: account, change, refuse: notFound('Adviser not found') },
    firmEntry(by, { action: 'password-reset', data: { name }, ref: idOf(account.pk) }, now),
  ]);
}

export const newAccount = (
  id: string,
  summary: AdviserSummary,
  passwordHash: string | undefined,
  now: Date,
): AdviserItem => ({
  ...adviserKey(id),
  ...directoryKeys(id, summary.name),
  v: 1,
  summary: summary,
  ...(passwordHash !== undefined && { passwordHash }),
  sessionVersion: 1,
  createdAt: now.toISOString(),
});

/** Returns the writes of a new account and its audit entry. One of them throws 409 if the address is in use. */
export async function creation(
  account: AdviserItem,
  maker: Pick<EntryActor, 'kind' | 'id' | 'name'>,
  now: Date,
): Promise<Write[]> {
  const id = idOf(account.pk);
  const { name, email, role, invited } = account.summary;
  return [
    await reserveEmail(email, id),
    { put: { ...account }, when: [['pk', 'absent']] },
    newCounts(id),
    ...(role === 'admin' ? [countAdmins(1)] : []),
    firmEntry(maker, { action: 'account-created', data: { name, role, ...(invited && { invited }) }, ref: id }, now),
  ];
}

/** Creates an account, self-registered if `by` is missing. Throws 409 if the address is in use. */
export async function createAdviser(
  { password, ...summary }: AdviserSummary & { password: string },
  { by, settings, now }: { by?: EntryActor | undefined; settings: Pick<Settings, 'staff'>; now: Date },
): Promise<Adviser> {
  const account = newAccount(newId(), summary, await hashPassword(password), now);
  const mustChange = by !== undefined && settings.staff.changeAdminPasswords;
  const made: AdviserItem = mustChange ? { ...account, mustChangePassword: true } : account;
  await transact(await creation(made, by ?? personOf(made), now));
  return toAdviser(made);
}

export const reservationKey = (pseudonymOfAddress: string) => itemKey(KEYS.address, pseudonymOfAddress);

export const emailKey = async (email: string): Promise<Key> => reservationKey(await pseudonym(email));
