import { mutationOptions } from '@tanstack/react-query';
import type { Adviser } from '#shared/contract/advisers.ts';
import type { InputOf } from '#shared/contract/api.ts';
import { ADVISER_MESSAGES } from '#shared/rules/people.ts';
import { call } from '../../lib/api.ts';
import { change } from '../../lib/query.ts';

/** Signs in. */
export const login = change('POST /api/auth/login', {
  failure: { title: 'Login Failed', description: ADVISER_MESSAGES.wrongPair, server: true, cause: true },
  noSession: true,
});

/** Makes an account and signs in to it (product 4: registration is followed by a login). */
export const register = mutationOptions({
  mutationFn: async (body: InputOf<'POST /api/auth/register'>): Promise<Adviser> => {
    await call('POST /api/auth/register', { body });
    return call('POST /api/auth/login', { body: { email: body.email, password: body.password } });
  },
  meta: {
    success: { title: 'Account Created', description: "Welcome! You've been logged in automatically." },
    failure: { title: 'Registration Failed', description: 'Unable to create account', server: true },
    noSession: true,
  },
});

/** Asks for a reset link, without telling whether the account exists. */
export const forgotPassword = change('POST /api/auth/forgot-password', {
  success: { title: 'Reset Email Sent', description: ADVISER_MESSAGES.resetRequested },
  failure: { title: 'Error', description: 'Failed to send reset email', server: true },
  noSession: true,
});

/** Sets a new password with the token of a reset link. */
export const resetPassword = change('POST /api/auth/reset-password', {
  success: { title: 'Password Reset Successful', description: ADVISER_MESSAGES.resetDone },
  failure: { title: 'Reset Failed', description: ADVISER_MESSAGES.resetInvalid, server: true, cause: true },
  noSession: true,
});
