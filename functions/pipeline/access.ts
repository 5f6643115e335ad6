import { type Call, type CallInput, effectOf, type LambdaName } from '#shared/contract/call.ts';
import { BEING_DELETED } from '#shared/rules/clients.ts';
import { OTHER_ACCOUNT } from '#shared/rules/people.ts';
import { env } from '../aws/env.ts';
import { requireFresh, requireRecent } from '../domain/accounts/fresh.ts';
import { adviserIdOf, type ClientItem } from '../domain/clients/client.ts';
import { claimedClientId } from '../domain/clients/portal-token.ts';
import { reaches } from '../domain/clients/reach.ts';
import { maskedAddress } from '../domain/portal/device.ts';
import { conflict, forbidden, HttpError, notFound, unauthorised } from '../services/errors.ts';
import { clientIdOf } from '../services/keys/keys.ts';
import type { Settings } from '../services/settings.ts';
import type { Received } from './http.ts';
import type { Actor } from './identity.ts';

/** Values of `Sec-Fetch-Site` for requests from this site, and for addresses typed by the user. */
const OWN_SITE = ['same-origin', 'none'];

const READING = ['GET', 'HEAD'];

/** Throws 403 for a cross-site request that changes or records something (CSRF). */
export function refuseOtherSites(call: Call, { method, headers }: Received): void {
  if (call.fromAnySite || (READING.includes(method) && !call.writes)) return;
  const origin = headers.origin ?? env('ORIGIN');
  const site = headers['sec-fetch-site'] ?? 'none';
  if (origin !== env('ORIGIN') || !OWN_SITE.includes(site)) throw forbidden('This request came from another site');
}

/** Header with the id of the account that the page of a call belongs to. Calls without it are not compared. */
const ACCOUNT = 'x-account';

/** Throws 409 if another account has signed in since in the browser of the page. Reads nothing. */
export function refuseOtherAccount({ headers }: Received, adviserId: string | undefined): void {
  const expected = headers[ACCOUNT];
  if (expected !== undefined && adviserId !== undefined && expected !== adviserId)
    throw conflict(OTHER_ACCOUNT, { otherAccount: true });
}

/** Client of a call. Without `clientId`, the call is about no client; without `client`, there is none of this id. */
export interface Subject {
  clientId: string | undefined;
  client: ClientItem | undefined;
}

const NOT_VALID = 'Invalid or expired access token. Please contact your adviser.';

export const invalidToken = () => unauthorised(NOT_VALID);

/** Functions without access to derived keys. They cannot verify portal tokens, so they cannot forge any. */
export const KEYLESS: readonly LambdaName[] = [
  'activity',
  'dashboard',
  'firm',
  'loas',
  'notifications',
  'plans',
  'stages',
];

/** Throws for a token in functions that cannot verify it: 401 if malformed, 404 for another client, else 403. */
export function refuseToken({ lambda }: Call, token: string | undefined, clientId: string | undefined): void {
  if (token === undefined || !KEYLESS.includes(lambda)) return;
  const claimed = claimedClientId(token);
  if (claimed === undefined) throw invalidToken();
  throw clientId !== undefined && clientId !== claimed ? notFound() : forbidden();
}

/** Throws 401 or 403 with the step that the caller must complete first. */
function refuseUnready(actor: Actor): void {
  switch (actor.kind) {
    case 'anonymous':
    case 'half-session':
      throw unauthorised();
    case 'client-unconfirmed':
      throw new HttpError(401, 'Please confirm this device', {
        more: { stepUp: { to: maskedAddress(actor.person.own.summary.email) } },
      });
    case 'must-enrol':
      throw new HttpError(403, 'Please set up a second factor first', { more: { mustEnrol: true } });
  }
}

/** Functions of the caller's own account. */
const OF_ACCOUNT: readonly LambdaName[] = ['account', 'passkeys'];

/** Returns true for what advisers do too, about a client who is the caller's own before and after. */
function isEveryday({ allow }: Call, { body, actor, client }: CallInput): boolean {
  const { adviserId = actor.id } = (body ?? {}) as { adviserId?: string };
  return allow.includes('adviser') && client?.adviserId === actor.id && adviserId === actor.id;
}

const ONLY_ADMINS_DELETE = 'Only an admin can delete a client. Ask one, or complete the journey instead.';

/**
 * Throws 403 with `confirm` if a call with an effect comes from an old session. The own account and the deletion of a
 * client need a proof of the last ten minutes. Admins need one of the last hour, except for their own clients.
 * An adviser who may not delete clients is refused first, because no proof would help.
 */
export function checkReauthentication(
  call: Call,
  actor: Actor,
  {
    client: item,
    settings,
    ...input
  }: Pick<CallInput, 'body' | 'accept'> & Pick<Subject, 'client'> & { settings: Settings | undefined },
  now: Date,
): void {
  if (actor.kind !== 'admin' && actor.kind !== 'adviser' && actor.kind !== 'must-enrol') return;
  const client = item && { adviserId: adviserIdOf(item), email: item.summary.email, phone: item.summary.phone };
  const known: CallInput = { ...input, actor, client };
  const effect = effectOf(call, known);
  if (effect === 'none') return;
  if (effect === 'erased' && actor.kind === 'adviser' && settings?.staff.deleteClients === 'admins')
    throw forbidden(ONLY_ADMINS_DELETE);
  if (effect === 'erased' || OF_ACCOUNT.includes(call.lambda)) requireFresh(actor, now);
  else if (actor.kind === 'admin' && !isEveryday(call, known)) requireRecent(actor, now);
}

function mayKnow(actor: Actor, client: ClientItem): boolean {
  switch (actor.kind) {
    case 'admin':
    case 'adviser':
      return reaches(actor, adviserIdOf(client));
    case 'client':
      return actor.id === clientIdOf(client);
    default:
      return false;
  }
}

/** Throws 403 for a call that only the client's adviser or an admin may make. */
function refuseColleague(actor: Actor, client: ClientItem): void {
  const adviser = actor.kind === 'adviser' && actor.works.find(({ id }) => id === adviserIdOf(client));
  if (adviser) throw forbidden(`Only ${adviser.name} or an admin can delete this client`);
}

/** Throws 401, 403 or 404 unless the caller may make this call. Throws 409 while the client is being deleted. */
export function checkAccess(call: Call, actor: Actor, { clientId, client }: Subject): void {
  const allowed = call.allow.includes(actor.kind);
  if (!allowed) refuseUnready(actor);
  const hidden = clientId !== undefined && (!client || !mayKnow(actor, client));
  if (hidden && (allowed || actor.kind === 'client')) throw notFound();
  if (!allowed) throw forbidden();
  if (call.ownOnly && client) refuseColleague(actor, client);
  if (client?.deleting && call.status !== 204) throw conflict(BEING_DELETED);
}
