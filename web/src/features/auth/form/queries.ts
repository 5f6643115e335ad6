import { mutationOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { registration, type SignedIn } from '#shared/contract/advisers.ts';
import type { InputOf } from '#shared/contract/api.ts';
import { newPassword } from '#shared/contract/fields.ts';
import { PASSWORD_MIN } from '#shared/rules/limits.ts';
import { ADVISER_MESSAGES, EMAIL_CHANGE_MESSAGES } from '#shared/rules/people.ts';
import { call } from '../../../lib/http/api.ts';
import { change, type MutationMeta } from '../../../lib/query/query.ts';
import type { askForPasskey } from '../../../parts/account/passkeys.ts';

/** Registration with the stricter rule for a password that people choose themselves. */
export const ownRegistration = z.extend(z.omit(registration, { role: true }), {
  password: newPassword(PASSWORD_MIN.own),
});

export const newPasswordTwice = z
  .object({ newPassword: newPassword(PASSWORD_MIN.own), confirm: z.string() })
  .check(
    z.refine((typed) => typed.newPassword === typed.confirm, { error: "Passwords don't match", path: ['confirm'] }),
  );

export const login = change('POST /api/auth/login', {
  failure: { title: 'Login Failed', description: ADVISER_MESSAGES.wrongPair, server: true, cause: true },
  noSession: true,
});

const SENT = 'We have sent you an email. Open its link to finish.';
const ONE_STEP_LEFT = 'One more step and you are signed in.';

/** Creates an account and signs in. Returns null if the address must be confirmed first. */
export const register = mutationOptions({
  mutationFn: async (body: InputOf<'POST /api/auth/register'>): Promise<SignedIn | null> => {
    const { unconfirmed } = await call('POST /api/auth/register', { body });
    return unconfirmed ? null : call('POST /api/auth/login', { body: { email: body.email, password: body.password } });
  },
  meta: {
    success: {
      title: 'Account Created',
      description: "Welcome! You've been logged in automatically.",
      describe: (answer) => {
        const me = answer as SignedIn | null;
        if (!me) return SENT;
        return 'next' in me ? ONE_STEP_LEFT : undefined;
      },
    },
    failure: { title: 'Registration Failed', description: 'Unable to create account', server: true },
    noSession: true,
  },
});

export const confirmAddress = change('POST /api/auth/confirm-address', {
  success: { title: 'Address Confirmed', description: ADVISER_MESSAGES.confirmed },
  failure: {
    title: 'Confirmation Failed',
    description: ADVISER_MESSAGES.confirmationInvalid,
    server: true,
    cause: true,
  },
  noSession: true,
});

/** Confirms a new address of an account from one of its mailboxes. */
export const confirmChange = change('POST /api/auth/confirm-address', {
  success: { title: 'Address Confirmed', describe: (answer) => (answer as { message: string }).message },
  failure: { title: 'Confirmation Failed', description: EMAIL_CHANGE_MESSAGES.invalid, server: true, cause: true },
  noSession: true,
});

export type Passkey = Awaited<ReturnType<typeof askForPasskey>>;

/** Loads the passkey code and the server's challenge in parallel. */
const loadPasskeyRequest = () =>
  Promise.all([import('../../../parts/account/passkeys.ts'), call('POST /api/auth/passkey/options')] as const);

async function promptForPasskey(): Promise<Passkey> {
  const [{ askForPasskey }, options] = await loadPasskeyRequest();
  return askForPasskey(options);
}

/** Offers passkeys in the autofill of the address field. Checks `isWanted` just before prompting the browser. */
export async function takeOfferedPasskey(isWanted: () => boolean): Promise<Passkey | undefined> {
  const [{ offerPasskeys }, options] = await loadPasskeyRequest();
  return offerPasskeys(options, isWanted);
}

const PASSKEY_FAILED: MutationMeta = {
  failure: { title: 'Login Failed', description: 'The passkey could not be used', server: true, cause: true },
  noSession: true,
};

/** Signs in with the given passkey, or prompts the browser for one. */
export const loginByPasskey = mutationOptions({
  mutationFn: async (given: Passkey | undefined) =>
    call('POST /api/auth/passkey', { body: { passkey: { ...(given ?? (await promptForPasskey())) } } }),
  meta: PASSKEY_FAILED,
});

export const proveByPasskey = mutationOptions({
  mutationFn: async () =>
    call('POST /api/auth/second-factor', { body: { passkey: { ...(await promptForPasskey()) } } }),
  meta: PASSKEY_FAILED,
});

export const proveByCode = change('POST /api/auth/second-factor', {
  failure: { title: 'Login Failed', description: 'The code could not be checked', server: true, cause: true },
  noSession: true,
});

/** Replaces a password that an admin set, which completes the sign-in. */
export const replacePassword = change('POST /api/account/password', {
  success: { title: 'Password Changed', description: 'Use your new password from now on.' },
  failure: { title: 'Error', description: 'Failed to change your password', server: true },
  noSession: true,
});

/** Requests a reset link. The answer does not reveal whether the account exists. */
export const forgotPassword = change('POST /api/auth/forgot-password', {
  success: { title: 'Reset Email Sent', description: ADVISER_MESSAGES.resetRequested },
  failure: { title: 'Error', description: 'Failed to send reset email', server: true },
  noSession: true,
});

export const resetPassword = change('POST /api/auth/reset-password', {
  success: { title: 'Password Reset Successful', description: ADVISER_MESSAGES.resetDone },
  failure: { title: 'Reset Failed', description: ADVISER_MESSAGES.resetInvalid, server: true, cause: true },
  noSession: true,
});

/** Sets the first password with the token of an invitation. */
export const acceptInvitation = change('POST /api/auth/reset-password', {
  success: { title: 'Password Set', description: 'You can now log in with your new password.' },
  failure: { title: 'Password Not Set', description: ADVISER_MESSAGES.resetInvalid, server: true, cause: true },
  noSession: true,
});
