import { CODE_MINUTES } from '#shared/rules/devices.ts';
import { clientIdIn } from '../client-id.ts';

const LIFE_MS = CODE_MINUTES * 60_000;
const keyOf = (token: string) => `code-sent-${clientIdIn(token)}`;

/** Runs something with the tab's own storage, which browsers may refuse. */
function withStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(window.sessionStorage);
  } catch {
    return undefined;
  }
}

/** When this tab last had a code mailed that still counts, in milliseconds; `undefined` where it had none. */
export function codeSentAt(token: string): number | undefined {
  const at = Number(withStorage((storage) => storage.getItem(keyOf(token))) ?? 0);
  return Date.now() - at < LIFE_MS ? at : undefined;
}

/** Remembers for this tab that a code was mailed now, so that a page that is loaded again asks for no other; gives the time. */
export function noteCodeSent(token: string): number {
  const now = Date.now();
  withStorage((storage) => storage.setItem(keyOf(token), String(now)));
  return now;
}

/** Forgets the code that was mailed: it has been used. */
export const forgetCode = (token: string) => withStorage((storage) => storage.removeItem(keyOf(token)));
