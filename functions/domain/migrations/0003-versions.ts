import type { Migration } from './migration.ts';

/** Every item says in which form it is stored. */
export const versions: Migration = {
  number: 3,
  name: 'give every item a version',
  migrate: (item) => ('v' in item ? item : { ...item, v: 1 }),
};
