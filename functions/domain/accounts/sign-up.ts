import type { Adviser } from '#shared/contract/advisers.ts';
import { PASSWORD_MIN } from '#shared/rules/limits.ts';
import { ADVISER_MESSAGES, type Role } from '#shared/rules/people.ts';
import { forbidden, HttpError, invalid, lockedOut } from '../../services/errors.ts';
import { idOf } from '../../services/keys/keys.ts';
import { logged } from '../../services/keys/pseudonym.ts';
import type { Noted } from '../../services/log/log.ts';
import type { Visit } from '../../services/sessions/visit.ts';
import { readSettings, type Settings } from '../../services/settings.ts';
import { checkMayRegister, createAdviser } from './accounts.ts';
import type { Staff } from './actor.ts';
import { checkNewPassword } from './password-rule.ts';
import { passwordFits } from './passwords.ts';
import { finishRegistration, register, registrationOf } from './registration.ts';
import { countersOf, countSignIn, recordRefusal } from './sign-in-attempts.ts';

/**
 * Makes the account of a registration by the token of its mailed link and its password, and lifts failed attempts. Throws 400
 * for a link that is unknown, used or expired and for a wrong password, 429 after too many of those.
 */
export async function confirmAddress(
  { token, password }: { token: string; password: string },
  { visit, now, note }: { visit: Visit; now: Date; note: (noted: Noted) => void },
): Promise<void> {
  const invalidLink = new HttpError(400, ADVISER_MESSAGES.confirmationInvalid);
  const registration = await registrationOf(token, now);
  if (!registration) throw invalidLink;
  const address = idOf(registration.pk);
  note({ address: logged(address) });
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
}

interface NewAccount {
  name: string;
  email: string;
  password: string;
  role?: Role | undefined;
}

/**
 * Makes an account for an admin's or anyone's own request. Where its address lets its holder in by the domain alone, a registration
 * waits until that is confirmed. Throws 403 where this caller may not, 400 for a password that the policy refuses.
 */
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
