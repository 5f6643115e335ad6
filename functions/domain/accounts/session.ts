import { decodeProtectedHeader, jwtVerify, SignJWT } from 'jose';
import { secret } from '../../aws/derived-keys.ts';
import { env } from '../../aws/env.ts';
import { removedAfter } from '../../aws/table-index.ts';
import { FIRST_KEY_VERSION, keyVersionIn } from '../key-versions.ts';
import { sessionKey } from './account.ts';

/** 12 hours, in seconds (contract, Identity). */
const SESSION_SECONDS = 12 * 60 * 60;
const AUDIENCE = 'onboarding-portal';
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
  /** The version of the key that signed the cookie; another one in the settings has ended the session. */
  keyVersion: number;
  /** Seconds since 1970. */
  expiresAt: number;
}

const isPlainLocalhost = () => env('ORIGIN').startsWith('http://localhost');
const cookieName = () => (isPlainLocalhost() ? 'session' : '__Host-session');
const attributes = (maxAge: number) =>
  `Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${isPlainLocalhost() ? '' : '; Secure'}`;

/** The item of a new session, without which its cookie does not count. */
export function sessionItem({ adviserId, id }: Pick<Session, 'adviserId' | 'id'>, now: Date) {
  const endsAt = Math.floor(now.getTime() / 1000) + SESSION_SECONDS;
  return { ...sessionKey(adviserId, id), v: 1, createdAt: now.toISOString(), ...removedAfter(endsAt) };
}

/** The Set-Cookie line of a new session. */
export async function sessionCookie(session: Omit<Session, 'expiresAt'>, now: Date): Promise<string> {
  const issued = Math.floor(now.getTime() / 1000);
  const jwt = await new SignJWT({ ver: session.version })
    .setProtectedHeader({ alg: 'HS256', kid: String(session.keyVersion) })
    .setSubject(session.adviserId)
    .setJti(session.id)
    .setAudience(AUDIENCE)
    .setIssuedAt(issued)
    .setExpirationTime(issued + SESSION_SECONDS)
    .sign(await secret('session', session.keyVersion));
  return `${cookieName()}=${jwt}; ${attributes(SESSION_SECONDS)}`;
}

/** The Set-Cookie line that removes the session. */
export const clearedCookie = () => `${cookieName()}=; ${attributes(0)}`;

function cookieValue(header: string): string | undefined {
  const prefix = `${cookieName()}=`;
  const values = header
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(prefix));
  return values.length === 1 ? values[0]?.slice(prefix.length) : undefined;
}

/**
 * The version of the key that a cookie says it is signed with. One that names none is from before keys had versions in the
 * settings, and counts as signed with the first. `undefined` for what is no version, or no JWT.
 */
function keyVersionOf(jwt: string): number | undefined {
  try {
    const { kid = String(FIRST_KEY_VERSION) } = decodeProtectedHeader(jwt);
    return keyVersionIn(kid, 10);
  } catch {
    return undefined;
  }
}

/** The session in a Cookie header; `undefined` for none, two, one too long, expired or not signed by us. */
export async function readSession(header: string | undefined, now: Date): Promise<Session | undefined> {
  const jwt = header && cookieValue(header);
  if (!jwt || jwt.length > MAX_COOKIE) return undefined;
  const options = {
    algorithms: ['HS256'],
    audience: AUDIENCE,
    currentDate: now,
    requiredClaims: ['sub', 'jti', 'exp', 'ver'],
  };
  const keyVersion = keyVersionOf(jwt);
  if (keyVersion === undefined) return undefined;
  const key = await secret('session', keyVersion);
  const verified = await jwtVerify(jwt, key, options).catch(() => undefined);
  const { sub, jti, exp, ver } = verified?.payload ?? {};
  if (!sub || !jti || !exp || typeof ver !== 'number') return undefined;
  return { adviserId: sub, id: jti, version: ver, keyVersion, expiresAt: exp };
}
