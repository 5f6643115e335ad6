import { transact } from '../../aws/table.ts';
import { newId } from '../../services/keys/ids.ts';
import type { Staff } from '../accounts/actor.ts';
import { countClients } from './assignments.ts';
import { lines } from './change.ts';
import { type ClientItem, clientIndexKeys, clientKey } from './client.ts';
import { seeLink } from './seen-links.ts';

/** Makes a client with its journey, in one transaction with its adviser's count. Throws 400 where the adviser is gone. */
export async function createClient(
  actor: Staff,
  given: { name: string; email: string; phone?: string | null | undefined },
  adviserId: string,
  now: Date,
): Promise<ClientItem> {
  const id = newId();
  const client: ClientItem = {
    ...clientKey(id),
    ...clientIndexKeys(id, adviserId, now.toISOString()),
    v: 1,
    card: {
      name: given.name,
      email: given.email,
      ...(given.phone && { phone: given.phone }),
      status: 'on_target',
      links: {},
      top: {},
      since: {},
      openAdviserTasks: 0,
      openClientTasks: 0,
      unread: 0,
    },
    stages: {},
    documents: {},
    totalDocuments: 0,
    totalTasks: 0,
    tokenVersion: 1,
    linkIssuedAt: now.toISOString(),
  };
  // Whoever makes a client is answered with its token.
  const record = lines({ actor, client, now }, [
    { action: 'client-created', data: {} },
    { action: 'portal-link-revealed', data: {} },
  ]);
  await transact([
    { put: { ...client }, when: [['pk', 'absent']] },
    countClients(adviserId, 1),
    ...record,
    seeLink(actor, id, now),
  ]);
  return client;
}
