import { OPEN_KINDS, whoOf } from './open-kinds.ts';
import type { OpenItem } from './open-work.ts';

export const isDue = ({ due }: OpenItem, today: string): boolean => due !== null && due <= today;

/** Sorts after every day. */
const LAST = '9999';

/** Returns the sort key of the adviser's due items, of providers, of clients by due day, and of what is not due yet. */
function orderOf(open: OpenItem, today: string): string {
  const who = whoOf(open);
  const kind = String(OPEN_KINDS.indexOf(open.kind)).padStart(2, '0');
  const days = `${open.due ?? LAST} ${kind} ${open.since ?? ''}`;
  if (who === 'client') return `2 ${days}`;
  if (who === 'provider') return `1 ${open.since ?? LAST}`;
  return isDue(open, today) ? `0 ${kind} ${days}` : `3 ${days}`;
}

/** Compares open items for sorting, most urgent first. */
export function byUrgency(today: string) {
  return (a: OpenItem, b: OpenItem) => {
    const [first, second] = [orderOf(a, today), orderOf(b, today)];
    return Number(first > second) - Number(first < second);
  };
}
