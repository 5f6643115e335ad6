import { env } from '../../aws/env.ts';

const isPlainLocalhost = () => env('ORIGIN').startsWith('http://localhost');

/** A cookie's name where it is set: bound to this host, but on a developer's machine without TLS (contract, Identity). */
const nameOf = (name: string) => (isPlainLocalhost() ? name : `__Host-${name}`);

/** A Set-Cookie line that no script reads and no other site sends along. `maxAge` in seconds; without it until the browser is closed. */
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
