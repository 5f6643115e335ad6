import { ownAccountCalls } from '#shared/contract/account.ts';
import { NO_ACCOUNT } from '../domain/accounts/account.ts';
import { readFactors } from '../domain/accounts/factors/factors.ts';
import { checkTyped } from '../domain/accounts/factors/guesses.ts';
import {
  addPasskey,
  checkPasskey,
  passkeyClaim,
  passkeyOptions,
  proveByPasskey,
  readPasskey,
  removePasskey,
  renamePasskey,
  signInOptions,
} from '../domain/accounts/factors/passkey-ceremonies.ts';
import { passkeysOf, toPasskey } from '../domain/accounts/factors/passkeys.ts';
import { arrivalAt, letIn } from '../domain/accounts/let-in.ts';
import { provePassword } from '../domain/accounts/prove-password.ts';
import { HttpResponse } from '../pipeline/http.ts';
import { lambda, prepared } from '../pipeline/lambda.ts';
import { unauthorised } from '../services/errors.ts';
import { readSettings } from '../services/settings.ts';

export const handler = lambda('passkeys', ownAccountCalls, {
  'POST /api/auth/passkey/options':
    () =>
    async ({ now }) => ({ ...(await signInOptions(now)) }),

  'POST /api/auth/passkey':
    () =>
    async ({ actor, body: { passkey }, visit, now, note }) => {
      const { adviserId } = passkeyClaim(passkey);
      const [given, arrival, settings] = await Promise.all([
        checkPasskey(adviserId, passkey, now),
        arrivalAt(adviserId, visit),
        readSettings(),
      ]);
      if (!arrival) throw unauthorised();
      const former = actor.kind === 'anonymous' ? undefined : actor;
      note({ account: `adviser:${adviserId}` });
      const { body, cookies } = await letIn(arrival, given.by, { visit, settings, now, former }, given.writes);
      return new HttpResponse(body, { cookies });
    },

  'POST /api/auth/second-factor':
    () =>
    async ({ actor, settings, body, visit, now }) => {
      const { id, half } = actor;
      if (half.next !== 'second-factor') throw unauthorised();
      const [given, arrival] = await Promise.all([
        body.passkey ? checkPasskey(id, body.passkey, now) : checkTyped(actor, body, { visit, now }),
        arrivalAt(id, visit),
      ]);
      if (!arrival) throw unauthorised();
      const answer = await letIn(arrival, given.by, { visit, settings, now, half }, given.writes);
      return new HttpResponse(answer.body, { cookies: answer.cookies });
    },

  'POST /api/account/confirm':
    () =>
    async ({ actor, body, now }) => {
      const cookie = body.passkey
        ? await proveByPasskey(actor, body.passkey, now)
        : await provePassword(actor, body.password ?? '', now);
      return new HttpResponse(undefined, { cookies: [cookie] });
    },

  'POST /api/account/passkeys/options': prepared(
    ({ adviserId = NO_ACCOUNT }) => passkeysOf(adviserId),
    async ({ actor, settings, now }, own) => {
      return { ...(await passkeyOptions(actor, own, { settings, now })) };
    },
  ),

  'POST /api/account/passkeys': prepared(
    ({ adviserId = NO_ACCOUNT }) => readFactors(adviserId),
    async ({ actor, body, now }, own) => {
      return toPasskey(await addPasskey(actor, own, { ...body, now }));
    },
  ),

  'PATCH /api/account/passkeys/{id}':
    () =>
    async ({ actor, params, body }) =>
      toPasskey(await renamePasskey(actor, params.id, body.name)),

  'DELETE /api/account/passkeys/{id}': prepared(
    ({ adviserId = NO_ACCOUNT, params: { id } }) => readPasskey(adviserId, id),
    async ({ actor, settings, now }, own) => {
      await removePasskey(actor, own, { settings, now });
      return undefined;
    },
  ),
});
