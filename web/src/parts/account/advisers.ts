import type { ListedAdviser } from '#shared/contract/advisers.ts';
import { sortByName } from '#shared/rules/search.ts';
import { read } from '../../lib/query/query.ts';

/** All accounts by name, for admins. The server sorts by code points, which would put "Émile" after "Zoe". */
export const advisersQuery = {
  ...read('GET /api/advisers'),
  select: (advisers: ListedAdviser[]) => sortByName(advisers, ({ name }) => name),
};
