import { decodeProtectedHeader, jwtVerify } from 'jose';
import { sessionPublicKey, signForSession } from '../../aws/session-key.ts';
import type { Key } from '../../aws/table.ts';
import { removedAfter } from '../../aws/table-index.ts';
import { cookieNamed, setCookie } from '../../services/sessions/cookies.ts';
import { keyVersionIn } from '../../services/settings.ts';
import { sessionKey } from './account.ts';

/** 12 hours, in seconds (contract, Identity). */
const SESSION_SECONDS = 12 * 60 * 60;
const NAME = 'session';
const AUDIENCE = 'onboarding-portal';
const ALGORITHM = 'ES256';
const MAX_COOKIE = 4096;

/** The content of a session cookie. Whether the session is still valid is decided by the items in the table. */
export interface Session {
  adviserId: string;
  id: string;
  /**
   * The adviser's `sessionVersion` when the cookie was issued; a password reset raises the adviser's and so ends the
   * session.
   */
  version: number;
  /** The version of the session key that the cookie is of; another one in the settings has ended the session. */
  keyVersion: number;
  /** Seconds since 1970. */
  expiresAt: number;
}

/** A session that was signed in to, without which its cookie does not count. Sessions from before may lack what is optional. */
export interface SessionItem extends Key {
  v: 1;
  createdAt: string;
  /** The account's `sessionVersion` that it counts for. */
  version?: number;
  /** The version of the session key that its cookie is of. */
  keyVersion?: number;
  /** The browser, in words. */
  label?: string;
  /** When it last made a request, ISO; to some minutes. */
  lastAt?: string;
  /** When it last proved who it is, by a password or a passkey, ISO; absent for when it began. */
  provedAt?: string;
  ttl: number;
}

/** The item of a new session. `label` is the browser in words. */
export function sessionItem(
  {
    adviserId,
    id,
    version,
    keyVersion,
  }: Pick<Session, 'adviserId' | 'id'> & Partial<Pick<Session, 'version' | 'keyVersion'>>,
  now: Date,
  label?: string,
): SessionItem & Record<string, unknown> {
  const endsAt = Math.floor(now.getTime() / 1000) + SESSION_SECONDS;
  return {
    ...sessionKey(adviserId, id),
    v: 1,
    createdAt: now.toISOString(),
    ...(version !== undefined && { version }),
    ...(keyVersion !== undefined && { keyVersion }),
    ...(label !== undefined && { label }),
    ...removedAfter(endsAt),
  };
}

/** When a session last proved who it is. */
export const provedAt = ({ createdAt, provedAt: at }: SessionItem) => new Date(at ?? createdAt);

/** Whether a session's cookie has ended. */
export const hasEnded = ({ createdAt }: SessionItem, now: Date) =>
  now.getTime() - Date.parse(createdAt) >= SESSION_SECONDS * 1000;

const MINUTE_MS = 60_000;

/** Whether a session has made no request for longer than `idleMinutes`; never where that is `null`. */
export const isIdle = ({ createdAt, lastAt }: SessionItem, idleMinutes: number | null, now: Date): boolean =>
  idleMinutes !== null && now.getTime() - Date.parse(lastAt ?? createdAt) >= idleMinutes * MINUTE_MS;

/** Minutes between two notes of when a session was last there: one write in so many minutes is what it costs. */
const NOTED_EVERY = { idleEnds: 2, otherwise: 60 };

/** Whether it is to be noted that a session is there. */
export function isToBeNoted({ createdAt, lastAt }: SessionItem, idleMinutes: number | null, now: Date): boolean {
  const every = idleMinutes === null ? NOTED_EVERY.otherwise : NOTED_EVERY.idleEnds;
  return now.getTime() - Date.parse(lastAt ?? createdAt) >= every * MINUTE_MS;
}

const base64url = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

/** The Set-Cookie line of a session, new or with its end: KMS signs it, where the function may have sessions signed. */
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

/** The Set-Cookie line that removes the session. */
export const clearedCookie = () => setCookie(NAME, '', 0);

/** The key's version that a cookie says it is of; `undefined` for none, and for what is no JWT. */
function keyVersionOf(jwt: string): number | undefined {
  try {
    return keyVersionIn(decodeProtectedHeader(jwt).kid ?? '', 10);
  } catch {
    return undefined;
  }
}

/** The session in a Cookie header; `undefined` for none, two, one too long, expired or not signed by us. */
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
