import type { Key } from '../../aws/table.ts';
import type { ClientItem } from './client.ts';

/** An item with a portal link, and with the name and mailbox of its holder. */
export type LinkItem = Key &
  Pick<
    ClientItem,
    'tokenVersion' | 'deviceVersion' | 'linkIssuedAt' | 'linkUsedAt' | 'linkMailedTo' | 'linkMailedAt' | 'renewedFrom'
  > & { summary: Pick<ClientItem['summary'], 'name' | 'email' | 'phone' | 'mailProblem'> };

/** Somebody with a portal link to a client's page. */
export interface Person {
  client: ClientItem;
  /** Item with the person's link. The first person's is the client's. */
  own: LinkItem;
}

export const firstPerson = (client: ClientItem): Person => ({ client, own: client });
