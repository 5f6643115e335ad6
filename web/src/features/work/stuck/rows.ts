import type { StuckClient } from '#shared/contract/insight.ts';
import type { StuckSubject } from '#shared/rules/chase/stuck.ts';
import { hashOf, type NoticeKind } from '#shared/rules/notices.ts';
import { sortByName } from '#shared/rules/search.ts';
import { clientPath } from '../../../lib/navigation/paths.ts';

/** Tabs by whom a client waits for; admins see the clients of several advisers. */
export const VIEWS = [
  { id: '', label: 'All', ofFirm: 'All' },
  { id: 'you', label: 'You', ofFirm: 'Advisers' },
  { id: 'provider', label: 'Providers', ofFirm: 'Providers' },
  { id: 'client', label: 'Clients', ofFirm: 'Clients' },
  { id: 'nobody', label: 'Nobody', ofFirm: 'Nobody' },
] as const;

export const SORTS = [
  { id: '', label: 'Longest quiet' },
  { id: 'stage', label: 'Longest in stage' },
  { id: 'name', label: 'Client name' },
] as const;

/** Sorts clients. Those without a stage in progress are last by stage; the server sends the longest quiet first. */
export function sorted(clients: readonly StuckClient[], sort: string): readonly StuckClient[] {
  if (sort === 'stage') return clients.toSorted((a, b) => (b.daysInStage ?? -1) - (a.daysInStage ?? -1));
  return sort === 'name' ? sortByName(clients, ({ clientName }) => clientName) : clients;
}

interface Target {
  label: string;
  /** Kind of notice that leads to the same place. */
  kind: NoticeKind;
}

const TARGETS: Readonly<Record<StuckSubject, Target>> = {
  messages: { label: 'Answer', kind: 'message' },
  request: { label: 'Review', kind: 'request' },
  task: { label: 'Open Task', kind: 'task-noted' },
  loa: { label: 'Open Letter', kind: 'loa-due' },
};

/** Returns the label and address of the link to what a client's reason is about. */
export function linkOf({ clientId, ref }: StuckClient, about: StuckSubject) {
  const { label, kind } = TARGETS[about];
  return { label, to: clientPath(clientId) + hashOf({ kind, ref }) };
}
