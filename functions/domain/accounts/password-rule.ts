import { PASSWORD_MIN } from '#shared/rules/limits.ts';
import { ADVISER_MESSAGES } from '#shared/rules/people.ts';
import { invalid } from '../../services/errors.ts';
import type { Settings } from '../../services/settings.ts';
import { isCommon, isRun } from './common-passwords.ts';

/** Letters from which on a part of a name counts: shorter ones are in too many words. */
const LEAST_LETTERS = 4;
const NO_LETTERS = /[^\p{L}\p{M}]+/u;

const folded = (text: string) => text.normalize('NFKC').toLowerCase();
const partsOf = (text: string) => folded(text).split(NO_LETTERS);

/** Whether a password holds one of these names: a part of at least four letters, or all of it written as one, in whatever case. */
function holdsAny(password: string, names: readonly string[]): boolean {
  const [text, letters] = [folded(password), partsOf(password).join('')];
  return names.some((name) => {
    const parts = partsOf(name);
    const asOne = parts.join('');
    const isHeld = (part: string) => part.length >= LEAST_LETTERS && text.includes(part);
    return parts.some(isHeld) || (asOne.length >= LEAST_LETTERS && letters.includes(asOne));
  });
}

/** Whose password it is to be. */
interface Holder {
  name: string;
  email: string;
}

/**
 * Checks a new password against the firm's policy. Where `refuseCommonPasswords` is set, throws 400 naming `field` for fewer
 * than eight characters, a common password, a run, and one with the person's name, address or the firm's name in it.
 */
export async function checkNewPassword(
  field: 'password' | 'newPassword' | 'new',
  password: string,
  { name, email }: Holder,
  { staff, firm }: Pick<Settings, 'staff' | 'firm'>,
): Promise<void> {
  if (!staff.refuseCommonPasswords) return;
  if (password.length < PASSWORD_MIN.own) throw invalid(field, ADVISER_MESSAGES.shortPassword);
  const [beforeAt = ''] = email.split('@', 1);
  if (holdsAny(password, [name, beforeAt, firm.name]) || (await isCommon(password)))
    throw invalid(field, ADVISER_MESSAGES.commonPassword);
  if (isRun(password)) throw invalid(field, ADVISER_MESSAGES.simplePassword);
}
