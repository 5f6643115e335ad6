import type { Adviser } from '#shared/contract/advisers.ts';
import { ADVISER_MESSAGES, type Role } from '#shared/rules/people.ts';
import { env } from '../../aws/env.ts';
import { get, type Key, transact, type Write } from '../../aws/table.ts';
import type { Actor, Recorded } from '../actor.ts';
import { conflict, forbidden, notFound } from '../errors.ts';
import { newId } from '../ids.ts';
import { FIRM, idOf } from '../keys.ts';
import { firmLine } from '../record.ts';
import { type AdviserItem, adviserKey, directoryKeys, personOf, toAdviser } from './account.ts';
import { emailKey, pseudonym, reservationKey } from './addresses.ts';
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

// An id that no account has: looking it up costs the same as looking up a real one.
const NOBODY = '';

/** The account of an address by what stands for it; an address without one takes as many reads (contract, Auth: the same work). */
export async function findByPseudonym(pseudonymOfAddress: string): Promise<AdviserItem | undefined> {
  const reservation = await get<Key & { adviserId: string }>(reservationKey(pseudonymOfAddress));
  return get<AdviserItem>(adviserKey(reservation?.adviserId ?? NOBODY));
}

/** The account of an address, if there is one. */
export const findByEmail = async (email: string) => findByPseudonym(await pseudonym(email));

/** Throws 403 where the deployment does not let this address register without an admin (contract, Auth). */
export function checkMayRegister(email: string): void {
  const registration = env('REGISTRATION');
  if (registration === 'open') return;
  if (registration === 'closed') throw forbidden('Registration is closed. Please ask an admin for an account.');
  const domains = registration.split(',');
  if (!domains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase()))
    throw forbidden(`Please register with an address at ${domains.join(' or ')}, or ask an admin for an account.`);
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

/**
 * Makes an account, by an admin, an operator or, where nobody is named, its own holder. `email` is trimmed and in lower case.
 * Throws 409 where it is in use.
 */
export async function createAdviser(
  account: { name: string; email: string; password: string; role: Role },
  { by, now }: { by: Actor | Recorded; now: Date },
): Promise<Adviser> {
  const id = newId();
  const { password, ...card } = account;
  const item: AdviserItem = {
    ...adviserKey(id),
    ...directoryKeys(id, card.name),
    v: 1,
    card,
    passwordHash: await hashPassword(password),
    sessionVersion: 1,
    clientCount: 0,
  };
  const admins = card.role === 'admin' ? [countAdmins(1)] : [];
  const maker = by.kind === 'anonymous' ? personOf(item) : by;
  const { name, role } = card;
  await transact([
    await reserveEmail(card.email, id),
    { put: { ...item }, when: [['pk', 'absent']] },
    ...admins,
    firmLine(maker, { action: 'account-created', data: { name, role }, ref: id }, now),
  ]);
  return toAdviser(item);
}
