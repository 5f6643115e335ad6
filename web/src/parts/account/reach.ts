import type { Me } from '#shared/contract/advisers.ts';
import { useMe } from './me.ts';

/** Returns whose clients a member of staff sees; `advisers` has oneself first, and is missing for admins, who see all. */
export function reachOf({ id, name, role, works = [] }: Me) {
  const isAdmin = role === 'admin';
  return {
    isAdmin,
    /** True if lists can have clients of several advisers, so that these are named and chosen. */
    seesOthers: isAdmin || works.length > 0,
    advisers: isAdmin ? undefined : [{ id, name }, ...works],
  };
}

export type Reach = ReturnType<typeof reachOf>;

export const useReach = () => reachOf(useMe());
