import type { Location } from 'react-router';

type Place = Pick<Location, 'key' | 'state' | 'pathname' | 'search' | 'hash'>;

/**
 * The entry of the browser's history whose place an address has: its own, or the one that a link leads back to. What was
 * scrolled and opened there is kept under it. All pages that a tab opens anew have the router's key `default`: they are told
 * apart by their address.
 */
export const placeOf = ({ key, state, pathname, search, hash }: Place): string => {
  if (typeof state?.place === 'string') return state.place;
  return key === 'default' ? pathname + search + hash : key;
};
