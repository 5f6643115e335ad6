import type { StuckClient } from '#shared/contract/stuck.ts';
import { sortByName } from '#shared/rules/search.ts';

/** Tabs by whom a client waits for; `ofFirm` is for lists of several advisers' clients. */
export const STUCK_VIEWS = [
  { id: '', label: 'All', ofFirm: 'All' },
  { id: 'adviser', label: 'You', ofFirm: 'Advisers' },
  { id: 'provider', label: 'Providers', ofFirm: 'Providers' },
  { id: 'client', label: 'Clients', ofFirm: 'Clients' },
  { id: 'nobody', label: 'Nobody', ofFirm: 'Nobody' },
] as const;

export const SORTS = [
  { id: '', label: 'Longest quiet' },
  { id: 'stage', label: 'Longest in stage' },
  { id: 'name', label: 'Client name' },
] as const;

/** Returns true for clients of a tab. A client who waits for several is in each of their tabs. */
export const isIn = ({ waitingFor }: StuckClient, view: string) =>
  view === 'nobody' ? waitingFor.length === 0 : waitingFor.some((who) => who === view);

/** Sorts clients. Those without a stage in progress are last by stage; the server sends the longest quiet first. */
export function sorted(clients: readonly StuckClient[], sort: string): readonly StuckClient[] {
  if (sort === 'stage') return clients.toSorted((a, b) => (b.daysInStage ?? -1) - (a.daysInStage ?? -1));
  return sort === 'name' ? sortByName(clients, ({ clientName }) => clientName) : clients;
}
