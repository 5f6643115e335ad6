import { useQuery } from '@tanstack/react-query';
import type { Adviser, ListedAdviser } from '#shared/contract/advisers.ts';
import { sortByName } from '#shared/rules/search.ts';
import { read } from '../../lib/query/query.ts';
import { useReach } from './reach.ts';

/** All accounts by name, for admins. The server sorts by code points, which would put "Émile" after "Zoe". */
export const advisersQuery = {
  ...read('GET /api/advisers'),
  select: (advisers: ListedAdviser[]) => sortByName(advisers, ({ name }) => name),
};

/** Returns the advisers whose clients the user sees. Undefined until admins have the list of accounts. */
export function useAdvisers(enabled = true): readonly Pick<Adviser, 'id' | 'name'>[] | undefined {
  const { advisers } = useReach();
  const { data } = useQuery({ ...advisersQuery, enabled: enabled && !advisers });
  return advisers ?? data;
}
