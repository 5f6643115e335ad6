import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  type QueryCommandInput,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { counted } from './counted.ts';
import { env } from './env.ts';
import { type Condition, conditionExpression, type ItemChange, updateExpression } from './expressions.ts';
import { jsonBytes } from './json-size.ts';
import { backoff, Conflict } from './retry.ts';
import { DUE_INDEX, FIRM_INDEX, INDEX } from './table-index.ts';

export interface Key {
  pk: string;
  sk: string;
}
/** Row of the lists index, or the item itself. */
export interface Row<Summarised> extends Key {
  gpk: string;
  gsk: string;
  summary: Summarised;
}
export type Item = Key & Record<string, unknown>;

const db = DynamoDBDocumentClient.from(counted(new DynamoDBClient({ maxAttempts: 5 })), {
  marshallOptions: { removeUndefinedValues: true },
});
const TableName = () => env('TABLE_NAME');
export const keyOf = ({ pk, sk }: Key): Key => ({ pk, sk });

interface LimitedReads {
  prefix: string;
  attributes: readonly string[];
}

/** Returns the projection that the function's IAM grants require for reads of these partitions. */
function projection(partitions: readonly string[]) {
  const { LIMITED_READS } = process.env;
  if (!LIMITED_READS) return {};
  const { prefix, attributes } = JSON.parse(LIMITED_READS) as LimitedReads;
  if (!partitions.some((pk) => pk.startsWith(prefix))) return {};
  // Equal lengths, because the emulator mistakes #a1 for a part of #a10.
  const names = Object.fromEntries(attributes.map((name, i) => [`#a${String(i).padStart(2, '0')}`, name]));
  return { ProjectionExpression: Object.keys(names).join(), ExpressionAttributeNames: names };
}

export async function get<T extends Key>(key: Key): Promise<T | undefined> {
  const input = { TableName: TableName(), Key: keyOf(key), ConsistentRead: true, ...projection([key.pk]) };
  const { Item } = await db.send(new GetCommand(input));
  return Item as T | undefined;
}

async function getBatch(keys: readonly Key[]): Promise<Item[]> {
  const request = {
    [TableName()]: { Keys: keys.map(keyOf), ConsistentRead: true, ...projection(keys.map(({ pk }) => pk)) },
  };
  const { Responses, UnprocessedKeys } = await db.send(new BatchGetCommand({ RequestItems: request }));
  if (Object.keys(UnprocessedKeys ?? {}).length > 0) throw new Conflict();
  return (Responses?.[TableName()] ?? []) as Item[];
}

/** Limit of DynamoDB for a batch get. */
const BATCH_GET = 100;

/** Reads items in as few batches as possible, consistently and in no order. Throws {@link Conflict} if some were left out. */
export async function getTogether(keys: readonly Key[]): Promise<Item[]> {
  const distinct = [...new Map(keys.map((key) => [`${key.pk} ${key.sk}`, key])).values()];
  const batches = Array.from({ length: Math.ceil(distinct.length / BATCH_GET) }, (_, i) =>
    getBatch(distinct.slice(i * BATCH_GET, (i + 1) * BATCH_GET)),
  );
  return (await Promise.all(batches)).flat();
}

export const itemAt = <T extends Key>(items: readonly Item[], { pk, sk }: Key) =>
  items.find((item) => item.pk === pk && item.sk === sk) as T | undefined;

interface QueryPage {
  items: Item[];
  last: Key | undefined;
  /** True if it ended at its limit, before 1 MB. */
  isCut: boolean;
}

/** More items than a page of 1 MB holds. */
const WHOLE_PAGE = 10_000;
/** A filtered read fetches at most four times the items up to the last one that it returns, and its first page. */
const GROWTH = 4;

async function* pages(input: Omit<QueryCommandInput, 'TableName'>, growth: number): AsyncGenerator<QueryPage> {
  let start: Record<string, unknown> | undefined;
  let { Limit } = input;
  do {
    const page = await db.send(new QueryCommand({ ...input, Limit, TableName: TableName(), ExclusiveStartKey: start }));
    start = page.LastEvaluatedKey;
    const items = (page.Items ?? []) as Item[];
    yield { items, last: start as Key | undefined, isCut: items.length === Limit };
    Limit &&= Math.min(Limit * growth, WHOLE_PAGE);
  } while (start);
}

/**
 * Limits of a query. `from` is inclusive, `after` and `before` are exclusive; `maxBytes` is measured as JSON, and
 * `maxPages` counts pages of 1 MB.
 */
export interface Range {
  newestFirst?: boolean;
  from?: string | undefined;
  after?: string | undefined;
  before?: string | undefined;
  limit?: number;
  maxBytes?: number;
  keep?: (item: Item) => boolean;
  maxPages?: number;
  /** Reads the table for half the units; a change may show a moment later. */
  isEventual?: boolean;
}

