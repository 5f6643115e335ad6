import { type ItemChange, unchanged } from '../../aws/expressions.ts';
import type { ClientItem } from './client.ts';

export interface CallForHelp {
  /** Id of the task that it is about, if any. */
  task?: string;
  /** ISO time. */
  since: string;
}

function setCalls({ calls: before }: ClientItem, calls: readonly CallForHelp[]): ItemChange {
  const set = { calls: calls.length > 0 ? calls : undefined, 'card/stuckSince': calls[0]?.since };
  return { set, when: [unchanged('calls', before)] };
}

export const NO_CALLS = { calls: undefined, 'card/stuckSince': undefined } as const;

/** Adds a call for help. One that is open for the same task keeps its time. */
export function addCall(client: ClientItem, task: string | undefined, now: Date): ItemChange {
  const { calls = [] } = client;
  if (calls.some((call) => call.task === task)) return {};
  return setCalls(client, [...calls, { ...(task && { task }), since: now.toISOString() }]);
}

/** Ends the call for help with a task. Returns undefined if there is none. */
export function endCallAbout(client: ClientItem, task: string): ItemChange | undefined {
  const { calls = [] } = client;
  if (!calls.some((call) => call.task === task)) return undefined;
  return setCalls(
    client,
    calls.filter((call) => call.task !== task),
  );
}
