import type { Location } from 'react-router';

type Place = Pick<Location, 'key' | 'state' | 'pathname' | 'search' | 'hash'>;

/**
 * Key of the history entry for an address, under which its scroll position and state are stored. Links back carry the
 * key of the entry they return to. The first page of every tab has the router's key `default`, so its address is used.
 */
export const addressOfPlace = ({ key, state, pathname, search, hash }: Place): string => {
  if (typeof state?.place === 'string') return state.place;
  return key === 'default' ? pathname + search + hash : key;
};
