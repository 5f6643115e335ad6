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
import { DUE_INDEX, INDEX } from './table-index.ts';

export interface Key {
  pk: string;
  sk: string;
}
/** What lists show of an item: a row of the index, which the item itself is too. */
export interface Row<Summarised> extends Key {
  gpk: string;
  gsk: string;
  card: Summarised;
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

/** Returns the projection that a read of these partitions needs: grants refuse one without it. */
function projection(partitions: readonly string[]) {
  const { LIMITED_READS } = process.env;
  if (!LIMITED_READS) return {};
  const { prefix, attributes } = JSON.parse(LIMITED_READS) as LimitedReads;
  if (!partitions.some((pk) => pk.startsWith(prefix))) return {};
  // Equal lengths, because the emulator takes #a1 for a part of #a10.
  const names = Object.fromEntries(attributes.map((name, i) => [`#a${String(i).padStart(2, '0')}`, name]));
  return { ProjectionExpression: Object.keys(names).join(), ExpressionAttributeNames: names };
}

export async function get<T extends Key>(key: Key): Promise<T | undefined> {
  const input = { TableName: TableName(), Key: keyOf(key), ConsistentRead: true, ...projection([key.pk]) };
  const { Item } = await db.send(new GetCommand(input));
  return Item as T | undefined;
}

/** Several items in one call, read consistently, in no order. Throws where the table did not give all of them. */
export async function getTogether(keys: Key[]): Promise<Item[]> {
  const request = {
    [TableName()]: { Keys: keys.map(keyOf), ConsistentRead: true, ...projection(keys.map(({ pk }) => pk)) },
  };
  const { Responses, UnprocessedKeys } = await db.send(new BatchGetCommand({ RequestItems: request }));
  if (Object.keys(UnprocessedKeys ?? {}).length > 0) throw new Conflict();
  return (Responses?.[TableName()] ?? []) as Item[];
}

export const itemAt = <T extends Key>(items: readonly Item[], { pk, sk }: Key) =>
  items.find((item) => item.pk === pk && item.sk === sk) as T | undefined;

interface QueryPage {
  items: Item[];
  last: Key | undefined;
}

async function* pages(input: Omit<QueryCommandInput, 'TableName'>): AsyncGenerator<QueryPage> {
  let start: Record<string, unknown> | undefined;
  do {
    const page = await db.send(new QueryCommand({ ...input, TableName: TableName(), ExclusiveStartKey: start }));
    start = page.LastEvaluatedKey;
    yield { items: (page.Items ?? []) as Item[], last: start as Key | undefined };
  } while (start);
}

/** Limits of a query: order, the key to begin at or after, the key to end before, a number of items, a number of bytes as JSON, a filter, a number of pages to read. */
export interface Range {
  newestFirst?: boolean;
  from?: string | undefined;
  after?: string | undefined;
  before?: string | undefined;
  limit?: number;
  maxBytes?: number;
  keep?: (item: Item) => boolean;
  maxPages?: number;
}

const NO_LIMIT = Number.POSITIVE_INFINITY;

/** Items of a query, and where it stopped after `maxPages` without `limit` items, if there may be more. */
interface Part<T extends Key> {
  items: T[];
  stoppedAt?: string;
}

async function collectPart<T extends Key>(input: Omit<QueryCommandInput, 'TableName'>, range: Range): Promise<Part<T>> {
  const { newestFirst, limit = NO_LIMIT, maxBytes = NO_LIMIT, maxPages = NO_LIMIT, keep } = range;
  const items: Item[] = [];
  const Limit = keep ? undefined : range.limit;
  let read = 0;
  for await (const page of pages({ ...input, Limit, ScanIndexForward: !newestFirst })) {
    items.push(...(keep ? page.items.filter(keep) : page.items));
    read += 1;
    if (items.length >= limit || (maxBytes < NO_LIMIT && jsonBytes(items) >= maxBytes)) break;
    if (read >= maxPages && page.last) return { items: items as Key[] as T[], stoppedAt: page.last.sk };
  }
  return { items: items.slice(0, limit) as Key[] as T[] };
}

const collect = async <T extends Key>(input: Omit<QueryCommandInput, 'TableName'>, range: Range): Promise<T[]> =>
  (await collectPart<T>(input, range)).items;

const justBelow = (key: string) =>
  `${key.slice(0, -1)}${String.fromCharCode(key.charCodeAt(key.length - 1) - 1)}\uffff`;

function keyCondition(pk: [string, string], sk: [string, string], { before, from: first, after }: Range) {
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

/** All items of a partition whose sort key starts with `prefix` (blank for all), read consistently, every page. `before` itself is left out. */
export const query = async <T extends Key = Item>(pk: string, prefix: string, range: Range = {}): Promise<T[]> =>
  (await queryPart<T>(pk, prefix, range)).items;

export async function queryPart<T extends Key = Item>(pk: string, prefix: string, range: Range): Promise<Part<T>> {
  const { ExpressionAttributeNames, ...key } = keyCondition(['pk', pk], ['sk', prefix], range);
  const { ExpressionAttributeNames: more, ...shown } = projection([pk]);
  const names = { ...ExpressionAttributeNames, ...more };
  return collectPart({ ...key, ...shown, ExpressionAttributeNames: names, ConsistentRead: true }, range);
}

/** The same over the index of lists, where a write shows a moment later. */
export async function queryIndex<T extends Row<unknown>>(gpk: string, prefix: string, range: Range = {}): Promise<T[]> {
  const key = keyCondition([INDEX.partitionKey, gpk], [INDEX.sortKey, prefix], range);
  return collect({ ...key, IndexName: INDEX.name }, range);
}

export interface DueRow extends Key {
  dpk: string;
  dsk: string;
}

/** The rows of a partition of the index of what is due whose sort key is at most `until`, every page, the first due first. A write shows a moment later. */
export async function queryDue(dpk: string, until: string): Promise<DueRow[]> {
  const key = {
    KeyConditionExpression: '#p = :p AND #s <= :until',
    ExpressionAttributeNames: { '#p': DUE_INDEX.partitionKey, '#s': DUE_INDEX.sortKey },
    ExpressionAttributeValues: { ':p': dpk, ':until': until },
  };
  return collect({ ...key, IndexName: DUE_INDEX.name }, {});
}

/** One write of a transaction. `refuse` is thrown when its conditions fail; without it a {@link Conflict} is. */
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

// Cancellation reasons that are worth a retry; the SDK's own retry does not look at them.
const PASSING = ['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'];

/** All of the writes or none. Throws the `refuse` of the first write whose conditions fail, else {@link Conflict}. */
export async function transact(writes: readonly Write[]): Promise<void> {
  try {
    await db.send(new TransactWriteCommand({ TransactItems: writes.map(transactItem) }));
  } catch (error) {
    if (!(error instanceof TransactionCanceledException)) throw error;
    const codes = (error.CancellationReasons ?? []).map((reason) => reason.Code);
    const failed = codes.indexOf('ConditionalCheckFailed');
    if (failed >= 0) throw writes[failed]?.refuse ?? new Conflict();
    if (codes.some((code) => code && PASSING.includes(code))) throw new Conflict();
    throw error;
  }
}

/** A write outside a transaction is refused while one is under way on the same item: the request is run again. */
async function alone<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing;
  } catch (error) {
    throw error instanceof TransactionConflictException ? new Conflict() : error;
  }
}

