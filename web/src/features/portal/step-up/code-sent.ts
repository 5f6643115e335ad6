import { CODE_MINUTES } from '#shared/rules/devices.ts';
import { inTab } from '../../../lib/storage/storage.ts';
import { clientIdIn } from '../client-id.ts';

const LIFE_MS = CODE_MINUTES * 60_000;
const keyOf = (token: string) => `code-sent-${clientIdIn(token)}`;

/** When this tab last had a code mailed that still counts, in milliseconds; `undefined` where it had none. */
export function codeSentAt(token: string): number | undefined {
  const at = Number(inTab((storage) => storage.getItem(keyOf(token))) ?? 0);
  return Date.now() - at < LIFE_MS ? at : undefined;
}

/** Remembers for this tab that a code was mailed now, so that a page that is loaded again asks for no other; gives the time. */
export function noteCodeSent(token: string): number {
  const now = Date.now();
  inTab((storage) => storage.setItem(keyOf(token), String(now)));
  return now;
}

/** Forgets the code that was mailed: it has been used. */
export const forgetCode = (token: string) => inTab((storage) => storage.removeItem(keyOf(token)));
