import { type Attribute, attributesOf, READABLE_OF_ACCOUNTS } from '#functions/domain/nouns.ts';
import type { LambdaName } from '#shared/contract/call.ts';
import { countClients } from '#shared/rules/clients.ts';

/** Partition keys, or prefixes of them (docs/architecture.md, "The map of keys"). */
type Partition =
  | 'ADVISER#*'
  | 'ATTEMPTS#*'
  | 'AUDIT'
  | 'CHALLENGE#*'
  | 'CLIENT#*'
  | 'COUNTS'
  | 'EMAIL#*'
  | 'FIRM'
  | 'HEARTBEAT'
  | 'MAIL#*'
  | 'PASSKEY#*'
  | 'PROVIDERS'
  | 'SETTINGS'
  | 'STATS#*'
  | 'VIEWS#*';

/** Actions on items of some partitions, limited to attributes if they are listed. */
export interface TableRight {
  actions: readonly string[];
  partitions: readonly Partition[];
  attributes?: readonly string[];
}

/** Permissions of a function, beyond those that authorise its caller. */
interface Access {
  /** Signs sessions, so it can sign anyone in. */
  signsIn?: true;
  /** Signs the evidence of signatures. */
  evidence?: true;
  /** Derives secrets: portal links, codes, pseudonyms of addresses. */
  derives?: true;
  /** Partitions that it writes. `ADVISER#*` includes reading whole accounts, because it signs people in. */
  writes?: readonly Partition[];
  /** Partitions that it only reads. */
  reads?: readonly Partition[];
  /** Reads single items only: no batches, queries or condition checks. */
  singleItems?: true;
  deletes?: true;
  /** Deletes in batches, outside transactions. */
  sweeps?: true;
  /** Reads what is stored about the firm: the latest change of any client, and its list of documents to request. */
  readsFirm?: true;
  /** Attributes that it updates in `ADVISER#*` without full write access. */
  changes?: readonly Attribute[];
  /** Single actions on further items, such as {@link APPEND_TO_FIRM_LOG}. */
  may?: readonly TableRight[];
  /** Queries the list index across clients. */
  index?: true;
  /** Queries the rows of all advisers together. */
  firmIndex?: true;
  /** Queries the list of accounts in the list index. */
  listsAccounts?: true;
  due?: true;
  /** Reads the table's stream, and sends entries that it cannot handle to the dead-letter queue. */
  stream?: true;
  documents?: readonly ('s3:PutObject' | 's3:GetObject' | 's3:DeleteObject')[];
  /** Lists the objects of a client, to delete them or to tell a missing one from a failure. */
  listsDocuments?: true;
  dataKey?: readonly ('kms:GenerateDataKey' | 'kms:Decrypt')[];
  mail?: true;
}

/** Functions with permissions: all except the canary. */
export type Granted = LambdaName | 'mail-events' | 'on-record' | 'tick';

const COUNT = attributesOf('noticeCount');
const DIGEST = attributesOf('adviserMail');
/** Attributes of a notice that change when it is read. */
const READ = ['read', 'ttl'] as const satisfies readonly Attribute[];
const NEW_NOTICE = attributesOf('notice').filter((name) => !READ.some((read) => read === name));

const actions = (...names: string[]) => names.map((name) => `dynamodb:${name}`);
const KEY = ['pk', 'sk'];
const only = (action: string, partition: Partition, attributes?: readonly string[]): TableRight => ({
  actions: actions(action),
  partitions: [partition],
  ...(attributes && { attributes: [...KEY, ...attributes] }),
});

const APPEND_TO_FIRM_LOG = only('PutItem', 'AUDIT');
const READ_FIRM_LOG = only('Query', 'AUDIT');
const COUNT_ADMINS = only('UpdateItem', 'FIRM', ['v', 'admins']);
const COUNT_CLIENTS = only('UpdateItem', 'COUNTS', ['v', ...Object.keys(countClients([]))]);
const STORE_LOAD = only('UpdateItem', 'COUNTS', ['load']);
const MAKE_COUNTS = only('PutItem', 'COUNTS');
const REMOVE_COUNTS = only('DeleteItem', 'COUNTS', ['totalClients']);
const COUNT_LETTERS = only('UpdateItem', 'PROVIDERS', ['v', 'letters']);
const REMOVE_PROVIDERS = only('DeleteItem', 'PROVIDERS');
const NOTE_CHANGES = only('UpdateItem', 'FIRM', attributesOf('clientChanges'));
const CHANGE_TEMPLATES = only('UpdateItem', 'FIRM', attributesOf('requestTemplates'));
const CHANGE_FACTFIND_FORM = only('UpdateItem', 'FIRM', attributesOf('factfindForm'));
const MAKE_NOTICES = only('PutItem', 'ADVISER#*', NEW_NOTICE);
const DELETE_NOTICES = only('DeleteItem', 'ADVISER#*', ['read']);
const SWEEP_ACCOUNTS = only('BatchWriteItem', 'ADVISER#*', []);

