import type { Key, Write } from '../../aws/table.ts';
import { adviserPartition } from '../keys.ts';

/** How many notices of an adviser are unread, and what changes when something is new for it. */
export interface CounterItem extends Key {
  v: 1;
  unread?: number;
  latest?: string;
}

/** Where an adviser's count is. */
export const counterKey = (adviserId: string): Key => ({ pk: adviserPartition(adviserId), sk: 'NOTICES' });

/** Counts notices as unread, or as read where `change` is below 0. */
export const countUnread = (adviserId: string, change: number, latest?: string): Write => ({
  update: counterKey(adviserId),
  change: { set: { v: 1, ...(latest !== undefined && { latest }) }, add: { unread: change } },
});

/** Lets an adviser's open pages know that something is new, without a notice of it. */
export const stir = (adviserId: string, at: string): Write => ({
  update: counterKey(adviserId),
  change: { set: { v: 1, latest: at } },
});
