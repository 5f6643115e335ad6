import type { Client } from '#shared/contract/clients.ts';
import { type Load, NO_LOAD } from '#shared/rules/client-load.ts';
import { RECENTLY_ADDED } from '#shared/rules/clients.ts';
import { type StuckFacts, stillFor } from '#shared/rules/stuck.ts';
import type { Settings } from '../../services/settings.ts';
import { openCountsOf, toClient } from '../clients/client.ts';
import { calendarOf } from '../loas/loa.ts';
import { isClient, isTask } from '../tasks/task.ts';
import type { AnyRow } from './open-work.ts';

/** Returns the facts on which it depends if a client is stuck. */
export const stuckFacts = (client: Omit<Client, 'waitingFor'>): StuckFacts => ({
  ...client,
  lastUpdate: client.lastUpdate === RECENTLY_ADDED ? client.createdAt : client.lastUpdate,
  helpSince: client.stuckSince,
});

const COUNTED = { open: 'task', review: 'review', chase: 'chase', unread: 'message', help: 'help' } as const;

/**
 * Counts what an adviser has in hand. Rows of clients hold the numbers of their open items; of other rows only late tasks
 * are needed.
 */
export function loadIn(rows: readonly AnyRow[], settings: Settings, now: Date): Load {
  const calendar = calendarOf(now, settings);
  const load = { ...NO_LOAD };
  const clients = rows.filter(isClient);
  for (const row of clients) {
    const client = toClient(row, '');
    const counts = openCountsOf(client, row, calendar);
    if (!client.completed) load.active += 1;
    if (stillFor(stuckFacts(client), settings.insight, calendar)) load.stuck += 1;
    for (const [name, kind] of Object.entries(COUNTED)) load[name as keyof typeof COUNTED] += counts[kind] ?? 0;
  }
  const own = new Set(clients.map(({ pk }) => pk));
  load.overdue = rows.filter(isTask).filter(({ pk, summary: { responsibility, dueDate } }) => {
    const isLate = dueDate !== undefined && dueDate < calendar.today;
    return isLate && responsibility === 'adviser' && own.has(pk);
  }).length;
  return load;
}
