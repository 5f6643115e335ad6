import type { Key, Write } from '../../aws/table.ts';
import { removedAfter } from '../../aws/table-index.ts';
import { itemKey } from '../../services/keys/keys.ts';
import * as KEYS from '../../services/keys/kinds.ts';

/** How long a browser in which nobody signs in stays known, in seconds: as long as it keeps its cookie. */
const KNOWN_SECONDS = 400 * 24 * 60 * 60;

/** A browser in which somebody signed in to an account. */
export interface StaffDevice extends Key {
  v: 1;
  label: string;
  /** When somebody first and last signed in with it, ISO. */
  firstAt: string;
  lastAt: string;
  ttl: number;
}

/** Where a browser of an account is, by what stands for the browser. */
export const staffDeviceKey = (adviserId: string, mark: string) => itemKey(KEYS.knownBrowser, adviserId, mark);

/** Notes that somebody signs in with a browser that an account may know already, as `known`. */
export function knowDevice(key: Key, known: StaffDevice | undefined, label: string, now: Date): Write {
  const lastAt = now.toISOString();
  const until = removedAfter(Math.floor(now.getTime() / 1000) + KNOWN_SECONDS);
  return { put: { ...key, v: 1, label, firstAt: known?.firstAt ?? lastAt, lastAt, ...until } };
}
