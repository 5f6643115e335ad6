import { inBrowser } from '../storage/storage.ts';
import { ATTEMPTS, type Sender } from './stored-attempts.ts';

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

/** Used if the browser's storage is blocked or full. */
const inPage = new Map<string, string>();

const read = (name: string) => inBrowser((storage) => storage.getItem(name)) ?? inPage.get(name);

function write(name: string, value: string): void {
  const isStored = inBrowser((storage) => {
    storage.setItem(name, value);
    return true;
  });
  if (!isStored) inPage.set(name, value);
}

function remove(name: string): void {
  inPage.delete(name);
  inBrowser((storage) => storage.removeItem(name));
}

const isExpired = (stored: string) => Number(stored.split(' ')[1]) + KEPT_MS < Date.now();

function removeExpired(prefix: string): void {
  const names = inBrowser((storage) => Object.keys(storage)) ?? [];
  for (const name of names) if (name.startsWith(prefix) && isExpired(read(name) ?? '')) remove(name);
}

/** Returns the key of an earlier attempt with this content whose outcome is unknown, or a new one. */
export async function attemptWith(sender: Sender, content: unknown): Promise<Attempt> {
  removeExpired(ATTEMPTS[sender]);
  // The digest, so that no text stays in the storage.
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(content)));
  const name = ATTEMPTS[sender] + urlSafe(new Uint8Array(digest));
  const [key = ''] = (read(name) ?? `${newKey()} ${Date.now()}`).split(' ');
  if (!read(name)) write(name, `${key} ${Date.now()}`);
  // A later attempt may have stored a key of its own.
  return { key, forget: () => read(name)?.startsWith(key) && remove(name) };
}

const ofFiles = new WeakMap<File, string>();

/** Returns the key of earlier attempts to send this file, or a new one. */
export function attemptWithFile(file: File): Attempt {
  const key = ofFiles.get(file) ?? newKey();
  ofFiles.set(file, key);
  return { key, forget: () => ofFiles.delete(file) };
}
