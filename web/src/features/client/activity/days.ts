import type { Activity } from '#shared/contract/messages.ts';
import { once } from '../../../lib/lazy/once.ts';

const time = once(() => new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' }));
const date = once(
  () => new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }),
);

/** "14:05" from an ISO time. */
export const timeOf = (at: string) => time().format(new Date(at));

/** The reader's day of an ISO time: "Today", "Yesterday", "Mon, 16 Nov 2026". */
function dayOf(at: string, now: Date): string {
  const moment = new Date(at);
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  if (moment.toDateString() === now.toDateString()) return 'Today';
  if (moment.toDateString() === yesterday.toDateString()) return 'Yesterday';
  return date().format(moment);
}

/** Lines of one day, the newest first. */
export interface ActivityDay {
  name: string;
  entries: Activity[];
}

/** Lines by the reader's day, in their order. */
export function byDay(entries: readonly Activity[], now: Date): ActivityDay[] {
  const days = Map.groupBy(entries, ({ at }) => dayOf(at, now));
  return [...days].map(([name, own]) => ({ name, entries: own }));
}
