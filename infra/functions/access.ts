import type { LambdaName } from '#shared/contract/call.ts';

/** How keys of partitions begin, or are (docs/architecture.md, "The map of keys"). */
type Partition =
  | 'ADVISER#*'
  | 'ATTEMPTS#*'
  | 'CHALLENGE#*'
  | 'CLIENT#*'
  | 'EMAIL#*'
  | 'FIRM'
  | 'HEARTBEAT'
  | 'MAIL#*'
  | 'PASSKEY#*';

/** What a function may touch beyond reading who calls and deriving secrets, which all of these do. */
interface Access {
  /** Has sessions signed: whom it takes for somebody is signed in. */
  signsIn?: true;
  /** Partitions that it puts items into, changes and checks them. What lies in `ADVISER#*` and `FIRM` makes people admins and signs them in. */
  writes?: readonly Partition[];
  /** Deletes items there, too. */
  deletes?: true;
  /** Deletes them in batches, outside any transaction. */
  sweeps?: true;
  /** Attributes that it changes in `ADVISER#*` where it may not write there: those of notices, their count and choices of mail, and the count of clients. */
  changes?: readonly string[];
  /** Takes notices away. */
  deletesNotices?: true;
  /** Lists across clients, from the index. */
  index?: true;
  /** Finds what is due. */
  due?: true;
  /** Reads the table's stream, and sets aside what nothing can be made of. */
  stream?: true;
  documents?: readonly ('s3:PutObject' | 's3:GetObject' | 's3:DeleteObject')[];
  /** Finds all objects of a client. */
  listsDocuments?: true;
  dataKey?: readonly ('kms:GenerateDataKey' | 'kms:Decrypt')[];
  mail?: true;
}

/** A function that has rights, besides the one that SES tells what became of mail. */
export type Granted = LambdaName | 'on-record' | 'tick';

const COUNT = ['v', 'unread', 'latest'];
const CHOICES = ['messages', 'documents', 'tasks', 'clients', 'security'];
const NOTICE = ['read', 'ttl'];

/** Who may do what; grants.ts grants it, and nothing else. */
export const ACCESS: Readonly<Record<Granted, Access>> = {
  auth: { signsIn: true, writes: ['ADVISER#*', 'EMAIL#*', 'ATTEMPTS#*', 'FIRM'], deletes: true },
  account: { signsIn: true, writes: ['ADVISER#*', 'ATTEMPTS#*', 'FIRM'], deletes: true },
  passkeys: {
    signsIn: true,
    writes: ['ADVISER#*', 'CHALLENGE#*', 'PASSKEY#*', 'ATTEMPTS#*', 'FIRM'],
    deletes: true,
  },
  advisers: { signsIn: true, writes: ['ADVISER#*', 'EMAIL#*', 'ATTEMPTS#*', 'FIRM'], deletes: true, index: true },
  clients: {
    writes: ['CLIENT#*', 'ATTEMPTS#*', 'FIRM'],
    deletes: true,
    sweeps: true,
    changes: ['clientCount', ...COUNT],
    deletesNotices: true,
    index: true,
    documents: ['s3:DeleteObject'],
    listsDocuments: true,
    mail: true,
  },
  stages: { writes: ['CLIENT#*'] },
  plans: { writes: ['CLIENT#*'], deletes: true },
  documents: {
    writes: ['CLIENT#*', 'ATTEMPTS#*'],
    deletes: true,
    documents: ['s3:PutObject', 's3:GetObject', 's3:DeleteObject'],
    dataKey: ['kms:GenerateDataKey', 'kms:Decrypt'],
  },
  tasks: { writes: ['CLIENT#*'], deletes: true, index: true },
  messages: { writes: ['CLIENT#*', 'ATTEMPTS#*'], changes: COUNT },
  portal: { writes: ['CLIENT#*', 'ATTEMPTS#*'], deletes: true },
  dashboard: { index: true },
  activity: {},
  notifications: { changes: [...COUNT, ...CHOICES, ...NOTICE] },
  firm: { writes: ['FIRM'] },
  'on-record': {
    writes: ['ADVISER#*', 'ATTEMPTS#*', 'CLIENT#*', 'EMAIL#*', 'MAIL#*', 'PASSKEY#*', 'FIRM'],
    deletes: true,
    sweeps: true,
    index: true,
    stream: true,
    mail: true,
  },
  tick: {
    writes: ['ADVISER#*', 'ATTEMPTS#*', 'CLIENT#*', 'HEARTBEAT', 'MAIL#*'],
    deletes: true,
    due: true,
    mail: true,
  },
};

/** What may be done with items of some partitions; with these attributes and no others, where they are named. */
export interface TableRight {
  actions: readonly string[];
  partitions: readonly Partition[];
  attributes?: readonly string[];
}

const actions = (...names: string[]) => names.map((name) => `dynamodb:${name}`);
const KEY = ['pk', 'sk'];
/** Who calls, whatever the call: the person with its session, or the client with its device, and the firm's settings. */
const CALLERS: readonly Partition[] = ['ADVISER#*', 'CLIENT#*', 'FIRM'];

/** What a function may do with the table, apart from its indexes and its stream. */
export function tableRights(name: Granted | 'mail-events'): TableRight[] {
  if (name === 'mail-events') return [{ actions: actions('GetItem', 'UpdateItem', 'PutItem'), partitions: CALLERS }];
  const { writes = [], deletes, sweeps, changes = [], deletesNotices } = ACCESS[name];
  const read = [...new Set([...CALLERS, ...writes])];
  const write = [
    ...['PutItem', 'UpdateItem', 'ConditionCheckItem'],
    ...(deletes ? ['DeleteItem'] : []),
    ...(sweeps ? ['BatchWriteItem'] : []),
  ];
  const ofAdvisers = (action: string, attributes: readonly string[]): TableRight => ({
    actions: actions(action),
    partitions: ['ADVISER#*'],
    attributes: [...KEY, ...attributes],
  });
  return [
    { actions: actions('GetItem', 'BatchGetItem', 'Query'), partitions: read },
    ...(writes.length > 0 ? [{ actions: actions(...write), partitions: writes }] : []),
    // Whatever the call, it may be noted that the session was there.
    ...(writes.includes('ADVISER#*') ? [] : [ofAdvisers('UpdateItem', ['lastAt', ...changes])]),
    ...(deletesNotices ? [ofAdvisers('DeleteItem', ['read'])] : []),
  ];
}
