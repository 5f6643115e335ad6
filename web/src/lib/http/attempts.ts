import { keep, readKept } from '../storage/storage.ts';
import { ATTEMPTS, forgetAttempts, type Sender } from './stored-attempts.ts';

/** Later, the same content is more likely meant to be sent again than to be the repeat of a lost attempt. */
const KEPT_MS = 24 * 60 * 60_000;

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

/** Returns the key of an earlier attempt with this content whose outcome is unknown, or a new one. */
export async function attemptWith(sender: Sender, content: unknown): Promise<Attempt> {
  forgetAttempts(sender, isExpired);
  // The digest, so that no text stays in the storage.
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(content)));
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
