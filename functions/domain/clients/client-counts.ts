import { countClients, type DashboardStats } from '#shared/rules/clients.ts';
import { type Condition, type ItemChange, unchanged } from '../../aws/expressions.ts';
import type { Write } from '../../aws/table.ts';
import { SUMMARY } from '../../aws/table-index.ts';
import { allCounts, type ClientCounts, countsKey, readClientCounts } from '../../services/client-counts.ts';
import { invalid } from '../../services/errors.ts';
import type { Staff } from '../accounts/session.ts';
import { adviserIdOf, type ClientRow, toFacts } from './client.ts';

/** A client with the facts that its adviser's counts depend on. */
type Counted = Pick<ClientRow, 'gpk' | 'summary'>;

const NONE = countClients([]);
const NAMES = Object.keys(NONE) as (keyof DashboardStats)[];

const statsOf = (client: Counted | undefined) => (client ? countClients([toFacts(client)]) : NONE);

const sumOf = (all: readonly DashboardStats[]) =>
  Object.fromEntries(NAMES.map((name) => [name, all.reduce((sum, one) => sum + one[name], 0)])) as Record<
    keyof DashboardStats,
    number
  >;

function countWrite(adviserId: string, before: Counted | undefined, after: Counted | undefined): Write[] {
  const [was, is] = [statsOf(before), statsOf(after)];
  const differing = NAMES.filter((name) => is[name] !== was[name]);
  if (differing.length === 0) return [];
  const add = Object.fromEntries(differing.map((name) => [name, is[name] - was[name]]));
  const change: ItemChange = { set: { v: 1 }, add };
  if (before) return [{ update: countsKey(adviserId), change }];
  // The counts exist as long as the account.
  const refuse = invalid('adviserId', 'This adviser does not exist');
  return [{ update: countsKey(adviserId), change: { ...change, when: [['pk', 'exists']] }, refuse }];
}

/**
 * Returns the writes that count a change of a client for its adviser, or its move to another; none if no count changes.
 * `before` is missing for a new client, `after` for a deleted one. One throws 400 for a new adviser who does not exist.
 */
export function countWrites(before: Counted | undefined, after: Counted | undefined): Write[] {
  if (before && before.gpk === after?.gpk) return countWrite(adviserIdOf(before), before, after);
  return [
    ...(after ? countWrite(adviserIdOf(after), undefined, after) : []),
    ...(before ? countWrite(adviserIdOf(before), before, undefined) : []),
  ];
}

const FACTS = ['status', 'completedAt', 'openAdviserTasks', 'openClientTasks'] as const;

/** Fails the write if a counted fact of the client changed since it was read. */
export const countedAsRead = ({ summary }: Counted): Condition[] =>
  FACTS.map((fact) => unchanged(`${SUMMARY}/${fact}`, summary[fact]));

/** Returns the writes that count a change of a client's item, and the conditions on which they are exact. */
export function countsOfChange(
  client: Counted,
  { set = {}, add = {} }: ItemChange,
): { writes: Write[]; when: readonly Condition[] } {
  const path = (fact: (typeof FACTS)[number]) => `${SUMMARY}/${fact}`;
  const given = FACTS.filter((fact) => path(fact) in set);
  const sums = FACTS.filter((fact) => add[path(fact)] !== undefined);
  const after = {
    gpk: typeof set.gpk === 'string' ? set.gpk : client.gpk,
    summary: {
      ...client.summary,
      ...Object.fromEntries(given.map((fact) => [fact, set[path(fact)]])),
      ...Object.fromEntries(sums.map((fact) => [fact, Number(client.summary[fact] ?? 0) + (add[path(fact)] ?? 0)])),
    },
  };
  // Numbers that are only added to are exact without a condition.
  const isRead = given.length > 0 || after.gpk !== client.gpk;
  return { writes: countWrites(client, after), when: isRead ? countedAsRead(client) : [] };
}

/** Reads an adviser's own counts while the session is still being verified. */
export const ownCounts = async ({ adviserId }: { adviserId: string | undefined }) =>
  adviserId === undefined ? undefined : readClientCounts(adviserId);

/** Returns the numbers of the clients that the caller may see. */
export async function clientStats(actor: Staff, own: ClientCounts | undefined): Promise<DashboardStats> {
  if (actor.kind === 'admin') return sumOf(await allCounts());
  const others = await Promise.all(actor.works.map(({ id }) => readClientCounts(id)));
  return sumOf([own, ...others].filter((counts) => counts !== undefined));
}
