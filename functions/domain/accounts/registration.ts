import type { Adviser } from '#shared/contract/advisers.ts';
import { timeOf } from '#shared/rules/counted-words.ts';
import { REGISTRATION_DAYS } from '#shared/rules/lifetimes.ts';
import { ADVISER_MESSAGES } from '#shared/rules/people.ts';
import { DAY_SECONDS } from '#shared/rules/time.ts';
import { unchanged } from '../../aws/expressions.ts';
import { get, getTogether, itemAt, type Key, transact, type Write } from '../../aws/table.ts';
import { removedAfter } from '../../aws/table-index.ts';
import { SYSTEM } from '../../services/audit-log/entry.ts';
import { firmEntry, writeFirmEntry } from '../../services/audit-log/firm-log.ts';
import { conflict, forbidden, type HttpError, tooMany } from '../../services/errors.ts';
import * as KEYS from '../../services/keys/item-kinds.ts';
import { isRootId, itemKey, newId } from '../../services/keys/keys.ts';
import { pseudonym } from '../../services/keys/pseudonym.ts';
import { ALL_CONFIRMATION_MAILS, CONFIRMATION_MAILS } from '../../services/limits.ts';
import { sendWithin } from '../../services/mail/limited.ts';
import type { Sent } from '../../services/mail/send.ts';
import { attemptsKey, consumeAll, type Limit } from '../../services/rate-limit.ts';
import { personOf, toAdviser } from './account.ts';
import { creation, newAccount, reservationKey } from './account-creation.ts';
import { claimedOwner, isLiveToken, type KeptToken } from './mailed-link.ts';
import { hashPassword } from './passwords.ts';

/** A registration with an unconfirmed address. It reserves nothing: the next one of the address replaces it. */
export interface RegistrationItem extends Key {
  v: 1;
  adviserId: string;
  name: string;
  email: string;
  passwordHash: string;
  link?: KeptToken;
  /** Seconds since 1970. */
  endsAt: number;
}

const registrationKey = (address: string) => itemKey(KEYS.registration, address);

const live = (item: RegistrationItem | undefined, now: Date) =>
  item && item.endsAt * 1000 > now.getTime() ? item : undefined;

const accountOf = ({ adviserId, name, email, passwordHash }: RegistrationItem, now: Date) =>
  newAccount(adviserId, { name, email, role: 'adviser' }, passwordHash, now);

/** The handler of this entry emails the confirmation link. */
const requestedEntry = ({ name }: { name: string }, address: string) =>
  ({ action: 'confirmation-requested', data: { name, address } }) as const;

const ofAll: Limit = { key: attemptsKey('confirmation-mail', 'ALL'), allowance: ALL_CONFIRMATION_MAILS };

/** Counts an email to a registration by address, by network and in total. Returns the seconds to wait for each. */
async function countMail(address: string, source: string, now: Date): Promise<number[]> {
  const allowance = CONFIRMATION_MAILS;
  const ofAddress = { key: attemptsKey('confirmation-mail', address), allowance };
  const ofNetwork = { key: attemptsKey('confirmation-mail-network', await pseudonym(source)), allowance };
  return (await consumeAll([ofAddress, ofNetwork, ofAll], now)).waits;
}

/** Sends an email to a registration, counted in total. */
export const sendToRegistration = (now: Date, send: () => Promise<Sent>) => sendWithin([ofAll], now, send);

/** Stores a registration until its link is opened. Throws 409 if the address has an account, 429 after many emails. */
export async function register(
  { name, email, password }: { name: string; email: string; password: string },
  { source, now }: { source: string; now: Date },
): Promise<Adviser> {
  const address = await pseudonym(email);
  const [forAddress = 0, ...others] = await countMail(address, source, now);
  if (forAddress > 0) throw tooMany(ADVISER_MESSAGES.confirmationsSpent, forAddress);
  const wait = Math.max(...others);
  if (wait > 0) throw tooMany(`${ADVISER_MESSAGES.registrationsSpent} ${timeOf(wait)}, or ask an admin.`, wait);
  const endsAt = Math.floor(now.getTime() / 1000) + REGISTRATION_DAYS * DAY_SECONDS;
  const item: RegistrationItem = {
    ...registrationKey(address),
    v: 1,
    adviserId: newId(),
    name,
    email,
    passwordHash: await hashPassword(password),
    endsAt,
  };
  await transact([
    { check: reservationKey(address), when: [['pk', 'absent']], refuse: conflict(ADVISER_MESSAGES.emailInUse) },
    { put: { ...item, ...removedAfter(endsAt) } },
    firmEntry(SYSTEM, requestedEntry(item, address), now),
  ]);
  return toAdviser(accountOf(item, now));
}

interface Holder {
  adviserId: string | undefined;
  registration: RegistrationItem | undefined;
}

export async function holderOf(address: string, now: Date): Promise<Holder> {
  const [reserved, waiting] = [reservationKey(address), registrationKey(address)];
  const items = await getTogether([reserved, waiting]);
  const reservation = itemAt<Key & { adviserId: string }>(items, reserved);
  if (reservation) return { adviserId: reservation.adviserId, registration: undefined };
  const registration = itemAt<RegistrationItem>(items, waiting);
  return { adviserId: undefined, registration: live(registration, now) };
}

/** Requests another confirmation email, up to the limit. Returns the error for the sign-in. */
export async function requestConfirmationAgain(
  registration: RegistrationItem,
  address: string,
  { source, now }: { source: string; now: Date },
): Promise<HttpError> {
  if (Math.max(...(await countMail(address, source, now))) === 0)
    await writeFirmEntry(SYSTEM, requestedEntry(registration, address), now);
  return forbidden(ADVISER_MESSAGES.unconfirmed);
}

export const findRegistration = async (address: string, now: Date): Promise<RegistrationItem | undefined> =>
  live(await get<RegistrationItem>(registrationKey(address)), now);

/** Returns the write that stores the only valid link, unless another registration replaced this one. */
export const keepLink = (registration: RegistrationItem, link: KeptToken): Write => ({
  update: registration,
  change: { set: { link }, when: [unchanged('passwordHash', registration.passwordHash)] },
});

export async function registrationOf(token: string, now: Date): Promise<RegistrationItem | undefined> {
  const owner = claimedOwner(token);
  if (owner === undefined || isRootId(owner)) return undefined;
  const registration = await findRegistration(owner, now);
  return isLiveToken(token, registration?.link, now) ? registration : undefined;
}

/** Creates the account of a registration. Throws `used` if its link was used, 409 if the address is taken. */
export async function finishRegistration(registration: RegistrationItem, used: HttpError, now: Date): Promise<void> {
  const account = accountOf(registration, now);
  await transact([
    { delete: registration, when: [unchanged('link/hash', registration.link?.hash)], refuse: used },
    ...(await creation(account, personOf(account), now)),
  ]);
}
