import { PREFIX } from '../../services/keys/keys.ts';
import type { Migration } from './migration.ts';

/** Lines of a client's record name jobs by the word that the contract has for them now. */
export const actors: Migration = {
  number: 5,
  name: 'name jobs in the record as the system',
  migrate: (item) =>
    item.sk.startsWith(PREFIX.activity) && item.actorType === 'service' ? { ...item, actorType: 'system' } : item,
};
