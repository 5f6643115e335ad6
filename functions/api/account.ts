import type { Account } from '#shared/contract/account.ts';
import { ownAccountCalls } from '#shared/contract/account.ts';
import type { Colleague } from '#shared/rules/colleagues.ts';
import { get } from '../aws/table.ts';
import {
  type AdviserItem,
  adviserKey,
  allAdvisers,
  closesAt,
  NO_ACCOUNT,
  sessionKey,
  toColleague,
} from '../domain/accounts/account.ts';
import { changeCover, coverOf } from '../domain/accounts/colleagues.ts';
import { changeOwnAccount, toEmailChange } from '../domain/accounts/email-change.ts';
import { RECOVERY, readFactors, TOTP_BEGUN } from '../domain/accounts/factors/factors.ts';
import { passkeysOf, toPasskey } from '../domain/accounts/factors/passkeys.ts';
import { type RecoveryItem, renewRecoveryCodes } from '../domain/accounts/factors/recovery.ts';
import { type BegunItem, beginTotp, confirmTotp, removeTotp } from '../domain/accounts/factors/totp.ts';
import { changeOwnPassword } from '../domain/accounts/own-password.ts';
import { endOtherSessions, endSession, listSessions, sessionsOf, signOut } from '../domain/accounts/own-sessions.ts';
import type { SessionItem } from '../domain/accounts/session.ts';
import { HttpResponse } from '../pipeline/http.ts';
import { type Early, lambda, prepared } from '../pipeline/lambda.ts';
import { unauthorised } from '../services/errors.ts';
import { idOf } from '../services/keys/keys.ts';
import type { Settings } from '../services/settings.ts';

const readAll = ({ adviserId = NO_ACCOUNT }: Early) =>
  Promise.all([readFactors<RecoveryItem>(adviserId, RECOVERY), passkeysOf(adviserId)]);
const readAccount = ({ adviserId = NO_ACCOUNT }: Early) => readFactors(adviserId);

const toCover = (cover: Colleague | undefined) => (cover ? toColleague(cover) : null);

type All = Awaited<ReturnType<typeof readAll>>;

const toAccount = (account: AdviserItem, [{ factors }, passkeys]: All, settings: Settings, now: Date): Account => ({
  id: idOf(account.pk),
  name: account.summary.name,
  email: account.summary.email,
  passkeys: passkeys.map(toPasskey),
  totp: account.totp ?? false,
  recoveryCodes: factors[0]?.left ?? 0,
  policy: {
    secondFactor: settings.staff.secondFactor,
    closesAt: closesAt(account, settings)?.toISOString() ?? null,
  },
  emailChange: toEmailChange(account, now),
  works: (account.summary.works ?? []).map(toColleague),
  cover: toCover(coverOf(account, now)),
});

export const handler = lambda('account', ownAccountCalls, {
  'GET /api/account': prepared(readAll, async ({ settings, now }, all) => {
    const [{ account }] = all;
    if (!account) throw unauthorised();
    return toAccount(account, all, settings, now);
  }),

  'PATCH /api/account': prepared(readAll, async ({ actor, settings, body, now, note }, all) => {
    const [{ account }] = all;
    if (!account) throw unauthorised();
    note({ changed: Object.keys(body) });
    return toAccount(await changeOwnAccount(account, body, { actor, now }), all, settings, now);
  }),

  'GET /api/account/colleagues': prepared(allAdvisers, async ({ actor }, everyone) =>
    everyone.filter(({ pk }) => idOf(pk) !== actor.id).map(({ pk, summary }) => ({ id: idOf(pk), name: summary.name })),
  ),

  'PATCH /api/account/cover': prepared(
    ({ adviserId = NO_ACCOUNT }) => get<AdviserItem>(adviserKey(adviserId)),
    async ({ actor, body, now }, account) => {
      if (!account) throw unauthorised();
      return { cover: toCover(await changeCover(account, body, { actor, now })) };
    },
  ),

  'POST /api/account/password':
    () =>
    async ({ actor, settings, body, visit, now }) => {
      const cookies = await changeOwnPassword(actor, body, { settings, visit, now });
      return new HttpResponse(undefined, { cookies });
    },

  'POST /api/account/totp':
    () =>
    async ({ actor, settings, now }) => {
      return beginTotp(actor, settings.firm.name, now);
    },

  'POST /api/account/totp/confirm': prepared(
    ({ adviserId = NO_ACCOUNT }) => readFactors<BegunItem>(adviserId, TOTP_BEGUN),
    async ({ actor, body, now }, own) => {
      await confirmTotp(actor, own, { code: body.code, now });
      return undefined;
    },
  ),

  'DELETE /api/account/totp': prepared(readAccount, async ({ actor, settings, now }, own) => {
    await removeTotp(actor, own, { settings, now });
    return undefined;
  }),

  'POST /api/account/recovery-codes': prepared(readAccount, async ({ actor, now }, own) => {
    return { codes: await renewRecoveryCodes(actor, own, now) };
  }),

  'GET /api/account/sessions': prepared(
    ({ adviserId }) => sessionsOf(adviserId),
    async ({ actor, settings, now }, items) => listSessions(actor, items, settings, now),
  ),

  'DELETE /api/account/sessions/{id}': prepared(
    async ({ adviserId, params }) => (adviserId ? get<SessionItem>(sessionKey(adviserId, params.id)) : undefined),
    async ({ actor, settings, params, now }, item) => {
      if (params.id === actor.session.id) return new HttpResponse(undefined, { cookies: [await signOut(actor, now)] });
      await endSession(actor, item, settings, now);
      return undefined;
    },
  ),

  'DELETE /api/account/sessions':
    () =>
    async ({ actor, now }) =>
      new HttpResponse(undefined, { cookies: [await endOtherSessions(actor, now)] }),
});
