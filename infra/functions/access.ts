import { type Attribute, attributesOf, READABLE_OF_ACCOUNTS } from '#functions/domain/nouns.ts';
import type { LambdaName } from '#shared/contract/call.ts';

/** Partition keys, or prefixes of them (docs/architecture.md, "The map of keys"). */
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
  | 'PROVIDERS'
  | 'SETTINGS'
  | 'STATS#*'
  | 'VIEWS#*';

/** Permissions of a function, beyond those that authorise its caller. */
interface Access {
  /** Signs sessions, so it can sign anyone in. */
  signsIn?: true;
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
  audits?: true;
  readsAudit?: true;
  countsAdmins?: true;
  /** Counts letters under way with each provider. */
  countsLetters?: true;
  removesProviders?: true;
  /** Reads what is stored about the firm: the latest change of any client, and its list of documents to request. */
  readsFirm?: true;
  /** Writes the firm's list of documents to request. */
  changesTemplates?: true;
  /** Notes the latest change of any client. */
  notesChanges?: true;
  /** Attributes that it updates in `ADVISER#*` without full write access. */
  changes?: readonly Attribute[];
  makesNotices?: true;
  deletesNotices?: true;
  sweepsAccounts?: true;
  /** Queries the list index across clients. */
  index?: true;
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

/** Permissions of each function. grants.ts grants exactly these. */
export const ACCESS: Readonly<Record<Granted, Access>> = {
  auth: {
    signsIn: true,
    derives: true,
    writes: ['ADVISER#*', 'EMAIL#*', 'ATTEMPTS#*'],
    deletes: true,
    audits: true,
    countsAdmins: true,
  },
  account: {
    signsIn: true,
    derives: true,
    writes: ['ADVISER#*', 'ATTEMPTS#*'],
    reads: ['EMAIL#*'],
    deletes: true,
    audits: true,
  },
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
    writes: ['CLIENT#*', 'ATTEMPTS#*', 'VIEWS#*'],
    deletes: true,
    sweeps: true,
    audits: true,
    countsLetters: true,
    // `seenAt` is when the adviser was last shown a client's link.
    changes: ['clientCount', 'seenAt', ...COUNT],
    deletesNotices: true,
    index: true,
    documents: ['s3:DeleteObject'],
    listsDocuments: true,
    mail: true,
  },
  stages: { writes: ['CLIENT#*'] },
  plans: { writes: ['CLIENT#*'], deletes: true, countsLetters: true },
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
  requests: { derives: true, writes: ['CLIENT#*', 'ATTEMPTS#*'], deletes: true, index: true },
  loas: { writes: ['CLIENT#*', 'PROVIDERS'], audits: true, index: true },
  tasks: { derives: true, writes: ['CLIENT#*'], deletes: true, index: true },
  messages: { derives: true, writes: ['CLIENT#*', 'ATTEMPTS#*'], notesChanges: true, changes: COUNT },
  portal: { derives: true, writes: ['CLIENT#*', 'ATTEMPTS#*'], deletes: true },
  dashboard: { reads: ['STATS#*'], index: true },
  activity: {},
  notifications: { readsFirm: true, changes: [...COUNT, ...attributesOf('preferences'), ...READ] },
  firm: {
    writes: ['PROVIDERS', 'SETTINGS'],
    removesProviders: true,
    readsFirm: true,
    changesTemplates: true,
    audits: true,
    readsAudit: true,
    listsAccounts: true,
  },
  'mail-events': {
    singleItems: true,
    writes: ['CLIENT#*'],
    audits: true,
    changes: ['mailProblem', 'mailProblemAddress'],
  },
  'on-record': {
    derives: true,
    writes: ['ATTEMPTS#*', 'CLIENT#*', 'EMAIL#*', 'MAIL#*', 'PASSKEY#*', 'STATS#*', 'VIEWS#*'],
    deletes: true,
    sweeps: true,
    audits: true,
    // `reset` is the link to a new password, `emailLinks` are those to a new address; `card` is the summary in the list of accounts.
    changes: ['reset', 'emailLinks', 'mailProblem', 'card', 'clientCount', ...COUNT, ...DIGEST],
    notesChanges: true,
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
    changes: DIGEST,
    index: true,
    due: true,
    documents: ['s3:DeleteObject'],
    listsDocuments: true,
    mail: true,
  },
};

/** Actions on items of some partitions, limited to attributes if they are listed. */
export interface TableRight {
  actions: readonly string[];
  partitions: readonly Partition[];
  attributes?: readonly string[];
}

const actions = (...names: string[]) => names.map((name) => `dynamodb:${name}`);
const KEY = ['pk', 'sk'];
/** Partitions that every function reads. */
const OF_ALL: readonly Partition[] = ['CLIENT#*', 'SETTINGS'];

/** Returns true if a function reads password hashes and sealed secrets. */
export const readsSecrets = (name: Granted) => ACCESS[name].writes?.includes('ADVISER#*') ?? false;

/** Returns the rights to the table, without its indexes and its stream. */
export function tableRights(name: Granted): TableRight[] {
  const { reads = [], writes = [], changes = [], ...may } = ACCESS[name];
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
  const limited: readonly Partition[] = ['ADVISER#*', ...OF_ALL, ...(may.readsFirm ? (['FIRM'] as const) : [])];
  const updated = [...new Set([...(isJob ? [] : ['lastAt']), ...changes])];
  return [
    { actions: read, partitions: [...new Set([...OF_ALL, ...reads, ...writes])] },
    // A batch get needs one statement for all of its partitions, so those of settings and clients are repeated.
    ...(readsSecrets(name) ? [] : [{ actions: read, partitions: limited, attributes: READABLE_OF_ACCOUNTS }]),
    ...(writes.length > 0 ? [{ actions: actions(...write), partitions: writes }] : []),
    ...(may.audits ? [{ actions: actions('PutItem'), partitions: ['AUDIT'] as const }] : []),
    ...(may.readsAudit ? [{ actions: actions('Query'), partitions: ['AUDIT'] as const }] : []),
    ...(may.countsAdmins ? [only('FIRM', ['v', 'admins'], 'UpdateItem')] : []),
    ...(may.countsLetters ? [only('PROVIDERS', ['v', 'letters'], 'UpdateItem')] : []),
    ...(may.removesProviders ? [{ actions: actions('DeleteItem'), partitions: ['PROVIDERS'] as const }] : []),
    ...(may.notesChanges ? [only('FIRM', attributesOf('clientChanges'), 'UpdateItem')] : []),
    ...(may.changesTemplates ? [only('FIRM', attributesOf('requestTemplates'), 'UpdateItem')] : []),
    ...(readsSecrets(name) ? [] : [only('ADVISER#*', updated, 'UpdateItem')]),
    ...(may.makesNotices ? [only('ADVISER#*', NEW_NOTICE, 'PutItem')] : []),
    ...(may.deletesNotices ? [only('ADVISER#*', ['read'], 'DeleteItem')] : []),
    ...(may.sweepsAccounts ? [only('ADVISER#*', [], 'BatchWriteItem')] : []),
  ];
}
