import { createHash } from 'node:crypto';
import { decodeProtectedHeader, jwtVerify } from 'jose';
import type { DataOf } from '#shared/audit-log/actions.ts';
import type { HalfSignedIn as Owed } from '#shared/contract/advisers.ts';
import type { Colleague } from '#shared/rules/colleagues.ts';
import { HALF_SIGN_IN_MINUTES, SESSION } from '#shared/rules/lifetimes.ts';
import type { Role } from '#shared/rules/people.ts';
import { MINUTE_MS, MINUTE_SECONDS } from '#shared/rules/time.ts';
import { sessionPublicKey, signForSession } from '../../aws/session-key.ts';
import type { Key, Write } from '../../aws/table.ts';
import { removedAfter } from '../../aws/table-index.ts';
import type { EntryActor } from '../../services/audit-log/entry.ts';
import * as KEYS from '../../services/keys/item-kinds.ts';
import { isRootId, itemKey, newId } from '../../services/keys/keys.ts';
import { cookieNamed, setCookie } from '../../services/sessions/cookies.ts';
import { keyVersionIn } from '../../services/settings.ts';
import { sessionKey } from './account.ts';

const SESSION_SECONDS = SESSION.ms / 1000;
const NAME = 'session';
const AUDIENCE = 'onboarding-portal';
const ALGORITHM = 'ES256';
const MAX_COOKIE = 4096;

/** Content of a session cookie. The session is valid only while its stored item is. */
export interface Session {
  adviserId: string;
  id: string;
  /** The account's `sessionVersion` when the cookie was issued. A password reset raises it. */
  version: number;
  /** Version of the session key that was used. A new version in the settings ends the session. */
  keyVersion: number;
  /** Seconds since 1970. */
  expiresAt: number;
}

/** A stored session; its cookie is invalid without it. */
export interface SessionItem extends Key {
  v: 1;
  createdAt: string;
  version: number;
  keyVersion: number;
  label: string;
  /** Time of the last request, ISO, accurate to `NOTED_EVERY`; absent until the first update. */
  lastAt?: string;
  /** Time of the last re-authentication, ISO; absent until the first one. */
  provedAt?: string;
  /** Id of the session that replaced this one. This one stays valid until `endsAt` (ISO) for requests in flight. */
  renewedAs?: string;
  endsAt?: string;
  renewedFrom?: string;
  ttl: number;
}

export function sessionItem(
  { adviserId, id, version, keyVersion }: Omit<Session, 'expiresAt'>,
  now: Date,
  label: string,
): SessionItem & Record<string, unknown> {
  const endsAt = Math.floor(now.getTime() / 1000) + SESSION_SECONDS;
  return {
    ...sessionKey(adviserId, id),
    v: 1,
    createdAt: now.toISOString(),
    version,
    keyVersion,
    label,
    ...removedAfter(endsAt),
  };
}

export const provedAt = ({ createdAt, provedAt: at }: SessionItem) => new Date(at ?? createdAt);

export const hasSessionEnded = ({ createdAt, endsAt }: SessionItem, now: Date) =>
  now.getTime() - Date.parse(createdAt) >= SESSION_SECONDS * 1000 ||
  (endsAt !== undefined && endsAt <= now.toISOString());

export const isIdle = ({ createdAt, lastAt }: SessionItem, idleMinutes: number | null, now: Date): boolean =>
  idleMinutes !== null && now.getTime() - Date.parse(lastAt ?? createdAt) >= idleMinutes * MINUTE_MS;

/** Minutes between two updates of `lastAt`, to save writes. */
const NOTED_EVERY = { idleEnds: 2, otherwise: 60 };

export function isToBeNoted({ createdAt, lastAt }: SessionItem, idleMinutes: number | null, now: Date): boolean {
  const every = idleMinutes === null ? NOTED_EVERY.otherwise : NOTED_EVERY.idleEnds;
  return now.getTime() - Date.parse(lastAt ?? createdAt) >= every * MINUTE_MS;
}

const base64url = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

/** Returns the cookie of a session, with a new or its former end. Fails in functions that may not sign with KMS. */
export async function sessionCookie(
  session: Omit<Session, 'expiresAt'> & Partial<Pick<Session, 'expiresAt'>>,
  now: Date,
): Promise<string> {
  const iat = Math.floor(now.getTime() / 1000);
  const exp = session.expiresAt ?? iat + SESSION_SECONDS;
  const header = { alg: ALGORITHM, kid: String(session.keyVersion) };
  const { adviserId: sub, id: jti, version: ver } = session;
  const claims = { ver, sub, jti, aud: AUDIENCE, iat, exp };
  const text = `${base64url(header)}.${base64url(claims)}`;
  const signature = Buffer.from(await signForSession(text)).toString('base64url');
  return setCookie(NAME, `${text}.${signature}`, exp - iat);
}

