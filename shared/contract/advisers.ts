import * as z from 'zod/mini';
import { accountEmail, givenPassword, LIMITS, newPassword, oneOf, personName, requiredText } from './fields.ts';

/** Roles of people who sign in (product 6). */
export const ROLES = ['adviser', 'admin'] as const;
/** A signed-in person's role. */
export type Role = (typeof ROLES)[number];

/** Shortest password in characters: 8 for one's own, 6 for one that an admin sets (product 9). */
export const PASSWORD_MIN = { own: 8, byAdmin: 6 } as const;

const name = personName();
const role = oneOf(ROLES, 'Please select a role');

/** What everyone may know of an adviser. */
export const adviser = z.object({ id: z.string(), name: z.string(), email: z.string(), role: z.enum(ROLES) });
/** An adviser account, without its secrets. */
export type Adviser = z.infer<typeof adviser>;

/** POST /api/auth/register. The length of 8 for self-registration is checked where the caller is known. */
export const registration = z.strictObject({
  name,
  email: accountEmail(),
  password: newPassword(PASSWORD_MIN.byAdmin),
  role: z.optional(role),
});

/** POST /api/auth/login. */
export const credentials = z.strictObject({ email: accountEmail(), password: givenPassword });

/** POST /api/auth/forgot-password. */
export const forgottenPassword = z.strictObject({ email: accountEmail() });

/** PATCH /api/advisers/{id}. An empty password leaves the password as it is. */
export const adviserChange = z.strictObject({
  name: z.optional(name),
  email: z.optional(accountEmail()),
  role: z.optional(role),
  password: z.optional(
    z.union(
      [z.literal(''), newPassword(PASSWORD_MIN.byAdmin)],
      `Password must be at least ${PASSWORD_MIN.byAdmin} characters`,
    ),
  ),
});
/** A parsed PATCH of an adviser. */
export type AdviserChange = z.infer<typeof adviserChange>;

/** Sentences that several screens and calls share. */
export const ADVISER_MESSAGES = {
  wrongPair: 'Invalid email or password',
  emailInUse: 'This email is already in use',
  resetRequested: 'If an account exists with that email, you will receive a password reset link.',
  resetDone: 'Your password has been reset. You can now log in with your new password.',
  resetInvalid: 'Invalid or expired reset token. Please request a new password reset.',
  hasClients: 'Advisers with assigned clients cannot be deleted. Reassign their clients first.',
  lastAdmin: 'The last admin cannot be demoted or deleted. Make another adviser an admin first.',
  ownAccount: 'You cannot delete your own account.',
  locked: 'Too many failed attempts. Please try again later.',
} as const;

/** POST /api/auth/reset-password. What has not the form of a token is answered as an unknown one. */
export const passwordReset = z.strictObject({
  token: requiredText(LIMITS.text, ADVISER_MESSAGES.resetInvalid),
  newPassword: newPassword(PASSWORD_MIN.own),
});
