import type { ItemChange } from '../aws/expressions.ts';

/** Changes that an item remembers: those of 30 seconds in a firm with 15,000 changes a working day. */
const REMEMBERED = 16;
/** Blank for a change that may concern more than one client. */
const UNKNOWN = '';

type Slot = `recent${number}`;

/** Clients of the last changes, newest first in `recent0`, and the number of all changes so far. */
export interface RecentChanges {
  changes?: number;
  [slot: Slot]: string;
}

type Remembering = RecentChanges | undefined;

const SLOTS = Array.from({ length: REMEMBERED }, (_, i): Slot => `recent${i}`);

/** Attributes of the remembered changes. */
export const RECENT: Readonly<Record<'changes' | Slot, true>> = {
  changes: true,
  ...Object.fromEntries(SLOTS.map((slot) => [slot, true as const])),
};

/** Each slot takes the value of the one before. This needs no read and no condition, unlike a list. */
const SHIFT = Object.fromEntries(SLOTS.slice(1).map((slot, i) => [slot, `recent${i}`]));

/** Returns what counts and remembers a change in its item. A change that arrives again is counted again. */
export const noteChanged = (clientId = UNKNOWN): ItemChange => ({
  set: { recent0: clientId },
  copy: SHIFT,
  add: { changes: 1 },
});

/** Returns the clients of all changes after the first `seen` ones; undefined if one of them is not known. */
function changedSince(item: Remembering, seen: number): string[] | undefined {
  const fresh = (item?.changes ?? 0) - seen;
  if (fresh < 0 || fresh > REMEMBERED) return undefined;
  const ids = SLOTS.slice(0, fresh).map((slot) => item?.[slot] ?? UNKNOWN);
  return ids.includes(UNKNOWN) ? undefined : ids;
}

/** Returns how far somebody who reads these items has read, for {@link changedIn} later. */
export const positionOf = (items: readonly Remembering[]): string => items.map((item) => item?.changes ?? 0).join('.');

/** Returns the clients that changed since a position; null if that is not certain. */
export function changedIn(items: readonly Remembering[], position: string | undefined): string[] | null {
  const seen = position?.split('.').map(Number) ?? [];
  if (seen.length !== items.length) return null;
  const parts = items.map((item, i) => changedSince(item, seen[i] ?? 0));
  return parts.includes(undefined) ? null : [...new Set(parts.flatMap((ids = []) => ids))];
}
