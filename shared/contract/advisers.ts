import * as z from 'zod/mini';
import { LIMITS, PASSWORD_MIN } from '../rules/limits.ts';
import { ADVISER_MESSAGES, ROLES } from '../rules/people.ts';
import { accountEmail, givenPassword, newPassword, oneOf, personName, requiredText } from './fields.ts';

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

/** POST /api/auth/reset-password. What has not the form of a token is answered as an unknown one. */
export const passwordReset = z.strictObject({
  token: requiredText(LIMITS.text, ADVISER_MESSAGES.resetInvalid),
  newPassword: newPassword(PASSWORD_MIN.own),
});
