import { ADVISER_MESSAGES } from '#shared/rules/people.ts';
import { get, remove } from '../../aws/table.ts';
import { invalid, lockedOut, unauthorised } from '../../services/errors.ts';
import { pseudonym } from '../../services/keys/pseudonym.ts';
import { OWN_GUESSES } from '../../services/limits.ts';
import { takeGuess } from '../../services/rate-limit.ts';
import { type AdviserItem, adviserKey } from './account.ts';
import { noteProof } from './fresh.ts';
import { passwordFits } from './passwords.ts';
import type { Enrolling, HalfSignedIn, Staff } from './session.ts';
import { ownGuessesKey } from './sign-in-attempts.ts';

/** Returns the account if the password is right. Throws 400 naming `field`, or 429 after five wrong ones. */
export async function accountByPassword(
  { id, email }: Staff | Enrolling | HalfSignedIn,
  field: 'password' | 'current',
  password: string,
  now: Date,
): Promise<AdviserItem> {
  const counter = ownGuessesKey(await pseudonym(email));
  const [{ wait }, account] = await Promise.all([
    takeGuess(counter, OWN_GUESSES, now),
    get<AdviserItem>(adviserKey(id)),
  ]);
  if (wait > 0) throw lockedOut(wait);
  if (!account) throw unauthorised();
  if (!(await passwordFits(password, account.passwordHash))) throw invalid(field, ADVISER_MESSAGES.notYourPassword);
  await remove(counter);
  return account;
}

/** Returns the cookie of the renewed session. */
export async function provePassword(actor: Staff | Enrolling, password: string, now: Date): Promise<string> {
  await accountByPassword(actor, 'password', password, now);
  return noteProof(actor, now);
}
