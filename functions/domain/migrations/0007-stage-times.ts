import { type ClientItem, clientKey, sinceByStage } from '../clients/client.ts';
import type { Migration } from './migration.ts';

/** Lists say since when a client is at its stage, which stood only in the client's journey. */
export const stageTimes: Migration = {
  number: 7,
  name: 'say in lists since when a stage is in progress',
  migrate: (item) => {
    if (item.sk !== clientKey('').sk || !('card' in item)) return item;
    const { card, stages } = item as typeof item & ClientItem;
    return card.since ? item : { ...item, card: { ...card, since: sinceByStage(stages) } };
  },
};
