import type { Client } from '#shared/contract/clients.ts';
import type { Calendar } from '#shared/rules/working-days.ts';
import { getTogether, type Key } from '../../aws/table.ts';
import { idOf } from '../../services/keys/keys.ts';
import { type AdviserItem, adviserKey } from '../accounts/account.ts';
import type { Staff } from '../accounts/session.ts';
import { adviserIdOf, type ClientItem, clientKey, toListedClient } from './client.ts';
import { newestFirst } from './firm-lists.ts';
import { reaches, workedFor } from './reach.ts';

const readAll = async <T extends Key>(keys: readonly Key[]) =>
  keys.length > 0 ? ((await getTogether(keys)) as Key[] as T[]) : [];

/** Reads clients by id while the session is still being verified. Leaves out those that do not exist. */
export const readChosen = (ids: readonly string[]) => readAll<ClientItem>(ids.map(clientKey));

/** Returns those of the clients that the caller may see, as the list shows them. */
export async function chosenClients(actor: Staff, found: readonly ClientItem[], calendar: Calendar): Promise<Client[]> {
  const seen = found.filter((client) => reaches(actor, adviserIdOf(client)));
  const known = workedFor(actor);
  const others = [...new Set(seen.map(adviserIdOf))].filter((id) => !known.has(id));
  const accounts = await readAll<AdviserItem>(others.map(adviserKey));
  const names = new Map([...known, ...accounts.map(({ pk, summary }) => [idOf(pk), summary.name] as const)]);
  return seen.sort(newestFirst).map((client) => toListedClient(client, names.get(adviserIdOf(client)) ?? '', calendar));
}
