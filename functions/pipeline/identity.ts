import type { Call } from '#shared/contract/call.ts';
import { getTogether, type Item, itemAt, tryUpdate } from '../aws/table.ts';
import { type AdviserItem, adviserKey, isKnownRole, mustEnrol, sessionKey } from '../domain/accounts/account.ts';
import type { Enrolling, HalfSignedIn, Staff } from '../domain/accounts/actor.ts';
import { type HalfClaim, type HalfSession, halfKey, readHalfSession } from '../domain/accounts/half-session.ts';
import {
  isIdle,
  isToBeNoted,
  provedAt,
  readSession,
  type Session,
  type SessionItem,
} from '../domain/accounts/session.ts';
import { type ClientItem, clientKey } from '../domain/clients/client.ts';
import { linkHasEnded } from '../domain/clients/link-end.ts';
import { readPortalToken, type TokenClaim } from '../domain/clients/portal-token.ts';
import type { PortalClient, Unconfirmed } from '../domain/portal/actor.ts';
import { type DeviceItem, deviceKey, isConfirmed, mustConfirm } from '../domain/portal/device.ts';
import { HttpError } from '../services/errors.ts';
import { clientIdOf } from '../services/keys/keys.ts';
import { deviceMark, readDevice } from '../services/sessions/device-cookie.ts';
import { type Settings, settingsAmong, settingsKeys, settingsOf } from '../services/settings.ts';
import { invalidToken, KEYLESS } from './access.ts';
import type { Actor } from './handlers.ts';
import type { Received } from './request.ts';

/** Who a request is from as far as signatures tell, without a read of the table. */
interface Proof {
  /** The portal token that was sent: it is the identity, whether or not a cookie comes with it. */
  token?: string | undefined;
  /** What the token says, if it is one of ours. */
  claim?: TokenClaim | undefined;
  /** The session of the cookie, if it is one of ours. */
  session?: Session | undefined;
  /** The half-session of the cookie, where the call takes one. */
  half?: HalfClaim | undefined;
  /** The id of the browser, if its cookie is one of ours. */
  device?: string | undefined;
}

/** The portal token of a request: in its header, or else in its path. */
export const tokenOf = ({ headers, params }: Received) => headers['x-client-token'] ?? params.token;

/** What the token of a request proves or, without one, its cookies. */
export async function proofOf(request: Received, { allow, lambda }: Call, now: Date): Promise<Proof> {
  const token = tokenOf(request);
  const { cookie } = request.headers;
  const isOpen = token !== undefined || allow.includes('anonymous') || allow.includes('half-session');
  const isAtTheDoor = isOpen && !KEYLESS.includes(lambda);
  const reading = isAtTheDoor ? readDevice(cookie) : undefined;
  if (token !== undefined) {
    const [claim, device] = await Promise.all([readPortalToken(token), reading]);
    return { token, claim, device };
  }
  const takesHalf = allow.includes('half-session');
  // Whoever finishes a sign-in may be signed in to another account.
  const reads = !takesHalf || allow.includes('adviser');
  const [session, device] = await Promise.all([reads ? readSession(cookie, now) : undefined, reading]);
  return { session, half: takesHalf ? readHalfSession(cookie) : undefined, device };
}

/** Who makes a request, and the firm's settings, which nobody gets who is not known. */
interface Identity<A extends Actor = Actor> {
  actor: A;
  settings?: Settings;
  /** Notes that the session is there, where that is to be noted. */
  note?: () => Promise<unknown>;
}
const NOBODY: Identity<{ kind: 'anonymous' }> = { actor: { kind: 'anonymous' } };

const settingsIn = (items: readonly Item[]) => settingsOf(settingsAmong(items));

/**
 * The client of a token of ours, if it is the live one. Throws 401 for an unknown, revoked, suspended or broken one alike; for
 * one that ended by itself with `expired`.
 */
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
  const [deviceItem] = known.map((one) => itemAt<DeviceItem>(items, one));
  const confirmed = isConfirmed(deviceItem, item, now);
  const who = { id: clientIdOf(item), name: item.card.name, client: item };
  if (!confirmed && mustConfirm(item, settings)) return { actor: { kind: 'client-unconfirmed', ...who }, settings };
  return { actor: { kind: 'client', ...who, device: confirmed ? deviceItem : undefined }, settings };
}

/** The person of a session, as the table knows it now; anonymous where the session ended. */
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
  if (!adviser || !signedIn || settings.keys.session !== session.keyVersion) return NOBODY;
  if (adviser.sessionVersion !== session.version || isIdle(signedIn, idleMinutes, now)) return NOBODY;
  const { role, name, email } = adviser.card;
  if (!isKnownRole(role)) return NOBODY;
  const who = { id: session.adviserId, name, email, session, provedAt: provedAt(signedIn) };
  const lastAt = now.toISOString();
  const note = () => tryUpdate(signedInKey, { set: { lastAt }, when: [['pk', 'exists']] });
  return {
    actor: mustEnrol(adviser, settings, now) ? { ...who, kind: 'must-enrol', role } : { ...who, kind: role },
    settings,
    ...(isAttended && isToBeNoted(signedIn, idleMinutes, now) && { note }),
  };
}

/** The person of a half-session, as the table knows it now; anonymous where it ended. */
async function halfSignedIn(claim: HalfClaim, now: Date): Promise<Identity<HalfSignedIn | { kind: 'anonymous' }>> {
  const [key, itsKey] = [adviserKey(claim.adviserId), halfKey(claim)];
  const items = await getTogether([key, itsKey, ...settingsKeys()]);
  const adviser = itemAt<AdviserItem>(items, key);
  const half = itemAt<HalfSession>(items, itsKey);
  if (!adviser || !half || half.endsAt <= now.toISOString() || half.version !== adviser.sessionVersion) return NOBODY;
  const { role, name, email } = adviser.card;
  if (!isKnownRole(role)) return NOBODY;
  return {
    actor: { kind: 'half-session', id: claim.adviserId, role, name, email, half },
    settings: settingsIn(items),
  };
}

/**
 * Who makes a request, as the table knows them now, and the firm's settings, read with them. `isAttended`: whether somebody
 * is there, and not a page that asks by itself. Throws 401 where a token was sent that does not count.
 */
export async function identityOf(proof: Proof, context: { isAttended: boolean; now: Date }): Promise<Identity> {
  if (proof.token !== undefined) return clientOf(proof, context.now);
  const staff = proof.session ? await staffOf(proof.session, context) : NOBODY;
  if (staff.actor.kind !== 'anonymous' || !proof.half) return staff;
  return halfSignedIn(proof.half, context.now);
}
