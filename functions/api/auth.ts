import { PASSWORD_MIN } from '#shared/rules/limits.ts';
import { ADVISER_MESSAGES } from '#shared/rules/people.ts';
import { timeOf } from '#shared/rules/words.ts';
import { type AdviserItem, hasSecondFactor } from '../domain/accounts/account.ts';
import { checkMayRegister, createAdviser } from '../domain/accounts/accounts.ts';
import { arrivalAt, askSecondFactor, letIn } from '../domain/accounts/let-in.ts';
import { signOut } from '../domain/accounts/own-sessions.ts';
import { requestReset, resetPassword } from '../domain/accounts/password-reset.ts';
import { checkNewPassword } from '../domain/accounts/password-rule.ts';
import { passwordFits } from '../domain/accounts/passwords.ts';
import { recordRefusal } from '../domain/accounts/refusals.ts';
import {
  askToConfirm,
  finishRegistration,
  holderOf,
  register,
  registrationOf,
} from '../domain/accounts/registration.ts';
import { clearedCookie } from '../domain/accounts/session.ts';
import { countersOf, countInARow, countNearby, countSignIn } from '../domain/accounts/sign-in-attempts.ts';
import { lambda } from '../pipeline/lambda.ts';
import { Answer } from '../pipeline/response.ts';
import { SYSTEM } from '../services/audit-log/entry.ts';
import { recordOfFirm } from '../services/audit-log/firm-log.ts';
import { forbidden, HttpError, invalid, lockedOut, tooMany, unauthorised } from '../services/errors.ts';
import { idOf } from '../services/keys/keys.ts';
import { logged, pseudonym } from '../services/keys/pseudonym.ts';
import { consumeAttempt, RESET_MAILS } from '../services/rate-limit.ts';
import { readSettings } from '../services/settings.ts';

const tooManySignIns = (wait: number) =>
  tooMany(`Too many failed attempts. Please try again in ${timeOf(wait)}, or reset your password.`, wait);

const signInBlocked = ({ pk, card: { name } }: AdviserItem) =>
  ({ action: 'sign-in-blocked', data: { name }, ref: idOf(pk) }) as const;

export const handler = lambda('auth', {
  'POST /api/auth/register':
    () =>
    async ({ actor, settings, body, visit, now, note }) => {
      note({ address: logged(await pseudonym(body.email)) });
      const isOwn = actor.kind !== 'admin';
      if (isOwn && body.role === 'admin') throw forbidden('Only an admin can create an admin');
      const isConfirmedFirst = isOwn && checkMayRegister(body.email);
      if (isOwn && body.password.length < PASSWORD_MIN.own) throw invalid('password', ADVISER_MESSAGES.shortPassword);
      const policy = settings ?? (await readSettings());
      await checkNewPassword('password', body.password, body, policy);
      if (isConfirmedFirst) return { ...(await register(body, { source: visit.source, now })), unconfirmed: true };
      return createAdviser(
        { ...body, role: body.role ?? 'adviser' },
        {
          by: actor.kind === 'admin' || actor.kind === 'adviser' ? actor : undefined,
          settings: policy,
          now,
        },
      );
    },

  'POST /api/auth/login':
    () =>
    async ({ actor, body, visit, now, note }) => {
      const counters = await countersOf(body.email, visit);
      const { address } = counters;
      note({ address: logged(address) });
      const [nearby, settings, { adviserId, registration }] = await Promise.all([
        countNearby(counters, now),
        readSettings(),
        holderOf(address, now),
      ]);
      const [attempt, arrival] = await Promise.all([countInARow(nearby, now), arrivalAt(adviserId, visit)]);
      const isKnown = arrival?.device !== undefined;
      const wait = attempt.wait(isKnown);
      if (wait > 0) throw tooManySignIns(wait);
      const fits = await passwordFits(body.password, (arrival?.account ?? registration)?.passwordHash);
      if (fits && registration) throw await askToConfirm(registration, address, { source: visit.source, now });
      if (!fits || !arrival) {
        // One entry either way, so that the time taken does not show that the account exists.
        if (attempt.isLast && arrival) await recordOfFirm(SYSTEM, signInBlocked(arrival.account), now);
        else await recordRefusal(arrival?.account, address, now);
        throw unauthorised(ADVISER_MESSAGES.wrongPair);
      }
      const { account } = arrival;
      note({ account: `adviser:${idOf(account.pk)}` });
      const entry = { visit, settings, now, former: actor.kind === 'anonymous' ? undefined : actor };
      const entering = hasSecondFactor(account) ? askSecondFactor(arrival, entry) : letIn(arrival, 'password', entry);
      const [{ body: answer, cookies }] = await Promise.all([entering, attempt.succeeded(isKnown)]);
      return new Answer(answer, { cookies });
    },

  'POST /api/auth/forgot-password':
    () =>
    async ({ body, now, note }) => {
      const address = await pseudonym(body.email);
      note({ address: logged(address) });
      // Reads no account, so that known and unknown addresses are the same work: the event handler looks for one.
      const wait = await consumeAttempt('reset-mail', address, RESET_MAILS, now);
      if (wait === 0) await requestReset(address, now);
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
      const invalidLink = new HttpError(400, ADVISER_MESSAGES.confirmationInvalid);
      const registration = await registrationOf(body.token, now);
      if (!registration) throw invalidLink;
      const address = idOf(registration.pk);
      note({ address: logged(address) });
      const attempt = await countSignIn(await countersOf(registration.email, visit), now);
      const wait = attempt.wait(false);
      if (wait > 0) throw lockedOut(wait);
      if (!(await passwordFits(body.password, registration.passwordHash))) {
        await recordRefusal(undefined, address, now);
        throw invalid('password', ADVISER_MESSAGES.confirmationWrong);
      }
      await finishRegistration(registration, invalidLink, now);
      note({ account: `adviser:${registration.adviserId}` });
      await attempt.succeeded(false);
      return { message: ADVISER_MESSAGES.confirmed };
    },

  'GET /api/auth/me':
    () =>
    async ({ actor }) => {
      const { id, name, email } = actor;
      if (actor.kind === 'must-enrol') return { id, name, email, role: actor.role, mustEnrol: true };
      return { id, name, email, role: actor.kind };
    },

  'POST /api/auth/logout':
    () =>
    async ({ actor, now }) => {
      const cookie = actor.kind === 'anonymous' ? clearedCookie() : await signOut(actor, now);
      return new Answer(undefined, { cookies: [cookie] });
    },
});
