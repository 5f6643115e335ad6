import { PASSWORD_MIN } from '#shared/rules/limits.ts';
import { ADVISER_MESSAGES } from '#shared/rules/people.ts';
import { unchanged } from '../aws/expressions.ts';
import { get, transact } from '../aws/table.ts';
import { type AdviserItem, adviserKey, personOf, sessionKey, toAdviser } from '../domain/accounts/account.ts';
import { checkMayRegister, createAdviser, findByEmail } from '../domain/accounts/accounts.ts';
import { logged, pseudonym } from '../domain/accounts/addresses.ts';
import { hashPassword, passwordFits } from '../domain/accounts/passwords.ts';
import { clearAttempts, consumeAttempt, RESET_MAILS, SIGN_INS } from '../domain/accounts/rate-limit.ts';
import { claimedAdviserId, isLiveReset } from '../domain/accounts/reset-token.ts';
import { clearedCookie, sessionCookie, sessionItem } from '../domain/accounts/session.ts';
import { forbidden, HttpError, invalid, tooMany, unauthorised } from '../domain/errors.ts';
import { newId } from '../domain/ids.ts';
import { idOf } from '../domain/keys.ts';
import { firmLine, recordOfFirm, SYSTEM } from '../domain/record.ts';
import { readSettings } from '../domain/settings.ts';
import { lambda } from '../pipeline/lambda.ts';
import { Answer } from '../pipeline/response.ts';

const resetInvalid = () => new HttpError(400, ADVISER_MESSAGES.resetInvalid);

export const handler = lambda('auth', {
  'POST /api/auth/register':
    () =>
    async ({ actor, body, now, note }) => {
      note({ address: logged(await pseudonym(body.email)) });
      if (actor.kind !== 'admin') {
        if (body.role === 'admin') throw forbidden('Only an admin can create an admin');
        checkMayRegister(body.email);
        const tooShort = `Password must be at least ${PASSWORD_MIN.own} characters`;
        if (body.password.length < PASSWORD_MIN.own) throw invalid('password', tooShort);
      }
      return createAdviser({ ...body, role: body.role ?? 'adviser' }, { by: actor, now });
    },

  'POST /api/auth/login':
    () =>
    async ({ body, now, note }) => {
      const address = await pseudonym(body.email);
      note({ address: logged(address) });
      const attempt = consumeAttempt('sign-in', address, SIGN_INS, now);
      const [wait, account, { keys }] = await Promise.all([attempt, findByEmail(body.email), readSettings()]);
      if (wait > 0) throw tooMany(ADVISER_MESSAGES.locked, wait);
      if (!(await passwordFits(body.password, account?.passwordHash)) || !account) {
        await recordOfFirm(SYSTEM, { action: 'sign-in-refused', data: { address: logged(address) } }, now);
        throw unauthorised(ADVISER_MESSAGES.wrongPair);
      }
      note({ account: `adviser:${idOf(account.pk)}` });
      const { pk, sessionVersion: version } = account;
      const session = { adviserId: idOf(pk), id: newId(), version, keyVersion: keys.session };
      const line = firmLine(personOf(account), { action: 'signed-in', data: {} }, now);
      await Promise.all([clearAttempts('sign-in', address), transact([{ put: sessionItem(session, now) }, line])]);
      return new Answer(toAdviser(account), { cookies: [await sessionCookie(session, now)] });
    },

  'POST /api/auth/forgot-password':
    () =>
    async ({ body, now, note }) => {
      const address = await pseudonym(body.email);
      note({ address: logged(address) });
      // Nobody is looked up, so that known and unknown addresses are the same work: the mail follows from the line.
      const wait = await consumeAttempt('reset-mail', address, RESET_MAILS, now);
      if (wait === 0) await recordOfFirm(SYSTEM, { action: 'password-reset-requested', data: { address } }, now);
      return { message: ADVISER_MESSAGES.resetRequested };
    },

  'POST /api/auth/reset-password':
    () =>
    async ({ body, now, note }) => {
      const id = claimedAdviserId(body.token);
      const account = id ? await get<AdviserItem>(adviserKey(id)) : undefined;
      if (!id || !account?.reset || !isLiveReset(body.token, account.reset, now)) throw resetInvalid();
      const set = { passwordHash: await hashPassword(body.newPassword), reset: undefined };
      const change = { set, add: { sessionVersion: 1 }, when: [unchanged('reset/hash', account.reset.hash)] };
      const line = firmLine(personOf(account), { action: 'password-reset', data: {} }, now);
      await transact([{ update: adviserKey(id), change, refuse: resetInvalid() }, line]);
      note({ account: `adviser:${id}` });
      await clearAttempts('sign-in', await pseudonym(account.card.email));
      return { message: ADVISER_MESSAGES.resetDone };
    },

  'GET /api/auth/me':
    () =>
    async ({ actor }) => ({ id: actor.id, name: actor.name, email: actor.email, role: actor.kind }),

  'POST /api/auth/logout':
    () =>
    async ({ actor, now }) => {
      if (actor.kind !== 'anonymous')
        await transact([
          { delete: sessionKey(actor.session.adviserId, actor.session.id), when: [['pk', 'exists']] },
          firmLine(actor, { action: 'signed-out', data: {} }, now),
        ]);
      return new Answer(undefined, { cookies: [clearedCookie()] });
    },
});
