import type { Client } from '#shared/contract/clients.ts';
import { get, transact } from '../../aws/table.ts';
import { forbidden, invalid } from '../../services/errors.ts';
import { type Creation, creationWrites } from '../../services/idempotency.ts';
import { newId } from '../../services/keys/keys.ts';
import type { Staff } from '../accounts/session.ts';
import { adviserNameOf, assignee } from './assignments.ts';
import { adviserIdOf, type ClientItem, clientIndexKeys, clientKey } from './client.ts';
import { countWrites } from './client-counts.ts';
import { entryWritesAt } from './client-writes.ts';
import { linkSeenWrite } from './portal-link.ts';
import { reaches } from './reach.ts';
import { searchWordWrites } from './search-words.ts';

type NewClient = Pick<Client, 'name' | 'email'> & { phone?: string | null | undefined; adviserId?: string | undefined };

async function adviserFor(actor: Staff, adviserId: string | undefined): Promise<{ id: string; name: string }> {
  if (actor.kind === 'admin' && !adviserId) throw invalid('adviserId', 'Please select an adviser');
  if (adviserId && !reaches(actor, adviserId)) throw forbidden('Only an admin can assign a client to another adviser');
  if (adviserId === undefined || adviserId === actor.id) return actor;
  return { id: adviserId, name: (await assignee(adviserId)).summary.name };
}

export const newClientItem = (
  id: string,
  adviserId: string,
  { name, email, phone }: Pick<NewClient, 'name' | 'email' | 'phone'>,
  now: Date,
): ClientItem => ({
  ...clientKey(id),
  ...clientIndexKeys(id, adviserId, now.toISOString()),
  v: 1,
  summary: {
    name,
    email,
    ...(phone && { phone }),
    status: 'on_target',
    links: {},
    top: {},
    since: {},
    openAdviserTasks: 0,
    openClientTasks: 0,
    letters: {},
    unread: 0,
  },
  stages: {},
  documents: {},
  totalDocuments: 0,
  totalTasks: 0,
  totalBytes: 0,
  tokenVersion: 1,
  linkIssuedAt: now.toISOString(),
});

interface CreatedClient {
  client: ClientItem;
  adviserName: string;
}

export async function createClient(
  { actor, now, creation }: { actor: Staff; now: Date; creation?: Creation | undefined },
  given: NewClient,
): Promise<CreatedClient> {
  const adviser = await adviserFor(actor, given.adviserId);
  const id = newId();
  const client = newClientItem(id, adviser.id, given, now);
  // The response contains the token, so the link counts as revealed.
  const entry = entryWritesAt({ actor, client, now }, [
    { action: 'client-created', data: adviser.id === actor.id ? {} : { adviserId: adviser.id } },
    { action: 'portal-link-revealed', data: { created: true } },
  ]);
  await transact([
    { put: { ...client }, when: [['pk', 'absent']] },
    ...creationWrites(creation, [id], now),
    ...searchWordWrites(id, undefined, client.summary),
    ...countWrites(undefined, client),
    ...entry,
    linkSeenWrite(actor, id, now),
  ]);
  return { client, adviserName: adviser.name };
}

/** Reads a client that an earlier attempt created; undefined if the caller does not have it any more. */
export async function createdClient(id: string, actor: Staff): Promise<CreatedClient | undefined> {
  const client = await get<ClientItem>(clientKey(id));
  if (!client || !reaches(actor, adviserIdOf(client)) || client.deleting) return undefined;
  return { client, adviserName: await adviserNameOf(client, actor) };
}
