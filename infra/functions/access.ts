import { READABLE_OF_ACCOUNTS } from '#functions/domain/accounts/readable.ts';
import type { LambdaName } from '#shared/contract/call.ts';

/** Prefixes of partition keys, or whole ones (docs/architecture.md, "The map of keys"). */
type Partition =
  | 'ADVISER#*'
  | 'ATTEMPTS#*'
  | 'AUDIT'
  | 'CHALLENGE#*'
  | 'CLIENT#*'
  | 'EMAIL#*'
  | 'FIRM'
  | 'HEARTBEAT'
  | 'MAIL#*'
  | 'PASSKEY#*'
  | 'SETTINGS';

/** Permissions of a function, besides reading the caller. */
interface Access {
  /** Has sessions signed: can sign anybody in. */
  signsIn?: true;
  /** Derives secrets: portal links, codes, pseudonyms of addresses. */
  derives?: true;
  /** Partitions where it puts, updates and checks items. `ADVISER#*` makes people admins and signs them in, and is then read whole. */
  writes?: readonly Partition[];
  /** Reads items one by one and checks none beside a change. */
  singleItems?: true;
  deletes?: true;
  /** Deletes them in batches, outside any transaction. */
  sweeps?: true;
  audits?: true;
  readsAudit?: true;
  countsAdmins?: true;
  /** Attributes that it updates in `ADVISER#*`, where it may not write there. */
  changes?: readonly string[];
  makesNotices?: true;
  deletesNotices?: true;
  sweepsAccounts?: true;
  /** Lists across clients, from the index. */
  index?: true;
  due?: true;
  /** Reads the table's stream, and sets aside what nothing can be made of. */
  stream?: true;
  documents?: readonly ('s3:PutObject' | 's3:GetObject' | 's3:DeleteObject')[];
  listsDocuments?: true;
  dataKey?: readonly ('kms:GenerateDataKey' | 'kms:Decrypt')[];
  mail?: true;
}

/** A function that has rights: all but the one that checks the site. */
export type Granted = LambdaName | 'mail-events' | 'on-record' | 'tick';

const COUNT = ['v', 'unread', 'latest'];
const CHOICES = ['messages', 'documents', 'tasks', 'clients', 'security'];
const NOTICE = ['read', 'ttl'];
const NEW_NOTICE = ['v', 'kind', 'clientId', 'clientName', 'text', 'ref'];
/** Mail that waits to be sent together. */
const BUNDLE = ['v', 'asked', 'told', 'batch', 'mailedAt', 'dpk', 'dsk'];

/** Permissions of each function; grants.ts grants them, and nothing else. */
export const ACCESS: Readonly<Record<Granted, Access>> = {
  auth: {
    signsIn: true,
    derives: true,
    writes: ['ADVISER#*', 'EMAIL#*', 'ATTEMPTS#*'],
    deletes: true,
    audits: true,
    countsAdmins: true,
  },
  account: { signsIn: true, derives: true, writes: ['ADVISER#*', 'ATTEMPTS#*'], deletes: true, audits: true },
  passkeys: {
    signsIn: true,
    derives: true,
    writes: ['ADVISER#*', 'CHALLENGE#*', 'PASSKEY#*', 'ATTEMPTS#*'],
    deletes: true,
    audits: true,
  },
  advisers: {
    signsIn: true,
    derives: true,
    writes: ['ADVISER#*', 'EMAIL#*', 'ATTEMPTS#*'],
    deletes: true,
    audits: true,
    countsAdmins: true,
    index: true,
  },
  clients: {
    derives: true,
    writes: ['CLIENT#*', 'ATTEMPTS#*'],
    deletes: true,
    sweeps: true,
    audits: true,
    // Counts clients, and notes who saw a link.
    changes: ['clientCount', 'seenAt', ...COUNT],
    deletesNotices: true,
    index: true,
    documents: ['s3:DeleteObject'],
    listsDocuments: true,
    mail: true,
  },
  stages: { writes: ['CLIENT#*'] },
  plans: { writes: ['CLIENT#*'], deletes: true },
  documents: {
    derives: true,
    writes: ['CLIENT#*', 'ATTEMPTS#*'],
    deletes: true,
    documents: ['s3:PutObject', 's3:GetObject', 's3:DeleteObject'],
    dataKey: ['kms:GenerateDataKey', 'kms:Decrypt'],
  },
  tasks: { derives: true, writes: ['CLIENT#*'], deletes: true, index: true },
  messages: { derives: true, writes: ['CLIENT#*', 'ATTEMPTS#*'], changes: COUNT },
  portal: { derives: true, writes: ['CLIENT#*', 'ATTEMPTS#*'], deletes: true },
  dashboard: { index: true },
  activity: {},
  notifications: { changes: [...COUNT, ...CHOICES, ...NOTICE] },
  firm: { writes: ['SETTINGS'], audits: true, readsAudit: true },
  'mail-events': {
    singleItems: true,
    writes: ['CLIENT#*'],
    audits: true,
    changes: ['mailProblem', 'mailProblemAddress'],
  },
  'on-record': {
    derives: true,
    writes: ['ATTEMPTS#*', 'CLIENT#*', 'EMAIL#*', 'MAIL#*', 'PASSKEY#*'],
    deletes: true,
    sweeps: true,
    audits: true,
    // A link to a new password, and what the list of accounts shows.
    changes: ['reset', 'mailProblem', 'card', 'clientCount', ...COUNT, ...BUNDLE],
    makesNotices: true,
    deletesNotices: true,
    sweepsAccounts: true,
    index: true,
    stream: true,
    mail: true,
  },
  tick: {
    derives: true,
    writes: ['ATTEMPTS#*', 'CLIENT#*', 'HEARTBEAT', 'MAIL#*'],
    deletes: true,
    changes: BUNDLE,
    due: true,
    mail: true,
  },
};

