import type { Location } from 'react-router';

/**
 * The entry of the browser's history whose place an address has: its own, or the one that a link leads back to. What was
 * scrolled and opened there is kept under it.
 */
export const placeOf = ({ key, state }: Pick<Location, 'key' | 'state'>): string =>
  typeof state?.place === 'string' ? state.place : key;