export const clearedCookie = () => setCookie(NAME, '', 0);

function keyVersionOf(jwt: string): number | undefined {
  try {
    return keyVersionIn(decodeProtectedHeader(jwt).kid ?? '', 10);
  } catch {
    return undefined;
  }
}

/** Returns the session in a Cookie header; `undefined` if missing, repeated, too long, expired or not signed by us. */
export async function readSession(header: string | undefined, now: Date): Promise<Session | undefined> {
  const jwt = cookieNamed(header, NAME);
  if (!jwt || jwt.length > MAX_COOKIE) return undefined;
  const options = {
    algorithms: [ALGORITHM],
    audience: AUDIENCE,
    currentDate: now,
    requiredClaims: ['sub', 'jti', 'exp', 'ver'],
  };
  const keyVersion = keyVersionOf(jwt);
  if (keyVersion === undefined) return undefined;
  const key = await sessionPublicKey();
  const verified = await jwtVerify(jwt, key, options).catch(() => undefined);
  const { sub, jti, exp, ver } = verified?.payload ?? {};
  if (!sub || !jti || !exp || typeof ver !== 'number') return undefined;
  return { adviserId: sub, id: jti, version: ver, keyVersion, expiresAt: exp };
}

const HALF_NAME = 'half-session';

export type SignInBy = DataOf<'signed-in'>['by'];

/** A sign-in that still needs a second factor or a new password, valid for five minutes. */
export interface HalfSession extends Key {
  v: 1;
  next: Owed['next'];
  /** The account's `sessionVersion` at the start. A password reset raises it, which ends the half-session. */
  version: number;
  /** Method of the sign-in, for its audit entry. */
  by: SignInBy;
  device?: string | undefined;
  endsAt: string;
}

/** Content of a half-session cookie. It is unsigned, because nobody can guess the id of a stored half-session. */
export interface HalfClaim {
  adviserId: string;
  id: string;
}

/** Key of a half-session. Contains a hash, so that listed keys cannot be used as a cookie. */
export const halfKey = ({ adviserId, id }: HalfClaim) =>
  itemKey(KEYS.halfSession, adviserId, createHash('sha256').update(id).digest('base64url'));

export function newHalfSession(
  adviserId: string,
  { next, version, by, device }: Pick<HalfSession, 'next' | 'version' | 'by' | 'device'>,
  now: Date,
): { item: HalfSession & { ttl: number }; cookie: string } {
  const id = newId();
  const endsAt = now.getTime() + HALF_SIGN_IN_MINUTES * MINUTE_SECONDS * 1000;
  const ttl = removedAfter(Math.floor(endsAt / 1000));
  const item: HalfSession & { ttl: number } = {
    ...halfKey({ adviserId, id }),
    v: 1,
    next,
    version,
    by,
    ...(device && { device }),
    endsAt: new Date(endsAt).toISOString(),
    ...ttl,
  };
  return { item, cookie: setCookie(HALF_NAME, `${adviserId}.${id}`, HALF_SIGN_IN_MINUTES * MINUTE_SECONDS) };
}

export const clearedHalfCookie = () => setCookie(HALF_NAME, '', 0);

export function readHalfSession(header: string | undefined): HalfClaim | undefined {
  const [adviserId = '', id = '', ...more] = cookieNamed(header, HALF_NAME)?.split('.') ?? [];
  return isRootId(adviserId) && isRootId(id) && more.length === 0 ? { adviserId, id } : undefined;
}

interface Named {
  id: string;
  name: string;
  email: string;
}
interface StaffAs<R extends Role> extends Named {
  kind: R;
  /** Advisers with whom this person works today. */
  works: readonly Colleague[];
  session: Session;
  signedIn: SessionItem;
}
export type Staff = StaffAs<'adviser'> | StaffAs<'admin'>;
export interface Enrolling extends Named {
  kind: 'must-enrol';
  role: Role;
  session: Session;
  signedIn: SessionItem;
}
export interface HalfSignedIn extends Named {
  kind: 'half-session';
  role: Role;
  half: HalfSession;
}

export const actorOf = ({ id, name, ...person }: Enrolling | HalfSignedIn | Staff): EntryActor => ({
  kind: 'role' in person ? person.role : person.kind,
  id,
  name,
});

export const endReplaced = (adviserId: string, { renewedFrom }: SessionItem): Write[] =>
  renewedFrom === undefined ? [] : [{ delete: sessionKey(adviserId, renewedFrom) }];
