import { get, type Item, type Key, query } from '../../aws/table.ts';
import { SUMMARY } from '../../aws/table-index.ts';
import { AUDIT, FIRM, PREFIX } from '../../services/keys/keys.ts';
import { DEVICE } from '../../services/sessions/device-cookie.ts';
import { SETTINGS } from '../../services/settings.ts';
import { type AdviserItem, adviserKey } from '../accounts/account.ts';
import { emailKey } from '../accounts/account-creation.ts';
import type { StaffDevice } from '../accounts/let-in.ts';
import { type ClientItem, clientKey, createdAtOf, sinceByStage } from '../clients/client.ts';

export interface Migration {
  number: number;
  name: string;
  /** Returns the item's new form, the same item if there is nothing to do, or `undefined` to delete it. Only reads. */
  migrate: (item: Item, isTaken: (key: Key) => Promise<boolean>) => Item | undefined | Promise<Item | undefined>;
}

const RESERVATION = 'EMAIL#';
const COUNTER = 'ATTEMPTS#';

/** Moves a reservation to its address's pseudonym. A conflict between two accounts is left for a person. */
async function moveReservation(item: Item): Promise<Item | undefined> {
  const key = await emailKey(item.pk.slice(RESERVATION.length));
  const reserved = await get<Item>(key);
  if (!reserved) return { ...item, ...key };
  return reserved.adviserId === item.adviserId ? undefined : item;
}

const addresses: Migration = {
  number: 1,
  name: 'hide mail addresses in keys',
  migrate: (item) => {
    if (!item.pk.includes('@')) return item;
    if (item.pk.startsWith(COUNTER)) return undefined;
    return item.pk.startsWith(RESERVATION) ? moveReservation(item) : item;
  },
};

const CLIENT = ['name', 'email', 'phone', 'description', 'status', 'completedAt', 'links', 'lastUpdate', 'top'];
const COUNTS = ['openAdviserTasks', 'openClientTasks'];
const TASK = ['stageId', 'title', 'description', 'assignedBy', 'status', 'responsibility', 'dueDate', 'completedAt'];
const NOTES = ['adviserNotes', 'clientNotes'];
const ACCOUNT = ['name', 'email', 'role'];
// Copy of the account's name, which is no longer used.
const DROPPED = 'adviserName';

function summaryAttributes({ sk }: Item): readonly string[] | undefined {
  if (sk === 'CLIENT') return [...CLIENT, ...COUNTS];
  if (sk === 'ADVISER') return ACCOUNT;
  return sk.startsWith(PREFIX.task) ? [...TASK, ...NOTES] : undefined;
}

const summaries: Migration = {
  number: 2,
  name: 'move what lists show into cards',
  migrate: (item) => {
    const names = summaryAttributes(item);
    if (!names || SUMMARY in item) return item;
    const parts = Object.groupBy(Object.entries(item), ([name]) => (names.includes(name) ? 'card' : 'own'));
    const own = (parts.own ?? []).filter(([name]) => name !== DROPPED);
    return { ...(Object.fromEntries(own) as Item), v: 1, [SUMMARY]: Object.fromEntries(parts.card ?? []) };
  },
};

const versions: Migration = {
  number: 3,
  name: 'give every item a version',
  migrate: (item) => ('v' in item ? item : { ...item, v: 1 }),
};

const SIGN_OUT = 'SIGNOUT#';

/** Adds a format to documents, and deletes sign-out markers, because sessions became items. */
const formats: Migration = {
  number: 4,
  name: 'give documents a format, take away marks of signing out',
  migrate: (item) => {
    if (item.sk.startsWith(SIGN_OUT)) return undefined;
    const isSealed = item.sk.startsWith(PREFIX.document) && 'encryptionKey' in item;
    return isSealed && !('format' in item) ? { ...item, format: 1 } : item;
  },
};

const actors: Migration = {
  number: 5,
  name: 'name jobs in the record as the system',
  migrate: (item) =>
    item.sk.startsWith(PREFIX.activity) && item.actorType === 'service' ? { ...item, actorType: 'system' } : item,
};

/** Treats older links as mailed to the current address, so that a corrected address revokes them. */
const linkAddresses: Migration = {
  number: 6,
  name: 'say when links were made, and where they were mailed to',
  migrate: (item) => {
    if (item.sk !== clientKey('').sk || 'linkIssuedAt' in item || !('card' in item)) return item;
    const client = item as typeof item & ClientItem;
    return { ...item, linkIssuedAt: createdAtOf(client), linkMailedTo: client.card.email };
  },
};

const stageTimes: Migration = {
  number: 7,
  name: 'say in lists since when a stage is in progress',
  migrate: (item) => {
    if (item.sk !== clientKey('').sk || !('card' in item)) return item;
    const { card, stages } = item as typeof item & ClientItem;
    return card.since ? item : { ...item, card: { ...card, since: sinceByStage(stages) } };
  },
};

const lastSignIn = async (pk: string) =>
  (await query<StaffDevice>(pk, DEVICE))
    .map(({ lastAt }) => lastAt)
    .sort()
    .at(-1);

const listedFacts: Migration = {
  number: 8,
  name: 'list the clients and the last sign-in of accounts',
  migrate: async (item) => {
    if (item.sk !== adviserKey('').sk || !('card' in item)) return item;
    const account = item as typeof item & AdviserItem;
    const { clientCount, card } = account;
    if (card.clients !== undefined) return item;
    const lastSignInAt = card.lastSignInAt ?? (await lastSignIn(account.pk));
    return { ...account, card: { ...card, clients: clientCount, ...(lastSignInAt && { lastSignInAt }) } };
  },
};

/** Marks moved entries as restored, so that no event handler runs for them again. */
const partitions: Migration = {
  number: 9,
  name: 'give settings and audit log partitions of their own',
  migrate: async (item, isTaken) => {
    if (item.pk !== FIRM.pk) return item;
    if (item.sk !== SETTINGS.sk && !item.sk.startsWith(PREFIX.activity)) return item;
    const moved = item.sk === SETTINGS.sk ? { ...item, ...SETTINGS } : { ...item, pk: AUDIT, restored: true };
    // This version has already written it there, with everything from the old item.
    return (await isTaken(moved)) ? undefined : moved;
  },
};

export const MIGRATIONS: readonly Migration[] = [
  addresses,
  summaries,
  versions,
  formats,
  actors,
  linkAddresses,
  stageTimes,
  listedFacts,
  partitions,
];
