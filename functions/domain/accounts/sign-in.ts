import type { Adviser } from '#shared/contract/advisers.ts';
import { timeOf } from '#shared/rules/counted-words.ts';
import { PASSWORD_MIN } from '#shared/rules/limits.ts';
import { ADVISER_MESSAGES, type Role } from '#shared/rules/people.ts';
import { SYSTEM } from '../../services/audit-log/entry.ts';
import { writeFirmEntry } from '../../services/audit-log/firm-log.ts';
import { forbidden, HttpError, invalid, lockedOut, tooMany, unauthorised } from '../../services/errors.ts';
import { idOf, isRootId } from '../../services/keys/keys.ts';
import { logged } from '../../services/keys/pseudonym.ts';
import type { Noted } from '../../services/log/log.ts';
import type { Visit } from '../../services/sessions/visit.ts';
import { readSettings, type Settings } from '../../services/settings.ts';
import { type AdviserItem, hasSecondFactor } from './account.ts';
import { checkMayRegister, createAdviser } from './account-creation.ts';
import { confirmEmailChange } from './email-change.ts';
import { arrivalAt, type LetIn, letIn, requireSecondFactor } from './let-in.ts';
import { claimedOwner } from './mailed-link.ts';
import { checkNewPassword } from './password-rule.ts';
import { passwordFits } from './passwords.ts';
import { finishRegistration, holderOf, register, registrationOf, requestConfirmationAgain } from './registration.ts';
import type { Enrolling, Staff } from './session.ts';
import { countersOf, countInARow, countNearby, countSignIn, recordRefusal } from './sign-in-attempts.ts';

const recordBlocked = ({ pk, summary: { name } }: AdviserItem, now: Date) =>
  writeFirmEntry(SYSTEM, { action: 'sign-in-blocked', data: { name }, ref: idOf(pk) }, now);

const tooManySignIns = (wait: number) =>
  tooMany(`Too many failed attempts. Please try again in ${timeOf(wait)}, or reset your password.`, wait);

interface Context {
  visit: Visit;
  now: Date;
  former: Staff | Enrolling | undefined;
  note: (noted: Noted) => void;
}

/** Signs in by password, or requires the second factor. Counts before comparing, so that concurrent guesses count. */
export async function signIn(
  { email, password }: { email: string; password: string },
  { visit, now, former, note }: Context,
): Promise<LetIn> {
  const counters = await countersOf(email, visit);
  const { address } = counters;
  note({ address: logged(address) });
  const [nearby, settings, { adviserId, registration }] = await Promise.all([
    countNearby(counters, now),
    readSettings(),
    holderOf(address, now),
  ]);
  const [attempt, arrival] = await Promise.all([countInARow(nearby, now), arrivalAt(adviserId, visit)]);
  const isKnown = arrival?.device !== undefined;
  const wait = attempt.wait(isKnown);
  if (wait > 0) throw tooManySignIns(wait);
  const fits = await passwordFits(password, (arrival?.account ?? registration)?.passwordHash);
  if (fits && registration) throw await requestConfirmationAgain(registration, address, { source: visit.source, now });
  if (!fits || !arrival) {
    // One entry either way, so that the time taken does not show that the account exists.
    if (attempt.isLast && arrival) await recordBlocked(arrival.account, now);
    else await recordRefusal(arrival?.account, address, now);
    throw unauthorised(ADVISER_MESSAGES.wrongPair);
  }
  const { account } = arrival;
  note({ account: `adviser:${idOf(account.pk)}` });
  const entry = { visit, settings, now, former };
  const entering = hasSecondFactor(account) ? requireSecondFactor(arrival, entry) : letIn(arrival, 'password', entry);
  const [answer] = await Promise.all([entering, attempt.succeeded(isKnown)]);
  return answer;
}

/** Confirms the address of a registration by its password, or a new address of an account. Returns what to do next. */
export async function confirmAddress(
  { token, password }: { token: string; password?: string | undefined },
  { visit, now, note }: { visit: Visit; now: Date; note: (noted: Noted) => void },
): Promise<string> {
  const owner = claimedOwner(token);
  if (owner !== undefined && isRootId(owner)) {
    note({ account: `adviser:${owner}` });
    return confirmEmailChange(owner, token, now);
  }
  const invalidLink = new HttpError(400, ADVISER_MESSAGES.confirmationInvalid);
  const registration = await registrationOf(token, now);
  if (!registration) throw invalidLink;
  const address = idOf(registration.pk);
  note({ address: logged(address) });
  if (password === undefined) throw invalid('password', 'Password is required');
  const attempt = await countSignIn(await countersOf(registration.email, visit), now);
  const wait = attempt.wait(false);
  if (wait > 0) throw lockedOut(wait);
  if (!(await passwordFits(password, registration.passwordHash))) {
    await recordRefusal(undefined, address, now);
    throw invalid('password', ADVISER_MESSAGES.confirmationWrong);
  }
  await finishRegistration(registration, invalidLink, now);
  note({ account: `adviser:${registration.adviserId}` });
  await attempt.succeeded(false);
  return ADVISER_MESSAGES.confirmed;
}

interface NewAccount {
  name: string;
  email: string;
  password: string;
  role?: Role | undefined;
}

/** Creates an account, or an unconfirmed registration if only the address's domain permits it. */
export async function registerAccount(
  sent: NewAccount,
  by: Staff | undefined,
  { known, source, now }: { known: Settings | undefined; source: string; now: Date },
): Promise<Adviser & { unconfirmed?: true }> {
  const { role = 'adviser' } = sent;
  const isOwn = by?.kind !== 'admin';
  if (isOwn && role === 'admin') throw forbidden('Only an admin can create an admin');
  const isConfirmedFirst = isOwn && checkMayRegister(sent.email);
  if (isOwn && sent.password.length < PASSWORD_MIN.own) throw invalid('password', ADVISER_MESSAGES.shortPassword);
  const settings = known ?? (await readSettings());
  await checkNewPassword('password', sent.password, sent, settings);
  if (isConfirmedFirst) return { ...(await register(sent, { source, now })), unconfirmed: true };
  return createAdviser({ ...sent, role }, { by, settings, now });
}
