import type { Call, CallInput, LambdaName } from '#shared/contract/call.ts';
import type { Caller } from '#shared/contract/callers.ts';
import { BEING_DELETED } from '#shared/rules/clients.ts';
import { env } from '../aws/env.ts';
import { getTogether, type Item, itemAt, tryUpdate } from '../aws/table.ts';
import { type AdviserItem, adviserKey, isKnownRole, mustEnrol, sessionKey } from '../domain/accounts/account.ts';
import { requireRecent } from '../domain/accounts/fresh.ts';
import {
  type Enrolling,
  type HalfClaim,
  type HalfSession,
  type HalfSignedIn,
  halfKey,
  hasEnded,
  isIdle,
  isToBeNoted,
  readHalfSession,
  readSession,
  type Session,
  type SessionItem,
  type Staff,
} from '../domain/accounts/session.ts';
import { adviserIdOf, type ClientItem, clientKey } from '../domain/clients/client.ts';
import { linkHasEnded } from '../domain/clients/link-validity.ts';
import { claimedClientId, readPortalToken, type TokenClaim } from '../domain/clients/portal-token.ts';
import {
  type DeviceItem,
  deviceKey,
  isConfirmed,
  maskedAddress,
  mustConfirm,
  type PortalClient,
  type Unconfirmed,
} from '../domain/portal/device.ts';
import { conflict, forbidden, HttpError, notFound, unauthorised } from '../services/errors.ts';
import { clientIdOf } from '../services/keys/keys.ts';
import { deviceMark, readDevice } from '../services/sessions/device-cookie.ts';
import { type Settings, settingsAmong, settingsKeys, settingsOf } from '../services/settings.ts';
import type { Received } from './http.ts';

export type Actor = { kind: 'anonymous' } | HalfSignedIn | Unconfirmed | PortalClient | Enrolling | Staff;
export type ActorOf<C extends Caller> = Extract<Actor, { kind: C }>;

/** Identity of a request according to its signatures, before any read of the table. */
interface Proof {
  /** Portal token. It decides the identity even if a cookie is sent too. */
  token?: string | undefined;
  claim?: TokenClaim | undefined;
  session?: Session | undefined;
  half?: HalfClaim | undefined;
  device?: string | undefined;
}

export const tokenOf = ({ headers, params }: Received) => headers['x-client-token'] ?? params.token;

/** Verifies the token of a request or, without one, its cookies. */
export async function proofOf(request: Received, { allow, lambda }: Call, now: Date): Promise<Proof> {
  const token = tokenOf(request);
  const { cookie } = request.headers;
  const isOpen = token !== undefined || allow.includes('anonymous') || allow.includes('half-session');
  const mayReadDevice = isOpen && !KEYLESS.includes(lambda);
  const reading = mayReadDevice ? readDevice(cookie) : undefined;
  if (token !== undefined) {
    const [claim, device] = await Promise.all([readPortalToken(token), reading]);
    return { token, claim, device };
  }
  const takesHalf = allow.includes('half-session');
  // Calls for half-sessions alone ignore the session cookie, which may be another account's.
  const reads = !takesHalf || allow.includes('adviser');
  const [session, device] = await Promise.all([reads ? readSession(cookie, now) : undefined, reading]);
  return { session, half: takesHalf ? readHalfSession(cookie) : undefined, device };
}

interface Identity<A extends Actor = Actor> {
  actor: A;
  settings?: Settings;
  note?: () => Promise<unknown>;
}
const NOBODY: Identity<{ kind: 'anonymous' }> = { actor: { kind: 'anonymous' } };

const settingsIn = (items: readonly Item[]) => settingsOf(settingsAmong(items));

/** Throws 401 for an unknown, revoked or suspended token, and with `expired` for an expired one. */
async function clientOf({ claim, device }: Proof, now: Date): Promise<Identity<PortalClient | Unconfirmed>> {
  if (!claim) throw invalidToken();
  const [key, mark] = [clientKey(claim.clientId), device && deviceMark(device)];
  const known = mark ? [deviceKey(claim.clientId, mark)] : [];
  const items = await getTogether([key, ...settingsKeys(), ...known]);
  const item = itemAt<ClientItem>(items, key);
  const settings = settingsIn(items);
  const isLive = item?.tokenVersion === claim.version && settings.keys.portal === claim.keyVersion;
  if (!item || item.deleting || item.portalSuspended || !isLive) throw invalidToken();
  if (linkHasEnded(item, settings, now)) throw new HttpError(401, 'This link has expired', { more: { expired: true } });
  const [deviceItem] = known.map((deviceItemKey) => itemAt<DeviceItem>(items, deviceItemKey));
  const confirmed = isConfirmed(deviceItem, item, now);
  const who = { id: clientIdOf(item), name: item.card.name, client: item };
  if (!confirmed && mustConfirm(item, settings)) return { actor: { kind: 'client-unconfirmed', ...who }, settings };
  return { actor: { kind: 'client', ...who, device: confirmed ? deviceItem : undefined }, settings };
}

