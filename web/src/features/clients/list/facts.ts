import type { Client } from '#shared/contract/clients.ts';
import type { PendingTask } from '#shared/contract/tasks.ts';
import { RECENTLY_ADDED } from '#shared/rules/clients.ts';

const DAY_MS = 86_400_000;

/** Returns the whole days in the current stage; undefined if none is in progress or the client is completed. */
export const daysInStage = ({ stageSince, completed }: Client, now: Date): number | undefined =>
  stageSince && !completed ? Math.max(0, Math.floor((now.getTime() - Date.parse(stageSince)) / DAY_MS)) : undefined;

/** Returns the ISO time of the last change; undefined if nothing changed since the client was added. */
export const changedAt = ({ lastUpdate }: Client) => (lastUpdate === RECENTLY_ADDED ? undefined : lastUpdate);

/** Returns the earliest due date of open tasks, by client id. */
export function nextDueOf(tasks: readonly PendingTask[]): ReadonlyMap<string, string> {
  const due = new Map<string, string>();
  for (const { clientId, dueDate } of tasks)
    if (dueDate && dueDate < (due.get(clientId) ?? '\uffff')) due.set(clientId, dueDate);
  return due;
}
