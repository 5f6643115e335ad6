import type { StuckClient } from '#shared/contract/insight.ts';
import type { StuckReason } from '#shared/rules/chase/stuck.ts';
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

const TASK: Target = { label: 'Open Task', kind: 'task-noted' };
const LETTER: Target = { label: 'Open Letter', kind: 'loa-due' };
const ANSWER: Target = { label: 'Answer', kind: 'message' };

const TARGETS = {
  help: ANSWER,
  review: { label: 'Review', kind: 'request' },
  unread: ANSWER,
  own: TASK,
  provider: LETTER,
} as const satisfies Partial<Record<StuckReason, Target>>;

/** Returns the target of what is planned: a task, whose title is quoted, or a letter to send. */
const laterTarget = ({ text }: StuckClient) => (text.startsWith('“') ? TASK : LETTER);

/** Returns the label and address of the link that a client's reason needs. */
export function linkOf(client: StuckClient & { reason: keyof typeof TARGETS | 'later' }) {
  const { reason, clientId, ref } = client;
  const { label, kind } = reason === 'later' ? laterTarget(client) : TARGETS[reason];
  return { label, to: clientPath(clientId) + hashOf({ kind, ref }) };
}
