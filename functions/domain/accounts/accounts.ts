import type { Adviser } from '#shared/contract/advisers.ts';
import { ADVISER_MESSAGES } from '#shared/rules/people.ts';
import { env } from '../../aws/env.ts';
import { get, type Key, transact, type Write } from '../../aws/table.ts';
import type { Recorded } from '../actor.ts';
import { conflict, forbidden, notFound } from '../errors.ts';
import { newId } from '../ids.ts';
import { FIRM, idOf } from '../keys.ts';
import { firmLine } from '../record.ts';
import { type AdviserCard, type AdviserItem, adviserKey, directoryKeys, personOf, toAdviser } from './account.ts';
import { emailKey } from './addresses.ts';
import { hashPassword } from './passwords.ts';

/** Counts one admin more or fewer; the last one stays. */
export const countAdmins = (change: 1 | -1): Write => ({
  update: FIRM,
  change: { set: { v: 1 }, add: { admins: change }, when: change < 0 ? [['admins', '>', 1]] : [] },
  refuse: conflict(ADVISER_MESSAGES.lastAdmin),
});

/** Reserves an address for an account. */
export const reserveEmail = async (email: string, adviserId: string): Promise<Write> => ({
  put: { ...(await emailKey(email)), v: 1, adviserId },
  when: [['pk', 'absent']],
  refuse: conflict(ADVISER_MESSAGES.emailInUse),
});

/** The account of an address, if there is one. */
export async function findByEmail(email: string): Promise<AdviserItem | undefined> {
  const reservation = await get<Key & { adviserId: string }>(await emailKey(email));
  return reservation && get<AdviserItem>(adviserKey(reservation.adviserId));
}

/**
 * Throws 403 where the deployment does not let this address register without an admin (contract, Auth). Gives whether the
 * address has to be confirmed first: it lets its holder in by its domain alone.
 */
export function checkMayRegister(email: string): boolean {
  const registration = env('REGISTRATION');
  if (registration === 'open') return false;
  if (registration === 'closed') throw forbidden('Registration is closed. Please ask an admin for an account.');
  const domains = registration.split(',');
  if (!domains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase()))
    throw forbidden(`Please register with an address at ${domains.join(' or ')}, or ask an admin for an account.`);
  return true;
}

/** Sets an operator's choice of password: ends all sessions, and voids a reset link that was mailed. Throws 404 where the account is gone. */
export async function setPassword(
  account: AdviserItem,
  password: string,
  { by, now }: { by: Recorded; now: Date },
): Promise<void> {
  const change = {
    set: { passwordHash: await hashPassword(password), reset: undefined },
    add: { sessionVersion: 1 },
    when: [['pk', 'exists']] as const,
  };
  const { name } = account.card;
  await transact([
    { update: account, change, refuse: notFound('Adviser not found') },
    firmLine(by, { action: 'password-reset', data: { name }, ref: idOf(account.pk) }, now),
  ]);
}

/** A new account, as it is stored. */
export const newAccount = (id: string, card: AdviserCard, passwordHash: string, now: Date): AdviserItem => ({
  ...adviserKey(id),
  ...directoryKeys(id, card.name),
  v: 1,
  card,
  passwordHash,
  sessionVersion: 1,
  clientCount: 0,
  createdAt: now.toISOString(),
});

/** The writes of a new account, with their line in the firm's record. One of them throws 409 where its address is in use. */
export async function creation(
  account: AdviserItem,
  maker: Pick<Recorded, 'kind' | 'id' | 'name'>,
  now: Date,
): Promise<Write[]> {
  const id = idOf(account.pk);
  const { name, email, role } = account.card;
  return [
    await reserveEmail(email, id),
    { put: { ...account }, when: [['pk', 'absent']] },
    ...(role === 'admin' ? [countAdmins(1)] : []),
    firmLine(maker, { action: 'account-created', data: { name, role }, ref: id }, now),
  ];
}

/**
 * Makes an account, by an admin, an operator or, where nobody is named, its own holder. `email` is trimmed and in lower case.
 * Throws 409 where it is in use.
 */
export async function createAdviser(
  { password, ...card }: AdviserCard & { password: string },
  { by, now }: { by?: Recorded | undefined; now: Date },
): Promise<Adviser> {
  const account = newAccount(newId(), card, await hashPassword(password), now);
  await transact(await creation(account, by ?? personOf(account), now));
  return toAdviser(account);
}
