import { get, type Key } from '../../aws/table.ts';
import { childId, parseChildId } from './ids.ts';
import * as KEYS from './kinds.ts';

/** Keys of a kind of item. */
interface Kind extends Key {
  row?: string;
}

/** Returns the key of an item: what follows the prefix of its partition, and of its sort key. */
export const itemKey = ({ pk, sk }: Kind, owner = '', rest = ''): Key => ({ pk: pk + owner, sk: sk + rest });

const fits = (key: string, wanted: string) => (wanted.endsWith('#') ? key.startsWith(wanted) : key === wanted);

/** Returns true if an item is of a kind. */
export const isOf = (kind: Kind, { pk, sk }: Key) => fits(pk, kind.pk) && fits(sk, kind.sk);

/** The index partition of an adviser: its clients and their open tasks. */
export const adviserPartition = (adviserId: string) => KEYS.account.pk + adviserId;

/** Returns what follows the prefix of a key. */
export const idOf = (key: string) => key.slice(key.indexOf('#') + 1);

/** The index partition of all advisers. */
export const DIRECTORY = 'ADVISERS';

/** Sort-key prefixes; `CLIENT` takes in the client, its documents and its tasks. */
export const PREFIX = {
  file: KEYS.client.sk,
  document: KEYS.document.sk,
  task: KEYS.task.sk,
  plan: KEYS.plan.sk,
  message: KEYS.message.sk,
  activity: KEYS.entry.sk,
  indexedClient: KEYS.client.row,
  indexedTask: KEYS.task.row,
} as const;

/** The firm's counters: `admins`, which never falls to 0. */
export const FIRM: Key = KEYS.counters;

/** Rewritten by each run of the tick; `on-record` is called with it and ignores it. */
export const HEARTBEAT: Key = KEYS.heartbeat;

/** Partition of the firm's audit log: functions may only add to it. */
export const AUDIT = KEYS.firmEntry.pk;

/** The partition that holds all of a client. */
export const clientPartition = (clientId: string) => KEYS.client.pk + clientId;

/** The id in the partition key of a client or of what hangs off it. */
export const clientIdOf = (item: Key) => idOf(item.pk);

/** The last part of a child's sort key, which is the last part of its id too. */
export const childKeyOf = (item: Key) => item.sk.slice(item.sk.lastIndexOf('#') + 1);

/** The id of a child of a client, as the contract spells it. */
export const idOfChild = (item: Key) => childId(clientIdOf(item), childKeyOf(item));

/** Where a child of a client is. */
export const childItemKey = (prefix: string, clientId: string, key: string): Key => ({
  pk: clientPartition(clientId),
  sk: prefix + key,
});

/** What hangs off a client, by its id; `prefix` is that of its kind. Throws 404 where the id has not the form of one. */
export async function getChild<T extends Key>(prefix: string, id: string): Promise<T | undefined> {
  const { clientId, key } = parseChildId(id);
  return get<T>(childItemKey(prefix, clientId, key));
}
