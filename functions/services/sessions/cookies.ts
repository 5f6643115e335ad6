import { env } from '../../aws/env.ts';

const isPlainLocalhost = () => env('ORIGIN').startsWith('http://localhost');

/** Binds a cookie to the host by its prefix, except on localhost without TLS. */
const nameOf = (name: string) => (isPlainLocalhost() ? name : `__Host-${name}`);

/** Returns a Set-Cookie header. `maxAge` in seconds; without it, the cookie ends with the browser session. */
export const setCookie = (name: string, value: string, maxAge?: number): string =>
  [
    `${nameOf(name)}=${value}`,
    'Path=/',
    ...(maxAge === undefined ? [] : [`Max-Age=${maxAge}`]),
    'HttpOnly',
    'SameSite=Lax',
    ...(isPlainLocalhost() ? [] : ['Secure']),
  ].join('; ');

export function cookieNamed(header: string | undefined, name: string): string | undefined {
  const prefix = `${nameOf(name)}=`;
  const values = (header ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(prefix));
  return values.length === 1 ? values[0]?.slice(prefix.length) : undefined;
}
