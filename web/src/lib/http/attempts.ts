import { HOUR_MS } from '#shared/rules/time.ts';
import { keep, readKept } from '../storage/storage.ts';
import { ATTEMPTS, forgetAttempts } from './stored-attempts.ts';
import { clientIdIn, personIdIn } from './token.ts';

/** Later, the same content is more likely meant to be sent again than to be the repeat of a lost attempt. */
const KEPT_MS = 24 * HOUR_MS;

/** Idempotency key of an attempt; `forget` is called once its outcome is known. */
export interface Attempt {
  key: string;
  forget: () => void;
}

const urlSafe = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Returns 128 random bits in 22 URL-safe characters, as the API expects them. */
const newKey = () => urlSafe(crypto.getRandomValues(new Uint8Array(16)));

const isExpired = (stored: string) => Number(stored.split(' ')[1]) + KEPT_MS < Date.now();

/** Returns the content with the sender's id, for a client's further person. */
const withPerson = (token: string, content: unknown) => {
  const personId = personIdIn(token);
  return personId === clientIdIn(token) ? content : [personId, content];
};

/**
 * Returns the key of an earlier attempt by the same sender with this content whose outcome is unknown, or a new one.
 * Staff send no token.
 */
export async function attemptWith(token: string | undefined, content: unknown): Promise<Attempt> {
  const [sender, sent] =
    token === undefined ? (['staff', content] as const) : (['client', withPerson(token, content)] as const);
  forgetAttempts(sender, isExpired);
  // The digest, so that no text stays in the storage.
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(sent)));
  const name = ATTEMPTS[sender] + urlSafe(new Uint8Array(digest));
  const stored = readKept(name) ?? `${newKey()} ${Date.now()}`;
  keep(name, stored);
  const [key = ''] = stored.split(' ');
  // A later attempt may have stored a key of its own.
  return { key, forget: () => readKept(name)?.startsWith(key) && keep(name, '') };
}

const ofFiles = new WeakMap<File, string>();

/** Returns the key of earlier attempts to send this file, or a new one. */
export function attemptWithFile(file: File): Attempt {
  const key = ofFiles.get(file) ?? newKey();
  ofFiles.set(file, key);
  return { key, forget: () => ofFiles.delete(file) };
}