const NO_LIMIT = Number.POSITIVE_INFINITY;

/** Items of a query. `stoppedAt` is the last key read if `maxPages` ended the query early. */
interface Part<T extends Key> {
  items: T[];
  stoppedAt?: string;
}

async function collectPart<T extends Key>(input: Omit<QueryCommandInput, 'TableName'>, range: Range): Promise<Part<T>> {
  const { newestFirst, limit = NO_LIMIT, maxBytes = NO_LIMIT, maxPages = NO_LIMIT, keep } = range;
  const items: Item[] = [];
  let read = 0;
  const limited = { ...input, Limit: range.limit, ScanIndexForward: !newestFirst };
  for await (const page of pages(limited, keep ? GROWTH : 1)) {
    items.push(...(keep ? page.items.filter(keep) : page.items));
    read += page.isCut ? 0 : 1;
    if (items.length >= limit || (maxBytes < NO_LIMIT && jsonBytes(items) >= maxBytes)) break;
    if (read >= maxPages && page.last) return { items: items as Key[] as T[], stoppedAt: page.last.sk };
  }
  return { items: items.slice(0, limit) as Key[] as T[] };
}

const collect = async <T extends Key>(input: Omit<QueryCommandInput, 'TableName'>, range: Range): Promise<T[]> =>
  (await collectPart<T>(input, range)).items;

const justBelow = (key: string) =>
  `${key.slice(0, -1)}${String.fromCharCode(key.charCodeAt(key.length - 1) - 1)}\uffff`;

function keyCondition(pk: [string, string | number], sk: [string, string], { before, from: first, after }: Range) {
  const [name, from] = sk;
  const rest = from && { '#s': name };
  const range = from && {
    ':from': after ? `${after}\uffff` : (first ?? from),
    ':to': before ? justBelow(before) : `${from}\uffff`,
  };
  return {
    KeyConditionExpression: from ? '#p = :p AND #s BETWEEN :from AND :to' : '#p = :p',
    ExpressionAttributeNames: { '#p': pk[0], ...(rest || {}) },
    ExpressionAttributeValues: { ':p': pk[1], ...(range || {}) },
  };
}

/** Returns all items of a partition whose sort key begins with `prefix`, read consistently unless `isEventual`. */
export const query = async <T extends Key = Item>(pk: string, prefix: string, range: Range = {}): Promise<T[]> =>
  (await queryPart<T>(pk, prefix, range)).items;

export async function queryPart<T extends Key = Item>(pk: string, prefix: string, range: Range): Promise<Part<T>> {
  const { ExpressionAttributeNames, ...key } = keyCondition(['pk', pk], ['sk', prefix], range);
  const { ExpressionAttributeNames: more, ...shown } = projection([pk]);
  const names = { ...ExpressionAttributeNames, ...more };
  return collectPart({ ...key, ...shown, ExpressionAttributeNames: names, ConsistentRead: !range.isEventual }, range);
}

/** Queries the lists index. Eventually consistent. */
export async function queryIndex<T extends Row<unknown>>(gpk: string, prefix: string, range: Range = {}): Promise<T[]> {
  const key = keyCondition([INDEX.partitionKey, gpk], [INDEX.sortKey, prefix], range);
  return collect({ ...key, IndexName: INDEX.name }, range);
}

/** Rows that one request read. `next` is the sort key of the last one, if there may be more behind it. */
export interface RowPage<T> {
  rows: T[];
  next: string | undefined;
}

type PageRange = Pick<Range, 'from' | 'after' | 'before' | 'newestFirst'> & { limit: number };

async function indexPage<T>(
  { name, partitionKey, sortKey }: typeof INDEX | typeof FIRM_INDEX,
  partition: string | number,
  prefix: string,
  { limit, newestFirst = false, ...range }: PageRange,
): Promise<RowPage<T>> {
  const key = keyCondition([partitionKey, partition], [sortKey, prefix], range);
  const input = { ...key, TableName: TableName(), IndexName: name, Limit: limit, ScanIndexForward: !newestFirst };
  const page = await db.send(new QueryCommand(input));
  return { rows: (page.Items ?? []) as T[], next: page.LastEvaluatedKey?.[sortKey] };
}

/**
 * Reads rows of all advisers in one request: at most `limit` and 1 MB, so that no firm is too large for it. Eventually
 * consistent.
 */
export const queryFirm = <T extends Row<unknown>>(prefix: string, range: PageRange) =>
  indexPage<T>(FIRM_INDEX, FIRM_INDEX.rows, prefix, range);

/** Reads rows of one partition of the lists index like {@link queryFirm}. */
export const queryIndexPage = <T extends Row<unknown>>(gpk: string, prefix: string, range: PageRange) =>
  indexPage<T>(INDEX, gpk, prefix, range);

