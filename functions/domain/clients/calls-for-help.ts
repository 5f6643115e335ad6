import { type ItemChange, unchanged } from '../../aws/expressions.ts';
import type { ClientItem } from './client.ts';

export interface CallForHelp {
  /** Id of the task or document request that it is about, if any. */
  task?: string;
  request?: string;
  /** ISO time. */
  since: string;
}

export type HelpSubject = Pick<CallForHelp, 'task' | 'request'>;

const idIn = ({ task, request }: HelpSubject) => task ?? request;

function setCalls({ calls: before }: ClientItem, calls: readonly CallForHelp[]): ItemChange {
  const set = { calls: calls.length > 0 ? calls : undefined, 'summary/helpSince': calls[0]?.since };
  return { set, when: [unchanged('calls', before)] };
}

export const NO_CALLS = { calls: undefined, 'summary/helpSince': undefined } as const;

/** Adds a call for help. One that is open for the same subject keeps its time. */
export function addCall(client: ClientItem, subject: HelpSubject, now: Date): ItemChange {
  const { calls = [] } = client;
  if (calls.some((call) => idIn(call) === idIn(subject))) return {};
  return setCalls(client, [...calls, { ...subject, since: now.toISOString() }]);
}

/** Ends the call for help with a task or request. Returns undefined if there is none. */
export function endCallAbout(client: ClientItem, id: string): ItemChange | undefined {
  const { calls = [] } = client;
  const others = calls.filter((call) => idIn(call) !== id);
  return others.length === calls.length ? undefined : setCalls(client, others);
}
