import type { Client } from '#shared/contract/clients.ts';
import type { PendingTask } from '#shared/contract/tasks.ts';
import { RECENTLY_ADDED } from '#shared/rules/clients.ts';

const DAY_MS = 86_400_000;

/** Whole days for which a client is at the stage that is in progress; undefined where none is. */
export const daysInStage = ({ stageSince, completed }: Client, now: Date): number | undefined =>
  stageSince && !completed ? Math.max(0, Math.floor((now.getTime() - Date.parse(stageSince)) / DAY_MS)) : undefined;

/** When something about a client changed last, ISO; undefined where nothing did since it was added. */
export const changedAt = ({ lastUpdate }: Client) => (lastUpdate === RECENTLY_ADDED ? undefined : lastUpdate);

/** The earliest due date of each client's open tasks. */
export function nextDueOf(tasks: readonly PendingTask[]): ReadonlyMap<string, string> {
  const due = new Map<string, string>();
  for (const { clientId, dueDate } of tasks)
    if (dueDate && dueDate < (due.get(clientId) ?? '\uffff')) due.set(clientId, dueDate);
  return due;
}