/** Actions on items of some partitions; limited to some attributes where they are listed. */
export interface TableRight {
  actions: readonly string[];
  partitions: readonly Partition[];
  attributes?: readonly string[];
}

const actions = (...names: string[]) => names.map((name) => `dynamodb:${name}`);
const KEY = ['pk', 'sk'];
/** Partitions of clients, and of the settings, also of those that migration 9 has not moved yet. */
const OF_ALL: readonly Partition[] = ['CLIENT#*', 'SETTINGS', 'FIRM'];

/** Returns true if a function reads all attributes of accounts: password hashes and sealed secrets, too. */
export const readsSecrets = (name: Granted) => ACCESS[name].writes?.includes('ADVISER#*') ?? false;

/** Rights to the table, apart from its indexes and its stream. */
export function tableRights(name: Granted): TableRight[] {
  const { writes = [], changes = [], ...may } = ACCESS[name];
  const isJob = name === 'mail-events' || name === 'on-record' || name === 'tick';
  const write = [
    ...['PutItem', 'UpdateItem'],
    ...(may.singleItems ? [] : ['ConditionCheckItem']),
    ...(may.deletes ? ['DeleteItem'] : []),
    ...(may.sweeps ? ['BatchWriteItem'] : []),
  ];
  const only = (partition: Partition, attributes: readonly string[], ...names: string[]): TableRight => ({
    actions: actions(...names),
    partitions: [partition],
    attributes: [...KEY, ...attributes],
  });
  const read = actions('GetItem', ...(may.singleItems ? [] : ['BatchGetItem', 'Query']));
  const updated = [...new Set([...(isJob ? [] : ['lastAt']), ...changes])];
  return [
    { actions: read, partitions: [...new Set([...OF_ALL, ...writes])] },
    // In one request with settings and client: a request needs one statement for all of its partitions.
    ...(readsSecrets(name)
      ? []
      : [{ actions: read, partitions: ['ADVISER#*', ...OF_ALL] as const, attributes: READABLE_OF_ACCOUNTS }]),
    ...(writes.length > 0 ? [{ actions: actions(...write), partitions: writes }] : []),
    ...(may.audits ? [{ actions: actions('PutItem'), partitions: ['AUDIT'] as const }] : []),
    ...(may.readsAudit ? [{ actions: actions('Query'), partitions: ['AUDIT'] as const }] : []),
    ...(may.countsAdmins ? [only('FIRM', ['v', 'admins'], 'UpdateItem')] : []),
    ...(readsSecrets(name) ? [] : [only('ADVISER#*', updated, 'UpdateItem')]),
    ...(may.makesNotices ? [only('ADVISER#*', NEW_NOTICE, 'PutItem')] : []),
    ...(may.deletesNotices ? [only('ADVISER#*', ['read'], 'DeleteItem')] : []),
    ...(may.sweepsAccounts ? [only('ADVISER#*', [], 'BatchWriteItem')] : []),
  ];
}
