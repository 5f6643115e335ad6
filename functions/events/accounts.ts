import { unchanged } from '../aws/expressions.ts';
import { Conflict, deleteAll, get, query, tryUpdate } from '../aws/table.ts';
import { type AdviserItem, adviserKey } from '../domain/accounts/account.ts';
import { PASSKEYS, passkeyClaimKey } from '../domain/accounts/factors/passkeys.ts';
import { adviserIdOf, type ClientItem, clientKey } from '../domain/clients/client.ts';
import { type ActivityItem, dataOf } from '../services/audit-log/entry.ts';
import { timeOfKey } from '../services/keys/ids.ts';
import { adviserPartition, childKeyOf, clientIdOf } from '../services/keys/keys.ts';

// What is counted and noted by functions that may not write an account's card, which holds the role: its list is brought up to
// date by what follows from the line.

/** Brings what the list of accounts says of an adviser's clients up to what the account counts. */
async function listCount(adviserId: string): Promise<void> {
  const account = await get<AdviserItem>(adviserKey(adviserId));
  if (!account || account.card.clients === account.clientCount) return;
  const { clientCount } = account;
  const change = { set: { 'card/clients': clientCount }, when: [unchanged('clientCount', clientCount)] };
  if (!(await tryUpdate(account, change))) throw new Conflict();
}

/** Whose count of clients a line changed. */
async function countedIn(line: ActivityItem): Promise<(string | undefined)[]> {
  if (line.action === 'client-deleted') return [dataOf(line, line.action).adviserId];
  if (line.action === 'client-reassigned') {
    const { from, to } = dataOf(line, line.action);
    return [from?.id, to?.id];
  }
  const client = await get<ClientItem>(clientKey(clientIdOf(line)));
  return [client && adviserIdOf(client)];
}

/** Lists how many clients those have who got or lost one. */
export async function listClients(line: ActivityItem): Promise<void> {
  for (const adviserId of await countedIn(line)) if (adviserId) await listCount(adviserId);
}

/** Lists when an account was last signed in to. */
export async function listSignIn(line: ActivityItem): Promise<void> {
  const at = timeOfKey(childKeyOf(line));
  const account = await get<AdviserItem>(adviserKey(line.actorId));
  if (!account || (account.card.lastSignInAt ?? '') >= at) return;
  const before = unchanged('card/lastSignInAt', account.card.lastSignInAt);
  if (!(await tryUpdate(account, { set: { 'card/lastSignInAt': at }, when: [['pk', 'exists'], before] })))
    throw new Conflict();
}

/** Removes what hung off an account that was deleted: sessions, notices, choices, mail that waits, and its claims of passkeys. */
export async function sweepAccount(line: ActivityItem): Promise<void> {
  const id = line.v === 2 ? line.ref : undefined;
  if (id === undefined || (await get(adviserKey(id)))) return;
  const items = await query(adviserPartition(id), '');
  const passkeys = items.filter(({ sk }) => sk.startsWith(PASSKEYS));
  await deleteAll([...passkeys.map((passkey) => passkeyClaimKey(childKeyOf(passkey))), ...items]);
}