async function staffOf(
  session: Session,
  { isAttended, now }: { isAttended: boolean; now: Date },
): Promise<Identity<Staff | Enrolling | { kind: 'anonymous' }>> {
  const [key, signedInKey] = [adviserKey(session.adviserId), sessionKey(session.adviserId, session.id)];
  const items = await getTogether([key, signedInKey, ...settingsKeys()]);
  const adviser = itemAt<AdviserItem>(items, key);
  const signedIn = itemAt<SessionItem>(items, signedInKey);
  const settings = settingsIn(items);
  const { idleMinutes } = settings.staff;
  if (!adviser || !signedIn || hasEnded(signedIn, now) || settings.keys.session !== session.keyVersion) return NOBODY;
  if (adviser.sessionVersion !== session.version || isIdle(signedIn, idleMinutes, now)) return NOBODY;
  const { role, name, email } = adviser.card;
  if (!isKnownRole(role)) return NOBODY;
  const who = { id: session.adviserId, name, email, session, signedIn };
  const lastAt = now.toISOString();
  const note = () => tryUpdate(signedInKey, { set: { lastAt }, when: [['pk', 'exists']] });
  return {
    actor: mustEnrol(adviser, settings, now) ? { ...who, kind: 'must-enrol', role } : { ...who, kind: role },
    settings,
    ...(isAttended && isToBeNoted(signedIn, idleMinutes, now) && { note }),
  };
}

async function halfSignedIn(claim: HalfClaim, now: Date): Promise<Identity<HalfSignedIn | { kind: 'anonymous' }>> {
  const [key, halfSessionKey] = [adviserKey(claim.adviserId), halfKey(claim)];
  const items = await getTogether([key, halfSessionKey, ...settingsKeys()]);
  const adviser = itemAt<AdviserItem>(items, key);
  const half = itemAt<HalfSession>(items, halfSessionKey);
  if (!adviser || !half || half.endsAt <= now.toISOString() || half.version !== adviser.sessionVersion) return NOBODY;
  const { role, name, email } = adviser.card;
  if (!isKnownRole(role)) return NOBODY;
  return {
    actor: { kind: 'half-session', id: claim.adviserId, role, name, email, half },
    settings: settingsIn(items),
  };
}

/** Returns the caller and the current settings. `isAttended` is false for background polling. */
export async function identityOf(proof: Proof, context: { isAttended: boolean; now: Date }): Promise<Identity> {
  if (proof.token !== undefined) return clientOf(proof, context.now);
  const staff = proof.session ? await staffOf(proof.session, context) : NOBODY;
  if (staff.actor.kind !== 'anonymous' || !proof.half) return staff;
  return halfSignedIn(proof.half, context.now);
}

/** Values of `Sec-Fetch-Site` for requests from this site, and for addresses typed by the user. */
const OWN_SITE = ['same-origin', 'none'];

/** Throws 403 for a cross-site request that changes or records something (CSRF). */
export function refuseOtherSites(call: Call, { method, headers }: Received): void {
  if (method === 'GET' && !call.writes) return;
  const origin = headers.origin ?? env('ORIGIN');
  const site = headers['sec-fetch-site'] ?? 'none';
  if (origin !== env('ORIGIN') || !OWN_SITE.includes(site)) throw forbidden('This request came from another site');
}

/** Client of a call. Without `clientId`, the call is about no client; without `client`, there is none of this id. */
export interface Subject {
  clientId: string | undefined;
  client: ClientItem | undefined;
}

const NOT_VALID = 'Invalid or expired access token. Please contact your adviser.';

const invalidToken = () => unauthorised(NOT_VALID);

/** Functions without access to derived keys. They cannot verify portal tokens, so they cannot forge any. */
export const KEYLESS: readonly LambdaName[] = ['activity', 'dashboard', 'firm', 'notifications', 'plans', 'stages'];

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
        more: { stepUp: { to: maskedAddress(actor.client.card.email) } },
      });
    case 'must-enrol':
      throw new HttpError(403, 'Please set up a second factor first', { more: { mustEnrol: true } });
  }
}

/** Throws 403 with `confirm` if the call requires admins to have re-authenticated within an hour. */
export function checkReauthentication(
  { reauthentication }: Call,
  actor: Actor,
  { client, ...input }: Pick<CallInput, 'body' | 'accept'> & Pick<Subject, 'client'>,
  now: Date,
): void {
  if (actor.kind !== 'admin') return;
  const about = { actorId: actor.id, adviserId: client && adviserIdOf(client) };
  if (reauthentication?.isNeeded({ ...input, ...about })) requireRecent(actor, now);
}

function mayKnow(actor: Actor, client: ClientItem): boolean {
  switch (actor.kind) {
    case 'admin':
      return true;
    case 'adviser':
      return actor.id === adviserIdOf(client);
    case 'client':
      return actor.id === clientIdOf(client);
    default:
      return false;
  }
}

/** Throws 401, 403 or 404 unless the caller may make this call. Throws 409 while the client is being deleted. */
export function checkAccess(call: Call, actor: Actor, { clientId, client }: Subject): void {
  const allowed = call.allow.includes(actor.kind);
  if (!allowed) refuseUnready(actor);
  const hidden = clientId !== undefined && (!client || !mayKnow(actor, client));
  if (hidden && (allowed || actor.kind === 'client')) throw notFound();
  if (!allowed) throw forbidden();
  if (client?.deleting && call.status !== 204) throw conflict(BEING_DELETED);
}