/** Permissions of each function. grants.ts grants exactly these. */
export const ACCESS: Readonly<Record<Granted, Access>> = {
  auth: {
    signsIn: true,
    derives: true,
    writes: ['ADVISER#*', 'EMAIL#*', 'ATTEMPTS#*'],
    deletes: true,
    may: [APPEND_TO_FIRM_LOG, COUNT_ADMINS, MAKE_COUNTS],
  },
  account: {
    signsIn: true,
    derives: true,
    writes: ['ADVISER#*', 'ATTEMPTS#*'],
    reads: ['EMAIL#*'],
    deletes: true,
    listsAccounts: true,
    may: [APPEND_TO_FIRM_LOG],
  },
  passkeys: {
    signsIn: true,
    derives: true,
    writes: ['ADVISER#*', 'CHALLENGE#*', 'PASSKEY#*', 'ATTEMPTS#*'],
    deletes: true,
    may: [APPEND_TO_FIRM_LOG],
  },
  advisers: {
    signsIn: true,
    derives: true,
    writes: ['ADVISER#*', 'EMAIL#*', 'ATTEMPTS#*'],
    reads: ['COUNTS'],
    deletes: true,
    index: true,
    may: [APPEND_TO_FIRM_LOG, COUNT_ADMINS, MAKE_COUNTS, REMOVE_COUNTS],
  },
  clients: {
    derives: true,
    writes: ['CLIENT#*', 'ATTEMPTS#*', 'VIEWS#*'],
    deletes: true,
    sweeps: true,
    // `seenAt` is when the adviser was last shown a client's link.
    changes: ['seenAt', ...COUNT],
    index: true,
    firmIndex: true,
    documents: ['s3:DeleteObject'],
    listsDocuments: true,
    mail: true,
    may: [APPEND_TO_FIRM_LOG, COUNT_CLIENTS, COUNT_LETTERS, DELETE_NOTICES],
  },
  stages: { writes: ['CLIENT#*'] },
  plans: { writes: ['CLIENT#*'], deletes: true, may: [COUNT_LETTERS] },
  documents: {
    derives: true,
    writes: ['CLIENT#*', 'ATTEMPTS#*'],
    deletes: true,
    documents: ['s3:PutObject', 's3:GetObject', 's3:DeleteObject'],
    listsDocuments: true,
    dataKey: ['kms:GenerateDataKey', 'kms:Decrypt'],
  },
  uploads: {
    derives: true,
    writes: ['CLIENT#*', 'ATTEMPTS#*'],
    deletes: true,
    documents: ['s3:PutObject', 's3:GetObject', 's3:DeleteObject'],
    listsDocuments: true,
    dataKey: ['kms:GenerateDataKey', 'kms:Decrypt'],
  },
  requests: { derives: true, writes: ['CLIENT#*', 'ATTEMPTS#*'], deletes: true, index: true, firmIndex: true },
  factfind: {
    derives: true,
    readsFirm: true,
    writes: ['CLIENT#*', 'ATTEMPTS#*'],
    deletes: true,
    documents: ['s3:PutObject', 's3:DeleteObject'],
    dataKey: ['kms:GenerateDataKey'],
  },
  // It opens what strangers made, so it deletes nothing and sends no mail.
  signing: {
    evidence: true,
    derives: true,
    writes: ['CLIENT#*', 'ATTEMPTS#*'],
    documents: ['s3:PutObject', 's3:GetObject'],
    listsDocuments: true,
    dataKey: ['kms:GenerateDataKey', 'kms:Decrypt'],
  },
  loas: { writes: ['CLIENT#*', 'PROVIDERS'], index: true, firmIndex: true, may: [APPEND_TO_FIRM_LOG] },
  tasks: {
    derives: true,
    writes: ['CLIENT#*'],
    reads: ['COUNTS'],
    deletes: true,
    index: true,
    firmIndex: true,
    may: [COUNT_CLIENTS],
  },
  messages: { derives: true, writes: ['CLIENT#*', 'ATTEMPTS#*'], changes: COUNT, may: [NOTE_CHANGES] },
  portal: { derives: true, writes: ['CLIENT#*', 'ATTEMPTS#*'], deletes: true },
  dashboard: { reads: ['COUNTS', 'STATS#*'], index: true },
  activity: {},
  notifications: { readsFirm: true, changes: [...COUNT, ...attributesOf('preferences'), ...READ] },
  firm: {
    writes: ['PROVIDERS', 'SETTINGS'],
    readsFirm: true,
    listsAccounts: true,
    may: [APPEND_TO_FIRM_LOG, READ_FIRM_LOG, REMOVE_PROVIDERS, CHANGE_TEMPLATES, CHANGE_FACTFIND_FORM],
  },
  'mail-events': {
    singleItems: true,
    writes: ['CLIENT#*'],
    changes: ['mailProblem', 'mailProblemAddress'],
    may: [APPEND_TO_FIRM_LOG],
  },
  'on-record': {
    derives: true,
    writes: ['ATTEMPTS#*', 'CLIENT#*', 'EMAIL#*', 'MAIL#*', 'PASSKEY#*', 'STATS#*', 'VIEWS#*'],
    deletes: true,
    sweeps: true,
    // `reset` is the link to a new password, `emailLinks` are those to a new address; `summary` is shown in the list of accounts.
    changes: ['reset', 'emailLinks', 'mailProblem', 'summary', 'colleagues', ...COUNT, ...DIGEST],
    index: true,
    stream: true,
    mail: true,
    may: [APPEND_TO_FIRM_LOG, NOTE_CHANGES, MAKE_NOTICES, DELETE_NOTICES, SWEEP_ACCOUNTS],
  },
  tick: {
    derives: true,
    writes: ['ATTEMPTS#*', 'CLIENT#*', 'HEARTBEAT', 'MAIL#*'],
    deletes: true,
    changes: DIGEST,
    index: true,
    due: true,
    documents: ['s3:DeleteObject'],
    listsDocuments: true,
    mail: true,
    may: [STORE_LOAD],
  },
};

