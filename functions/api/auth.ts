import { accountCalls } from '#shared/contract/advisers.ts';
import { ADVISER_MESSAGES } from '#shared/rules/people.ts';
import { toMe } from '../domain/accounts/account.ts';
import { signOut } from '../domain/accounts/own-sessions.ts';
import { requestReset, resetPassword } from '../domain/accounts/password-reset.ts';
import { clearedCookie } from '../domain/accounts/session.ts';
import { confirmAddress, registerAccount, signIn } from '../domain/accounts/sign-in.ts';
import { HttpResponse } from '../pipeline/http.ts';
import { lambda } from '../pipeline/lambda.ts';
import { logged, pseudonym } from '../services/keys/pseudonym.ts';

export const handler = lambda('auth', accountCalls, {
  'POST /api/auth/register':
    () =>
    async ({ actor, settings, body, visit, now, note }) => {
      note({ address: logged(await pseudonym(body.email)) });
      const by = actor.kind === 'admin' || actor.kind === 'adviser' ? actor : undefined;
      return registerAccount(body, by, { known: settings, source: visit.source, now });
    },

  'POST /api/auth/login':
    () =>
    async ({ actor, body, visit, now, note }) => {
      const former = actor.kind === 'anonymous' ? undefined : actor;
      const answer = await signIn(body, { visit, now, former, note });
      return new HttpResponse(answer.body, { cookies: answer.cookies });
    },

  'POST /api/auth/forgot-password':
    () =>
    async ({ body, now, note }) => {
      const address = await pseudonym(body.email);
      note({ address: logged(address) });
      await requestReset(address, now);
      return { message: ADVISER_MESSAGES.resetRequested };
    },

  'POST /api/auth/reset-password':
    () =>
    async ({ body, now, note }) => {
      const id = await resetPassword(body.token, body.newPassword, now);
      note({ account: `adviser:${id}` });
      return { message: ADVISER_MESSAGES.resetDone };
    },

  'POST /api/auth/confirm-address':
    () =>
    async ({ body, visit, now, note }) => {
      return { message: await confirmAddress(body, { visit, now, note }) };
    },

  'GET /api/auth/me':
    () =>
    async ({ actor }) => {
      const { id, name, email } = actor;
      if (actor.kind === 'must-enrol') return { id, name, email, role: actor.role, mustEnrol: true };
      return toMe({ id, name, email, role: actor.kind }, actor.works);
    },

  'POST /api/auth/logout':
    () =>
    async ({ actor, now }) => {
      const cookie = actor.kind === 'anonymous' ? clearedCookie() : await signOut(actor, now);
      return new HttpResponse(undefined, { cookies: [cookie] });
    },
});
