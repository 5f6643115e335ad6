import type { Call } from '#shared/contract/call.ts';
import type { Caller } from '#shared/contract/callers.ts';

import { getTogether, itemAt, tryUpdate } from '../aws/table.ts';
import {
  type AdviserItem,
  adviserKey,
  isKnownRole,
  mustEnrol,
  sessionKey,
  worksAt,
} from '../domain/accounts/account.ts';
import {
  type Enrolling,
  type HalfClaim,
  type HalfSession,
  type HalfSignedIn,
  halfKey,
  hasSessionEnded,
  isIdle,
  isToBeNoted,
  readHalfSession,
  readSession,
  type Session,
  type SessionItem,
  type Staff,
} from '../domain/accounts/session.ts';
import { type ClientItem, clientKey } from '../domain/clients/client.ts';
import { isExpired } from '../domain/clients/link-validity.ts';
import { type Person, personIn, personKeys } from '../domain/clients/person.ts';
import { readPortalToken, type TokenClaim } from '../domain/clients/portal-token.ts';
import {
  type DeviceItem,
  deviceIdOf,
  deviceKey,
  isConfirmed,
  mustConfirm,
  type PortalClient,
  type Unconfirmed,
} from '../domain/portal/device.ts';
import { HttpError } from '../services/errors.ts';
import { clientIdOf } from '../services/keys/keys.ts';
import { deviceMark, readDevice } from '../services/sessions/device-cookie.ts';
import { SETTINGS_KEY, type Settings, settingsAmong } from '../services/settings.ts';
import { invalidToken, KEYLESS } from './access.ts';
import { type Received, tokenOf } from './http.ts';

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
  /** Stores when the session was last used. */
  noteSession?: () => Promise<unknown>;
}
const NOBODY: Identity<{ kind: 'anonymous' }> = { actor: { kind: 'anonymous' } };

/** Throws 401 for another link than the present one, with `expired`, and `replaced`, if it may be asked for again. */
function refuseOldLink(person: Person, { version }: TokenClaim, settings: Settings, now: Date): void {
  const isReplaced = person.own.tokenVersion !== version;
  if (isExpired(person, version, settings, now)) {
    const message = isReplaced ? 'There is a newer link' : 'This link has expired';
    throw new HttpError(401, message, { more: { expired: true, ...(isReplaced && { replaced: true }) } });
  }
  if (isReplaced) throw invalidToken();
}

/** Throws 401 for an unknown, revoked, suspended or expired token. */
async function clientOf({ claim, device }: Proof, now: Date): Promise<Identity<PortalClient | Unconfirmed>> {
  if (!claim) throw invalidToken();
  const { clientId, person: number } = claim;
  const [key, mark] = [clientKey(clientId), device && deviceMark(device)];
  const known = mark ? [deviceKey(clientId, deviceIdOf(number, mark))] : [];
  const items = await getTogether([key, SETTINGS_KEY, ...personKeys(clientId, number), ...known]);
  const item = itemAt<ClientItem>(items, key);
  const person = item && personIn(items, item, number);
  const settings = settingsAmong(items);
  const isLive = settings.keys.portal === claim.keyVersion;
  if (!item || !person || item.deleting || item.summary.portalSuspended || !isLive) throw invalidToken();
  refuseOldLink(person, claim, settings, now);
  const [deviceItem] = known.map((deviceItemKey) => itemAt<DeviceItem>(items, deviceItemKey));
  const confirmed = isConfirmed(deviceItem, person.own, now);
  const who = { id: clientIdOf(item), name: person.own.summary.name, client: item, person };
  if (!confirmed && mustConfirm(item, settings)) return { actor: { kind: 'client-unconfirmed', ...who }, settings };
  return { actor: { kind: 'client', ...who, device: confirmed ? deviceItem : undefined }, settings };
}

async function staffOf(
  session: Session,
  { isAttended, now }: { isAttended: boolean; now: Date },
): Promise<Identity<Staff | Enrolling | { kind: 'anonymous' }>> {
  const [key, signedInKey] = [adviserKey(session.adviserId), sessionKey(session.adviserId, session.id)];
  const items = await getTogether([key, signedInKey, SETTINGS_KEY]);
  const adviser = itemAt<AdviserItem>(items, key);
  const signedIn = itemAt<SessionItem>(items, signedInKey);
  const settings = settingsAmong(items);
  const { idleMinutes } = settings.staff;
  if (!adviser || !signedIn || hasSessionEnded(signedIn, now) || settings.keys.session !== session.keyVersion)
    return NOBODY;
  if (adviser.sessionVersion !== session.version || isIdle(signedIn, idleMinutes, now)) return NOBODY;
  const { role, name, email } = adviser.summary;
  if (!isKnownRole(role)) return NOBODY;
  const who = { id: session.adviserId, name, email, session, signedIn };
  const lastAt = now.toISOString();
  const noteSession = () => tryUpdate(signedInKey, { set: { lastAt }, when: [['pk', 'exists']] });
  return {
    actor: mustEnrol(adviser, settings, now)
      ? { ...who, kind: 'must-enrol', role }
      : { ...who, kind: role, works: worksAt(adviser.summary, now) },
    settings,
    ...(isAttended && isToBeNoted(signedIn, idleMinutes, now) && { noteSession }),
  };
}

async function halfSignedIn(claim: HalfClaim, now: Date): Promise<Identity<HalfSignedIn | { kind: 'anonymous' }>> {
  const [key, halfSessionKey] = [adviserKey(claim.adviserId), halfKey(claim)];
  const items = await getTogether([key, halfSessionKey, SETTINGS_KEY]);
  const adviser = itemAt<AdviserItem>(items, key);
  const half = itemAt<HalfSession>(items, halfSessionKey);
  if (!adviser || !half || half.endsAt <= now.toISOString() || half.version !== adviser.sessionVersion) return NOBODY;
  const { role, name, email } = adviser.summary;
  if (!isKnownRole(role)) return NOBODY;
  return {
    actor: { kind: 'half-session', id: claim.adviserId, role, name, email, half },
    settings: settingsAmong(items),
  };
}

/** Returns the caller and the current settings. `isAttended` is false for background polling. */
export async function identityOf(proof: Proof, context: { isAttended: boolean; now: Date }): Promise<Identity> {
  if (proof.token !== undefined) return clientOf(proof, context.now);
  const staff = proof.session ? await staffOf(proof.session, context) : NOBODY;
  if (staff.actor.kind !== 'anonymous' || !proof.half) return staff;
  return halfSignedIn(proof.half, context.now);
}
