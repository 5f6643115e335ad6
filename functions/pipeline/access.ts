import type { Asked, Call, LambdaName } from '#shared/contract/call.ts';
import { BEING_DELETED } from '#shared/rules/clients.ts';
import { env } from '../aws/env.ts';
import { requireRecent } from '../domain/accounts/fresh.ts';
import type { ClientItem } from '../domain/clients/client.ts';
import { claimedClientId } from '../domain/clients/portal-token.ts';
import { maskedAddress } from '../domain/portal/device.ts';
import { conflict, forbidden, HttpError, notFound, unauthorised } from '../services/errors.ts';
import { type Actor, mayKnow } from './handlers.ts';
import type { Received } from './request.ts';

/** Values of `Sec-Fetch-Site` for requests from this site or typed by the user. */
const OWN_SITE = ['same-origin', 'none'];

/** Throws 403 where the browser says that another site asks for what changes or records something. */
export function refuseOtherSites(call: Call, { method, headers }: Received): void {
  if (method === 'GET' && !call.writes) return;
  const origin = headers.origin ?? env('ORIGIN');
  const site = headers['sec-fetch-site'] ?? 'none';
  if (origin !== env('ORIGIN') || !OWN_SITE.includes(site)) throw forbidden('This request came from another site');
}

/** Whom a call is about: nobody, or a client of this id, with its item where there is one. */
export interface Subject {
  clientId: string | undefined;
  client: ClientItem | undefined;
}

const NOT_VALID = 'Invalid or expired access token. Please contact your adviser.';

/** Returns the refusal of a portal token that does not count. */
export const invalidToken = () => unauthorised(NOT_VALID);

/** Functions without a key to derive secrets: they cannot verify a portal token, so they cannot make one. */
export const KEYLESS: readonly LambdaName[] = ['activity', 'dashboard', 'firm', 'notifications', 'plans', 'stages'];

/**
 * Throws 403 or 404 for a portal token in a function that cannot verify it and has no calls for clients (contract, Identity);
 * 401 for a malformed one.
 */
export function refuseToken({ lambda }: Call, token: string | undefined, clientId: string | undefined): void {
  if (token === undefined || !KEYLESS.includes(lambda)) return;
  const claimed = claimedClientId(token);
  if (claimed === undefined) throw invalidToken();
  throw clientId !== undefined && clientId !== claimed ? notFound() : forbidden();
}

/** Throws 401 or 403 with what is to be done first, for who is not let in to anything yet. */
function refuseUnready(actor: Actor): void {
  switch (actor.kind) {
    case 'anonymous':
    case 'half-session':
      throw unauthorised();
    case 'client-unconfirmed':
      throw new HttpError(401, 'Please confirm this device', {
        more: { stepUp: { to: maskedAddress(actor.client.card.email) } },
      });
    case 'must-enrol':
      throw new HttpError(403, 'Please set up a second factor first', { more: { mustEnrol: true } });
  }
}

/** Throws 403 with `confirm` where the contract wants an admin's session to have re-authenticated within an hour. */
export function checkReauthentication({ reauthentication }: Call, actor: Actor, asked: Asked, now: Date): void {
  if (actor.kind === 'admin' && reauthentication?.isNeeded(asked)) requireRecent(actor, now);
}

/** Throws 401, 403 or 404 unless the contract lets the caller make the call, about this client (product 6); 409 while the client is being deleted. */
export function checkAccess(call: Call, actor: Actor, { clientId, client }: Subject): void {
  const allowed = call.allow.includes(actor.kind);
  if (!allowed) refuseUnready(actor);
  const hidden = clientId !== undefined && (!client || !mayKnow(actor, client));
  if (hidden && (allowed || actor.kind === 'client')) throw notFound();
  if (!allowed) throw forbidden();
  if (client?.deleting && call.status !== 204) throw conflict(BEING_DELETED);
}