/** Partitions that every function reads. */
const OF_ALL: readonly Partition[] = ['CLIENT#*', 'SETTINGS'];

/** Returns true if a function reads password hashes and sealed secrets. */
export const readsSecrets = (name: Granted) => ACCESS[name].writes?.includes('ADVISER#*') ?? false;

/** Returns the rights to the table, without its indexes and its stream. */
export function tableRights(name: Granted): TableRight[] {
  const { reads = [], writes = [], changes = [], may = [], ...access } = ACCESS[name];
  const isJob = name === 'mail-events' || name === 'on-record' || name === 'tick';
  const write = [
    ...['PutItem', 'UpdateItem'],
    ...(access.singleItems ? [] : ['ConditionCheckItem']),
    ...(access.deletes ? ['DeleteItem'] : []),
    ...(access.sweeps ? ['BatchWriteItem'] : []),
  ];
  const read = actions('GetItem', ...(access.singleItems ? [] : ['BatchGetItem', 'Query']));
  const limited: readonly Partition[] = ['ADVISER#*', ...OF_ALL, ...(access.readsFirm ? (['FIRM'] as const) : [])];
  const updated = [...new Set([...(isJob ? [] : ['lastAt']), ...changes])];
  return [
    { actions: read, partitions: [...new Set([...OF_ALL, ...reads, ...writes])] },
    // A batch get needs one statement for all of its partitions, so those of settings and clients are repeated.
    ...(readsSecrets(name) ? [] : [{ actions: read, partitions: limited, attributes: READABLE_OF_ACCOUNTS }]),
    ...(writes.length > 0 ? [{ actions: actions(...write), partitions: writes }] : []),
    ...may,
    ...(readsSecrets(name) ? [] : [only('UpdateItem', 'ADVISER#*', updated)]),
  ];
}
