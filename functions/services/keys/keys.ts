import { randomBytes } from 'node:crypto';
import { get, type Key } from '../../aws/table.ts';
import { notFound } from '../errors.ts';
import * as KEYS from './item-kinds.ts';

const ROOT_LENGTH = 22;
const CHILD = /^([\w-]{22})\.([\w.-]{1,60})$/;

/** Returns 128 random bits. None begins with a hyphen, which commands would take for an option. */
export function newId(): string {
  for (;;) {
    const id = randomBytes(16).toString('base64url');
    if (!id.startsWith('-')) return id;
  }
}

export const isRootId = (id: string) => id.length === ROOT_LENGTH && /^[\w-]+$/.test(id);

export const timeKey = (at: Date) => at.getTime().toString(36).padStart(9, '0');

/** Returns the part of a child's id after its client's: sorts by creation time, with 96 random bits. */
export const newChildKey = (now: Date) => timeKey(now) + randomBytes(12).toString('base64url');

/** A child's id contains its client's, so that one read finds it. */
export const childId = (clientId: string, key: string | number) => `${clientId}.${key}`;

export const isChildId = (id: string) => CHILD.test(id);

/** Throws 404 if the id is malformed. */
export function parseChildId(id: string): { clientId: string; key: string } {
  const [, clientId, key] = CHILD.exec(id) ?? [];
  if (!clientId || !key) throw notFound();
  return { clientId, key };
}

export const timeOfKey = (key: string) => new Date(Number.parseInt(key.slice(0, 9), 36)).toISOString();

export const ageOfKey = (key: string, now: Date) => now.getTime() - Date.parse(timeOfKey(key));

interface Kind extends Key {
  row?: string;
}

export const itemKey = ({ pk, sk }: Kind, owner = '', rest = ''): Key => ({ pk: pk + owner, sk: sk + rest });

/** Returns a number below `shards`, always the same for an id. */
export const shardOf = (id: string, shards: number) =>
  [...id].reduce((sum, character) => sum + character.charCodeAt(0), 0) % shards;

const fits = (key: string, wanted: string) => (wanted.endsWith('#') ? key.startsWith(wanted) : key === wanted);

export const isOf = (kind: Kind, { pk, sk }: Key) => fits(pk, kind.pk) && fits(sk, kind.sk);

export const adviserPartition = (adviserId: string) => KEYS.account.pk + adviserId;

export const idOf = (key: string) => key.slice(key.indexOf('#') + 1);

export const DIRECTORY = 'ADVISERS';

/** Sort-key prefixes. `file` includes the client, documents, letters, requests and tasks. */
export const PREFIX = {
  file: KEYS.client.sk,
  document: KEYS.document.sk,
  upload: KEYS.upload.sk,
  task: KEYS.task.sk,
  request: KEYS.request.sk,
  loa: KEYS.loa.sk,
  plan: KEYS.plan.sk,
  message: KEYS.message.sk,
  activity: KEYS.entry.sk,
  indexedClient: KEYS.client.row,
  indexedTask: KEYS.task.row,
  indexedRequest: KEYS.request.row,
  indexedLoa: KEYS.loa.row,
} as const;

/** Sort-key prefixes of items that a reassignment moves with their client. A test compares them with the registry. */
export const LISTED_BELOW_CLIENT = [KEYS.task.sk, KEYS.request.sk, KEYS.loa.sk] as const;

/** The firm's counters, such as `admins`, which never falls to 0. */
export const FIRM_COUNTERS: Key = KEYS.counters;

/** Written by each run of `tick`; `on-record` receives it and ignores it. */
export const HEARTBEAT: Key = KEYS.heartbeat;

/** Partition of the firm's audit log. Functions may only append to it. */
export const AUDIT = KEYS.firmEntry.pk;

export const clientPartition = (clientId: string) => KEYS.client.pk + clientId;

export const clientIdOf = (item: Key) => idOf(item.pk);

export const childKeyOf = (item: Key) => item.sk.slice(item.sk.lastIndexOf('#') + 1);

export const idOfChild = (item: Key) => childId(clientIdOf(item), childKeyOf(item));

export const childItemKey = (prefix: string, clientId: string, key: string): Key => ({
  pk: clientPartition(clientId),
  sk: prefix + key,
});

/** Reads a child item by its id and the prefix of its kind. Throws 404 if the id is malformed. */
export async function getChild<T extends Key>(prefix: string, id: string): Promise<T | undefined> {
  const { clientId, key } = parseChildId(id);
  return get<T>(childItemKey(prefix, clientId, key));
}
