import * as z from 'zod/mini';
import { COLLEAGUE_MESSAGES } from '../rules/colleague-messages.ts';
import { LIMITS, MAX_COLLEAGUES, PASSWORD_MIN } from '../rules/limits.ts';
import { ADVISER_MESSAGES, ROLES } from '../rules/people.ts';
import { type Calls, type Effect, ok } from './call.ts';
import { ADMINS, EVERYONE, SIGNED_IN } from './callers.ts';
import { accountEmail, day, givenPassword, newPassword, oneOf, personName, requiredText } from './fields.ts';

const name = personName();

const role = oneOf(ROLES, 'Please select a role');

export const adviser = z.object({ id: z.string(), name: z.string(), email: z.string(), role: z.enum(ROLES) });

export type Adviser = z.infer<typeof adviser>;

/** Somebody whom a person works with. Days are London's, both included; null for always. */
export const colleague = z.object({
  id: z.string(),
  name: z.string(),
  from: z.nullable(z.string()),
  until: z.nullable(z.string()),
  /** Set if the adviser named the colleague for an absence. */
  named: z.boolean(),
});
export type ShownColleague = z.infer<typeof colleague>;

export const listedAdviser = z.extend(adviser, {
  secondFactor: z.boolean(),
  invited: z.boolean(),
  clients: z.number(),
  /** ISO time; `null` for never. */
  lastSignInAt: z.nullable(z.string()),
  /** Everybody whom the account works with, now or on other days. */
  works: z.array(colleague),
});
export type ListedAdviser = z.infer<typeof listedAdviser>;

/** `mustEnrol` is set if a second factor must be set up before anything else. */
export const me = z.extend(adviser, {
  mustEnrol: z.optional(z.literal(true)),
  /** Advisers whom the account works with today. */
  works: z.optional(z.array(colleague)),
});
export type Me = z.infer<typeof me>;

export const SECOND_FACTORS = ['totp', 'passkey', 'recovery'] as const;

/** Response to a correct password that is not enough: the next step, and the methods for it. */
export const halfSignedIn = z.object({
  next: z.enum(['second-factor', 'change-password']),
  methods: z.optional(z.array(z.enum(SECOND_FACTORS))),
});
export type HalfSignedIn = z.infer<typeof halfSignedIn>;

export const signedIn = z.union([me, halfSignedIn]);
export type SignedIn = z.infer<typeof signedIn>;

/** POST /api/auth/register. The minimum of 8 for self-registration is checked where the caller is known. */
export const registration = z.strictObject({
  name,
  email: accountEmail(),
  password: newPassword(PASSWORD_MIN.byAdmin),
  role: z.optional(role),
});

export const invitation = z.omit(registration, { password: true });

/** `unconfirmed` is set if the account exists only after an emailed link was opened. */
const registered = z.extend(adviser, { unconfirmed: z.optional(z.literal(true)) });
export type Registered = z.infer<typeof registered>;

export const credentials = z.strictObject({ email: accountEmail(), password: givenPassword });

export const forgottenPassword = z.strictObject({ email: accountEmail() });

/** PATCH /api/advisers/{id}. An empty password keeps the current one. */
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

export type AdviserChange = z.infer<typeof adviserChange>;

const works = z
  .array(
    z.strictObject({
      id: requiredText(LIMITS.name, COLLEAGUE_MESSAGES.missing),
      from: z.nullable(day),
      until: z.nullable(day),
    }),
  )
  .check(z.maxLength(MAX_COLLEAGUES, COLLEAGUE_MESSAGES.many));

/** The advisers whom a person works with, and the list that the sender had read. */
export const worksChange = z.strictObject({ works, worksWas: works });
export type WorksChange = z.infer<typeof worksChange>;

/** PATCH /api/advisers/{id}: fields of the account, or `works` with `worksWas`. */
const accountChange = z
  .extend(adviserChange, { works: z.optional(works), worksWas: z.optional(works) })
  .check(
    z.refine(
      ({ works: sent, worksWas, ...fields }) =>
        (sent === undefined) === (worksWas === undefined) && (sent === undefined || Object.keys(fields).length === 0),
      { path: ['works'], error: 'Send works with worksWas and without other fields' },
    ),
  );

/** POST /api/auth/reset-password. A malformed token is answered like an unknown one. */
const passwordReset = z.strictObject({
  token: requiredText(LIMITS.text, ADVISER_MESSAGES.resetInvalid),
  newPassword: newPassword(PASSWORD_MIN.own),
});

/**
 * POST /api/auth/confirm-address. A malformed token is answered like an unknown one. Only registrations need the
 * password.
 */
export const addressConfirmation = z.strictObject({
  token: requiredText(LIMITS.text, ADVISER_MESSAGES.confirmationInvalid),
  password: z.optional(givenPassword),
});

/** `changeAccount` decides, because it compares the body with the stored account. */
const decidedByAccount = { of: (): Effect => 'none' };

const anyone = { lambda: 'auth', allow: EVERYONE, about: 'nobody' } as const;
const byAdmin = { lambda: 'advisers', allow: ADMINS, about: 'nobody' } as const;

export const accountCalls = {
  'POST /api/auth/register': {
    changes: ['advisers'],
    effect: 'way-in',
    ...anyone,
    status: 201,
    body: registration,
    returns: registered,
  },
  'POST /api/auth/login': { changes: [], effect: 'none', ...anyone, status: 200, body: credentials, returns: signedIn },
  'POST /api/auth/forgot-password': {
    changes: [],
    effect: 'none',
    ...anyone,
    status: 200,
    body: forgottenPassword,
    returns: ok,
  },
  'POST /api/auth/reset-password': {
    changes: [],
    effect: 'none',
    ...anyone,
    status: 200,
    body: passwordReset,
    returns: ok,
  },
  'POST /api/auth/confirm-address': {
    changes: [],
    effect: 'none',
    ...anyone,
    status: 200,
    body: addressConfirmation,
    returns: ok,
  },
  'GET /api/auth/me': {
    reads: 'me',
    effect: 'none',
    lambda: 'auth',
    allow: SIGNED_IN,
    about: 'nobody',
    status: 200,
    returns: me,
  },
  'POST /api/auth/logout': { changes: [], effect: 'none', ...anyone, status: 204 },
  'GET /api/advisers': { reads: 'advisers', effect: 'none', ...byAdmin, status: 200, returns: z.array(listedAdviser) },
  'POST /api/advisers/invitations': {
    changes: ['advisers'],
    effect: 'way-in',
    ...byAdmin,
    status: 201,
    body: invitation,
    returns: adviser,
  },
  'POST /api/advisers/{id}/invitation': { changes: ['advisers'], effect: 'way-in', ...byAdmin, status: 204 },
  'PATCH /api/advisers/{id}': {
    /** Clients are shown with their adviser's name, and the header shows the own name. */
    changes: ['advisers', 'me', 'account', 'client', 'lists'],
    effect: decidedByAccount,
    ...byAdmin,
    status: 200,
    body: accountChange,
    returns: adviser,
  },
  'DELETE /api/advisers/{id}': { changes: ['advisers', 'lists'], effect: 'final', ...byAdmin, status: 204 },
} as const satisfies Calls;
