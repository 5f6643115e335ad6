import { type ClientItem, clientKey, createdAtOf } from '../clients/client.ts';
import type { Migration } from './migration.ts';

/**
 * Links from before it was noted where they were mailed to count as mailed to their client's present address, as nobody knows
 * better: a corrected address voids them, too.
 */
export const linkAddresses: Migration = {
  number: 6,
  name: 'say when links were made, and where they were mailed to',
  migrate: (item) => {
    if (item.sk !== clientKey('').sk || 'linkIssuedAt' in item || !('card' in item)) return item;
    const client = item as typeof item & ClientItem;
    return { ...item, linkIssuedAt: createdAtOf(client), linkMailedTo: client.card.email };
  },
};