export async function put(item: Item): Promise<void> {
  await alone(db.send(new PutCommand({ TableName: TableName(), Item: item })));
}

export async function remove(key: Key): Promise<void> {
  await alone(db.send(new DeleteCommand({ TableName: TableName(), Key: keyOf(key) })));
}

async function update(key: Key, change: ItemChange, ReturnValues: 'NONE' | 'ALL_NEW') {
  const command = new UpdateCommand({
    TableName: TableName(),
    Key: keyOf(key),
    ReturnValues,
    ...updateExpression(change),
  });
  try {
    return await alone(db.send(command));
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return 'refused' as const;
    throw error;
  }
}

/** Changes one item; `false` where its conditions do not hold. */
export const tryUpdate = async (key: Key, change: ItemChange): Promise<boolean> =>
  (await update(key, change, 'NONE')) !== 'refused';

export async function updated<T extends Key>(key: Key, change: ItemChange): Promise<T | undefined> {
  const answer = await update(key, change, 'ALL_NEW');
  return answer === 'refused' ? undefined : (answer.Attributes as Key as T);
}

const BATCH = 25;
// The pauses add up to ten seconds at most; a function has 29.
const BATCH_ATTEMPTS = 8;

async function deleteBatch(keys: readonly Key[], pause: typeof backoff): Promise<void> {
  let left = keys.map((key) => ({ DeleteRequest: { Key: keyOf(key) } }));
  for (let attempt = 1; attempt <= BATCH_ATTEMPTS; attempt += 1) {
    if (attempt > 1) await pause(attempt - 1);
    const { UnprocessedItems } = await db.send(new BatchWriteCommand({ RequestItems: { [TableName()]: left } }));
    left = (UnprocessedItems?.[TableName()] ?? []) as typeof left;
    if (left.length === 0) return;
  }
  throw new Error(`The table put off ${left.length} deletions ${BATCH_ATTEMPTS} times`);
}

/** Deletes items for good, 25 to a call; what the table puts off is sent again after a pause. Throws where that does not end. */
export async function deleteAll(keys: readonly Key[], pause = backoff): Promise<void> {
  for (let i = 0; i < keys.length; i += BATCH) await deleteBatch(keys.slice(i, i + BATCH), pause);
}
