import * as z from 'zod/mini';
import { registration } from '#shared/contract/advisers.ts';
import { newPassword } from '#shared/contract/fields.ts';
import { PASSWORD_MIN } from '#shared/rules/limits.ts';

/** Creating one's own account: the password follows the rule for one's own. */
export const ownRegistration = z.extend(z.omit(registration, { role: true }), {
  password: newPassword(PASSWORD_MIN.own),
});

/** A new password, typed twice (product 5). */
export const newPasswordTwice = z
  .object({ newPassword: newPassword(PASSWORD_MIN.own), confirm: z.string() })
  .check(
    z.refine((typed) => typed.newPassword === typed.confirm, { error: "Passwords don't match", path: ['confirm'] }),
  );
