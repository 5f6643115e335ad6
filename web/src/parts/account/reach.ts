import { useMe } from './me.ts';

/** Returns whose clients the user sees. `advisers` begins with the user, and is missing for admins, who see all. */
export function useReach() {
  const { id, name, role, works = [] } = useMe();
  const isAdmin = role === 'admin';
  return {
    isAdmin,
    /** True if lists can have clients of several advisers, so that these are named and chosen. */
    seesOthers: isAdmin || works.length > 0,
    advisers: isAdmin ? undefined : [{ id, name }, ...works],
  };
}

export type Reach = ReturnType<typeof useReach>;
