import * as z from 'zod/mini';
import { address, device, type Kind, kind, none, text, withName } from './kind.ts';
import type { Causes, Notices } from './told.ts';

const factor = z.object({ factor: z.enum(['totp', 'passkey']), name: z.optional(text) });
const factorNamed = ({ factor: sort, name }: z.infer<typeof factor>) =>
  sort === 'totp' ? 'an authenticator app' : `the passkey ${name ?? ''}`.trim();

const SIGNED_IN_BY = {
  passkey: 'a passkey',
  totp: 'password and app',
  recovery: 'password and recovery code',
} as const;

export const signInActions = {
  'account-unlocked': kind(
    [],
    z.extend(address, { name: text }),
    ({ name }) => `Let ${name} sign in again after too many attempts`,
  ),
  'signed-in': kind(
    ['listSignIn', 'emailHolder'],
    z.object({ by: z.enum(['password', 'passkey', 'totp', 'recovery']), newDevice: z.optional(text) }),
    ({ by, newDevice }) =>
      [
        by !== 'password' ? `Signed in with ${SIGNED_IN_BY[by]}` : 'Signed in',
        ...(newDevice ? [`on a new device: ${newDevice}`] : []),
      ].join(' '),
  ),
  'second-factor-refused': kind(['emailHolder'], none, () => 'Entered too many wrong codes'),
  'sign-in-blocked': kind(
    ['emailHolder'],
    withName,
    ({ name }) => `Blocked sign-in to ${name}’s account on new devices after 100 wrong passwords`,
  ),
  'password-changed': kind(['emailHolder'], none, () => 'Changed their password'),
  'session-ended': kind([], device, ({ label }) => `Signed out ${label}`),
  'sessions-ended': kind([], none, () => 'Signed out all other browsers'),
  'factor-added': kind(['emailHolder'], factor, (data) => `Set up ${factorNamed(data)} for signing in`),
  'factor-removed': kind(['emailHolder'], factor, (data) => `Removed ${factorNamed(data)} for signing in`),
  'recovery-codes-made': kind(['emailHolder'], none, () => 'Made new recovery codes'),
  'recovery-code-used': kind(
    ['emailHolder'],
    z.object({ left: z.number() }),
    ({ left }) => `Used a recovery code: ${left} left`,
  ),
  'second-factor-reset': kind(
    ['emailHolder', 'notifyAdmins'],
    withName,
    ({ name }) => `Reset the second factor of ${name}`,
  ),
  'signed-out': kind([], none, () => 'Signed out'),
  'sign-in-refused': kind(
    [],
    // An entry without data covers all unknown addresses of an hour.
    z.partial(z.extend(address, { name: text })),
    ({ name }) =>
      name
        ? `Refused a sign-in to ${name}’s account`
        : 'Refused sign-ins within an hour for addresses without an account',
  ),
  'password-reset-requested': kind(
    ['mailResetLink'],
    // The name is absent on requests.
    z.extend(address, { name: z.optional(text) }),
    ({ name, address: mark }) =>
      `Someone asked for a new password ${name ? `for ${name}’s account` : `(address ${mark.slice(0, 16)})`}`,
  ),
  'confirmation-requested': kind(
    ['mailConfirmationLink'],
    z.extend(withName, { address: text.check(z.regex(/^[\w-]{43}$/)) }),
    ({ name, address: mark }) => `${name} registered and must confirm their address (address ${mark.slice(0, 16)})`,
  ),
  // The name is set if an operator sets another person's password.
  'password-reset': kind(['emailHolder'], z.partial(withName), ({ name }) =>
    name ? `Set a new password for ${name}` : 'Chose a new password',
  ),
} as const satisfies Record<string, Kind>;

export const signInNotices = {
  'factor-reset': { group: 'security', icon: 'security', says: 'alone' },
} as const satisfies Notices;

export const signInCauses: Causes<typeof signInActions> = {
  'second-factor-reset': {
    toAdmins: ({ name }, { actorName }) => ({
      kind: 'factor-reset',
      text: `${actorName} reset the second factor of ${name}`,
    }),
  },
};
