import * as z from 'zod/mini';
import { COLLEAGUE_MESSAGES } from '../rules/colleague-messages.ts';
import { LIMITS, PASSWORD_MIN } from '../rules/limits.ts';
import { MAILBOXES } from '../rules/people.ts';
import { adviserChange, colleague, signedIn } from './advisers.ts';
import type { CallInput, Calls, Effect } from './call.ts';
import { ADMINS, ADVISERS, EVERYONE, HALF_SIGNED_IN, SIGNED_IN } from './callers.ts';
import { day, givenPassword, newPassword, requiredLine } from './fields.ts';

/** Deeper than the JSON of any passkey. */
const MAX_DEPTH = 8;
const hasNoNul = (value: unknown, depth = 0): boolean =>
  typeof value === 'string'
    ? !value.includes('\0')
    : typeof value !== 'object' ||
      value === null ||
      (depth < MAX_DEPTH && Object.values(value).every((inner) => hasNoNul(inner, depth + 1)));

/** Passkey as the WebAuthn standard spells it; the passkey library validates it. */
const credential = z.record(z.string(), z.unknown(), 'Send a passkey').check(
  z.refine(({ id, type }) => typeof id === 'string' && type === 'public-key', 'Send a passkey'),
  z.refine((passkey) => hasNoNul(passkey), 'Send a passkey'),
);
export const options = z.looseObject({ challenge: z.string() });

export const appCode = z.string('Enter the 6 digits').check(
  z.overwrite((value) => value.replace(/[\s-]/g, '')),
  z.regex(/^\d{6}$/, 'Enter the 6 digits'),
);
export const recoveryCode = z.string('Enter a recovery code').check(
  z.overwrite((value) => value.replace(/[\s-]/g, '').toLowerCase()),
  z.regex(/^[0-9a-z]{10}$/, 'A recovery code has 10 letters and digits'),
);

const oneProof = <T extends object>(proofs: T) =>
  Object.values(proofs).filter((proof) => proof !== undefined).length === 1;

const secondFactor = z
  .strictObject({
    code: z.optional(appCode),
    recovery: z.optional(recoveryCode),
    passkey: z.optional(credential),
  })
  .check(z.refine(oneProof, 'Send a code, a recovery code or a passkey'));

const confirmation = z
  .strictObject({ password: z.optional(givenPassword), passkey: z.optional(credential) })
  .check(z.refine(oneProof, 'Send the password or a passkey'));

const passkeyName = requiredLine(LIMITS.name, 'Name is required');
export const passkeyNaming = z.strictObject({ name: passkeyName });

export const passkey = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  lastAt: z.nullable(z.string()),
});

export const account = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  passkeys: z.array(passkey),
  totp: z.boolean(),
  recoveryCodes: z.number(),
  /** `closesAt` is when everything else is closed to accounts without a second factor. */
  policy: z.object({
    secondFactor: z.enum(['off', 'encouraged', 'required']),
    closesAt: z.nullable(z.string()),
  }),
  /** New address that is not confirmed at both mailboxes yet. */
  emailChange: z.nullable(z.object({ email: z.string(), confirmed: z.array(z.enum(MAILBOXES)), endsAt: z.string() })),
  /** Everybody whom the account works with, now or on other days. */
  works: z.array(colleague),
  /** The colleague who covers for the account, now or later. */
  cover: z.nullable(colleague),
});
export type Account = z.infer<typeof account>;

const session = z.object({
  id: z.string(),
  label: z.string(),
  at: z.string(),
  lastAt: z.string(),
  current: z.boolean(),
});
export type SessionLine = z.infer<typeof session>;

/** PATCH /api/account. The current email cancels a change that is not confirmed yet. */
export const ownChange = z.pick(adviserChange, { name: true, email: true });

/** The current address cancels a change. */
const ofOwnChange = ({ body: { email }, actor }: CallInput<z.infer<typeof ownChange>>): Effect =>
  email === undefined || email === actor.email ? 'none' : 'reached';

const colleagueId = requiredLine(LIMITS.name, COLLEAGUE_MESSAGES.missing);

/** A cover as it is typed. */
export const newCover = z.strictObject({ colleagueId, from: day, until: day });

/** PATCH /api/account/cover. Without a colleague, nobody covers any more. */
const coverChange = z
  .strictObject({
    colleagueId: z.nullable(colleagueId),
    from: z.optional(day),
    until: z.optional(day),
  })
  .check(
    z.refine(({ colleagueId, from }) => colleagueId === null || from !== undefined, {
      path: ['from'],
      error: 'Must be a date',
    }),
    z.refine(({ colleagueId, until }) => colleagueId === null || until !== undefined, {
      path: ['until'],
      error: 'Must be a date',
    }),
  );
