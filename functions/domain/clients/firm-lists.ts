import { countClients, type DashboardStats } from '#shared/rules/clients.ts';
import { queryIndex, type Range, type Row } from '../../aws/table.ts';
import { adviserPartition, idOf, PREFIX } from '../../services/keys/keys.ts';
import { allAdvisers } from '../accounts/account.ts';
import type { Staff } from '../accounts/actor.ts';
import { type ClientRow, toFacts } from './client.ts';

/** An adviser's part of a list, which is read while the identity is still being checked. */
export const ownPart = async <T extends Row<unknown>>(adviserId: string | undefined, prefix: string, range?: Range) =>
  adviserId === undefined ? [] : queryIndex<T>(adviserPartition(adviserId), prefix, range);

/** The items of a list, and the names of their advisers by id. */
interface Whole<T> {
  items: T[];
  names: ReadonlyMap<string, string>;
}

/** A whole list: an adviser's own part, or for an admin everyone's, the others' parts read in parallel. */
export async function wholeList<T extends Row<unknown>>(
  actor: Staff,
  own: T[],
  prefix: string,
  range?: Range,
): Promise<Whole<T>> {
  const self = [actor.id, actor.name] as const;
  if (actor.kind === 'adviser') return { items: own, names: new Map([self]) };
  const everyone = (await allAdvisers()).map(({ pk, card }) => [idOf(pk), card.name] as const);
  const others = everyone.filter(([id]) => id !== actor.id);
  const parts = await Promise.all(others.map(([id]) => queryIndex<T>(adviserPartition(id), prefix, range)));
  return { items: [...own, ...parts.flat()], names: new Map([self, ...others]) };
}

/** An adviser's own clients, which are read while the identity is still being checked. */
export const ownClients = ({ adviserId }: { adviserId: string | undefined }) =>
  ownPart<ClientRow>(adviserId, PREFIX.indexedClient);

/** The dashboard's numbers of all clients that someone may see, from their cards (contract, dashboard). */
export async function clientStats(actor: Staff, own: ClientRow[]): Promise<DashboardStats> {
  const { items } = await wholeList(actor, own, PREFIX.indexedClient);
  return countClients(items.map(toFacts));
}
