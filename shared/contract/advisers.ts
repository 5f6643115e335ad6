import * as z from 'zod/mini';
import { LIMITS, PASSWORD_MIN } from '../rules/limits.ts';
import { ADVISER_MESSAGES, ROLES } from '../rules/people.ts';
import { ADMINS, ADVISERS, type Calls, EVERYONE, ok } from './call.ts';
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
const passwordReset = z.strictObject({
  token: requiredText(LIMITS.text, ADVISER_MESSAGES.resetInvalid),
  newPassword: newPassword(PASSWORD_MIN.own),
});

/** The calls of accounts: signing in and out, and what admins do with them. */
export const accountCalls = {
  'POST /api/auth/register': {
    lambda: 'auth',
    allow: EVERYONE,
    about: 'nobody',
    status: 201,
    body: registration,
    returns: adviser,
  },
  'POST /api/auth/login': {
    lambda: 'auth',
    allow: EVERYONE,
    about: 'nobody',
    status: 200,
    body: credentials,
    returns: adviser,
  },
  'POST /api/auth/forgot-password': {
    lambda: 'auth',
    allow: EVERYONE,
    about: 'nobody',
    status: 200,
    body: forgottenPassword,
    returns: ok,
  },
  'POST /api/auth/reset-password': {
    lambda: 'auth',
    allow: EVERYONE,
    about: 'nobody',
    status: 200,
    body: passwordReset,
    returns: ok,
  },
  'GET /api/auth/me': { lambda: 'auth', allow: ADVISERS, about: 'nobody', status: 200, returns: adviser },
  'POST /api/auth/logout': { lambda: 'auth', allow: EVERYONE, about: 'nobody', status: 204 },
  'GET /api/advisers': { lambda: 'advisers', allow: ADMINS, about: 'nobody', status: 200, returns: z.array(adviser) },
  'PATCH /api/advisers/{id}': {
    lambda: 'advisers',
    allow: ADMINS,
    about: 'nobody',
    status: 200,
    body: adviserChange,
    returns: adviser,
  },
  'DELETE /api/advisers/{id}': { lambda: 'advisers', allow: ADMINS, about: 'nobody', status: 204 },
} as const satisfies Calls;