export type CoverChange = z.infer<typeof coverChange>;

const ofCover = ({ body: { colleagueId } }: CallInput<CoverChange>): Effect =>
  colleagueId === null ? 'none' : 'way-in';

const passwordChange = z.strictObject({ current: givenPassword, new: newPassword(PASSWORD_MIN.own) });

const mine = { lambda: 'account', allow: SIGNED_IN, about: 'nobody' } as const;
const myPasskeys = { lambda: 'passkeys', allow: SIGNED_IN, about: 'nobody' } as const;

export const ownAccountCalls = {
  'POST /api/auth/second-factor': {
    changes: [],
    effect: 'none',
    lambda: 'passkeys',
    allow: HALF_SIGNED_IN,
    about: 'nobody',
    status: 200,
    body: secondFactor,
    returns: signedIn,
  },
  'POST /api/auth/passkey/options': {
    changes: [],
    effect: 'none',
    lambda: 'passkeys',
    allow: [...EVERYONE, ...HALF_SIGNED_IN],
    about: 'nobody',
    status: 200,
    returns: options,
  },
  'POST /api/auth/passkey': {
    changes: [],
    effect: 'none',
    lambda: 'passkeys',
    allow: EVERYONE,
    about: 'nobody',
    status: 200,
    body: z.strictObject({ passkey: credential }),
    returns: signedIn,
  },
  'GET /api/account': { reads: 'account', effect: 'none', ...mine, status: 200, returns: account },
  'PATCH /api/account': {
    changes: ['account', 'me', 'advisers', 'client', 'lists'],
    effect: { of: ofOwnChange },
    ...mine,
    allow: ADVISERS,
    status: 200,
    body: ownChange,
    returns: account,
  },
  'GET /api/account/colleagues': {
    reads: 'account',
    effect: 'none',
    ...mine,
    allow: ADVISERS,
    status: 200,
    returns: z.array(z.object({ id: z.string(), name: z.string() })),
  },
  'PATCH /api/account/cover': {
    changes: ['account', 'advisers'],
    effect: { of: ofCover },
    ...mine,
    allow: ADVISERS,
    status: 200,
    body: coverChange,
    returns: z.object({ cover: z.nullable(colleague) }),
  },
  'POST /api/account/password': {
    changes: ['sessions'],
    effect: 'none',
    ...mine,
    allow: [...HALF_SIGNED_IN, ...SIGNED_IN],
    status: 204,
    body: passwordChange,
  },
  'POST /api/account/confirm': { changes: [], effect: 'none', ...myPasskeys, status: 204, body: confirmation },
  'POST /api/account/totp': {
    changes: ['account'],
    effect: 'way-in',
    ...mine,
    status: 200,
    returns: z.object({ secret: z.string(), url: z.string() }),
  },
  'POST /api/account/totp/confirm': {
    changes: ['account', 'me'],
    effect: 'way-in',
    ...mine,
    status: 204,
    body: z.strictObject({ code: appCode }),
  },
  'DELETE /api/account/totp': { changes: ['account', 'me'], effect: 'way-in', ...mine, status: 204 },
  'POST /api/account/recovery-codes': {
    changes: ['account'],
    effect: 'way-in',
    ...mine,
    status: 200,
    returns: z.object({ codes: z.array(z.string()) }),
  },
  'GET /api/account/sessions': { reads: 'sessions', effect: 'none', ...mine, status: 200, returns: z.array(session) },
  'DELETE /api/account/sessions/{id}': { changes: ['sessions'], effect: 'none', ...mine, status: 204 },
  'DELETE /api/account/sessions': { changes: ['sessions'], effect: 'none', ...mine, status: 204 },
  'POST /api/account/passkeys/options': { changes: [], effect: 'way-in', ...myPasskeys, status: 200, returns: options },
  'POST /api/account/passkeys': {
    changes: ['account', 'me'],
    effect: 'way-in',
    ...myPasskeys,
    status: 201,
    body: z.strictObject({ name: passkeyName, passkey: credential }),
    returns: passkey,
  },
  'PATCH /api/account/passkeys/{id}': {
    changes: ['account'],
    effect: 'none',
    ...myPasskeys,
    status: 200,
    body: passkeyNaming,
    returns: passkey,
  },
  'DELETE /api/account/passkeys/{id}': { changes: ['account', 'me'], effect: 'way-in', ...myPasskeys, status: 204 },
  'POST /api/advisers/{id}/second-factor/reset': {
    changes: ['advisers'],
    effect: 'way-in',
    lambda: 'advisers',
    allow: ADMINS,
    about: 'nobody',
    status: 204,
  },
} as const satisfies Calls;