export interface DueRow extends Key {
  dpk: string;
  dsk: string;
}

/** Returns the rows that are due until `until`, earliest first. Eventually consistent. */
export async function queryDue(dpk: string, until: string): Promise<DueRow[]> {
  const key = {
    KeyConditionExpression: '#p = :p AND #s <= :until',
    ExpressionAttributeNames: { '#p': DUE_INDEX.partitionKey, '#s': DUE_INDEX.sortKey },
    ExpressionAttributeValues: { ':p': dpk, ':until': until },
  };
  return collect({ ...key, IndexName: DUE_INDEX.name }, {});
}

/** Write of a transaction. If its conditions fail, `refuse` is thrown, or {@link Conflict} without it. */
export type Write = (
  | { put: Item; when?: readonly Condition[] }
  | { update: Key; change: ItemChange }
  | { delete: Key; when?: readonly Condition[] }
  | { check: Key; when: readonly Condition[] }
) & { refuse?: Error };

function transactItem(write: Write) {
  const table = { TableName: TableName() };
  if ('put' in write) return { Put: { ...table, Item: write.put, ...conditionExpression(write.when ?? []) } };
  if ('check' in write)
    return { ConditionCheck: { ...table, Key: keyOf(write.check), ...conditionExpression(write.when) } };
  if ('update' in write) return { Update: { ...table, Key: keyOf(write.update), ...updateExpression(write.change) } };
  return { Delete: { ...table, Key: keyOf(write.delete), ...conditionExpression(write.when ?? []) } };
}

// Cancellation reasons to retry, which the SDK does not retry.
const TRANSIENT = ['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'];

/** Writes all or nothing. Throws the `refuse` of the first write whose conditions fail, else {@link Conflict}. */
export async function transact(writes: readonly Write[]): Promise<void> {
  try {
    await db.send(new TransactWriteCommand({ TransactItems: writes.map(transactItem) }));
  } catch (error) {
    if (!(error instanceof TransactionCanceledException)) throw error;
    const codes = (error.CancellationReasons ?? []).map((reason) => reason.Code);
    const failed = codes.indexOf('ConditionalCheckFailed');
    if (failed >= 0) throw writes[failed]?.refuse ?? new Conflict();
    if (codes.some((code) => code && TRANSIENT.includes(code))) throw new Conflict();
    throw error;
  }
}

/** Throws {@link Conflict} if the item is part of a running transaction. */
async function singleWrite<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing;
  } catch (error) {
    throw error instanceof TransactionConflictException ? new Conflict() : error;
  }
}

export async function put(item: Item): Promise<void> {
  await singleWrite(db.send(new PutCommand({ TableName: TableName(), Item: item })));
}

export async function remove(key: Key): Promise<void> {
  await singleWrite(db.send(new DeleteCommand({ TableName: TableName(), Key: keyOf(key) })));
}

async function update(key: Key, change: ItemChange, ReturnValues: 'NONE' | 'ALL_NEW') {
  const command = new UpdateCommand({
    TableName: TableName(),
    Key: keyOf(key),
    ReturnValues,
    ...updateExpression(change),
  });
  try {
    return await singleWrite(db.send(command));
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return 'refused' as const;
    throw error;
  }
}

/** Returns false if the conditions fail. */
export const tryUpdate = async (key: Key, change: ItemChange): Promise<boolean> =>
  (await update(key, change, 'NONE')) !== 'refused';

export async function updated<T extends Key>(key: Key, change: ItemChange): Promise<T | undefined> {
  const answer = await update(key, change, 'ALL_NEW');
  return answer === 'refused' ? undefined : (answer.Attributes as Key as T);
}

const BATCH = 25;
// The pauses add up to seven seconds at most; an API function times out after 29.
const BATCH_ATTEMPTS = 8;

async function deleteBatch(keys: readonly Key[], pause: typeof backoff): Promise<void> {
  let left = keys.map((key) => ({ DeleteRequest: { Key: keyOf(key) } }));
  for (let attempt = 1; attempt <= BATCH_ATTEMPTS; attempt += 1) {
    if (attempt > 1) await pause(attempt - 1);
    const { UnprocessedItems } = await db.send(new BatchWriteCommand({ RequestItems: { [TableName()]: left } }));
    left = (UnprocessedItems?.[TableName()] ?? []) as typeof left;
    if (left.length === 0) return;
  }
  throw new Error(`DynamoDB left ${left.length} deletions unprocessed after ${BATCH_ATTEMPTS} attempts`);
}

/** Deletes items permanently and retries unprocessed ones with backoff. Throws after eight attempts at a batch. */
export async function deleteAll(keys: readonly Key[], pause = backoff): Promise<void> {
  for (let i = 0; i < keys.length; i += BATCH) await deleteBatch(keys.slice(i, i + BATCH), pause);
}
