import { createHash } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { DAY_SECONDS } from '#shared/rules/time.ts';
import { secret } from '../../aws/derived-keys.ts';
import * as KEYS from '../keys/item-kinds.ts';
import { isRootId } from '../keys/keys.ts';
import { cookieNamed, setCookie } from './cookies.ts';

const NAME = 'device';
const AUDIENCE = 'onboarding-portal-device';
/** Never rotated: no browser would be recognised any more. */
const KEY_VERSION = 1;
/** 400 days, the longest that browsers allow. The device's item decides how long the device is confirmed. */
export const DEVICE_COOKIE_SECONDS = 400 * DAY_SECONDS;
const MAX_COOKIE = 1024;

/** Returns the cookie with a browser's id, shared by all who use that browser. */
export async function deviceCookie(id: string, { remember }: { remember: boolean }): Promise<string> {
  const jwt = await new SignJWT()
    .setProtectedHeader({ alg: 'HS256' })
    .setJti(id)
    .setAudience(AUDIENCE)
    .sign(await secret('device', KEY_VERSION));
  return setCookie(NAME, jwt, remember ? DEVICE_COOKIE_SECONDS : undefined);
}

/** Returns the browser's id; `undefined` for no cookie, two, or one that we did not sign. */
export async function readDevice(header: string | undefined): Promise<string | undefined> {
  const jwt = cookieNamed(header, NAME);
  if (!jwt || jwt.length > MAX_COOKIE) return undefined;
  const options = { algorithms: ['HS256'], audience: AUDIENCE, requiredClaims: ['jti'] };
  const verified = await jwtVerify(jwt, await secret('device', KEY_VERSION), options).catch(() => undefined);
  const id = verified?.payload.jti;
  return id && isRootId(id) ? id : undefined;
}

export const DEVICE = KEYS.device.sk;

/** Returns a browser's id in the table: 132 bits of a hash. */
export const deviceMark = (deviceId: string) => createHash('sha256').update(deviceId).digest('base64url').slice(0, 22);
