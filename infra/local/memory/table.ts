import { setImmediate as turn } from 'node:timers/promises';
import { DUE_INDEX, FIRM_INDEX, INDEX, SUMMARY } from '#functions/aws/table-index.ts';
import { changed, type Expressions, type Item, projected, testOf, type Value } from './expressions.ts';

export class AwsError extends Error {
  readonly type: string;
  readonly more: object;
  constructor(type: string, message: string, more: object = {}) {
    super(message);
    this.type = type;
    this.more = more;
  }
}

interface Request extends Expressions {
  TableName: string;
  Key?: Item;
  Item?: Item;
  IndexName?: string;
  Limit?: number;
  ScanIndexForward?: boolean;
  ExclusiveStartKey?: Item;
  ReturnValues?: string;
}
interface Batch {
  RequestItems: Record<string, Expressions & { Keys: Item[] }>;
}
interface WriteBatch {
  RequestItems: Record<string, { PutRequest?: Request; DeleteRequest?: Request }[]>;
}
interface Transaction {
  ClientRequestToken?: string;
  TransactItems: Record<string, Request>[];
}

const MAX_ITEM_BYTES = 400 * 1024;
/** Bytes of a partition key and of a sort key, also of an index. */
const MAX_KEY_BYTES = [2048, 1024] as const;
const MAX_PAGE_BYTES = 1024 * 1024;
const MAX_TRANSACTION = 100;
const MAX_BATCH = { get: 100, write: 25 };

const INDEXES: Readonly<Record<string, { keys: readonly [string, string]; holds: readonly string[] }>> = {
  [INDEX.name]: { keys: [INDEX.partitionKey, INDEX.sortKey], holds: [SUMMARY] },
  [FIRM_INDEX.name]: { keys: [FIRM_INDEX.partitionKey, FIRM_INDEX.sortKey], holds: [INDEX.partitionKey, SUMMARY] },
  [DUE_INDEX.name]: { keys: [DUE_INDEX.partitionKey, DUE_INDEX.sortKey], holds: [] },
};

const invalid = (message: string) => new AwsError('ValidationException', message);
const refused = () => new AwsError('ConditionalCheckFailedException', 'The conditional request failed');

function bytesOf(value: Value): number {
  if (value.S !== undefined) return Buffer.byteLength(value.S);
  if (value.N !== undefined) return 2 + Math.ceil(value.N.length / 2);
  if (value.M) return 3 + Object.keys(value.M).length + itemBytes(value.M);
  if (value.L) return 3 + value.L.reduce((sum, element) => sum + 1 + bytesOf(element), 0);
  return typeof value.B === 'string' ? Buffer.byteLength(value.B, 'base64') : 1;
}
/** An item's size by DynamoDB's rules: names and values in UTF-8, 3 bytes for a map or list, 1 for each of its members. */
export const itemBytes = (item: Item): number =>
  Object.entries(item).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + bytesOf(value), 0);

const keyOf = ({ pk = {}, sk = {} }: Item): Item => ({ pk, sk });
function checkSizes(...key: readonly (Value | undefined)[]): void {
  if (key.some((part, i) => Buffer.byteLength(part?.S ?? '') > (MAX_KEY_BYTES[i] ?? 0)))
    throw invalid('One or more parameter values were invalid: a key has exceeded its size limit');
}

function idOf({ pk, sk }: Item): string {
  checkSizes(pk, sk);
  return `${pk?.S}\n${sk?.S}`;
}

const placeOf = ({ TableName, Key, Item }: Request) => TableName + idOf(Key ?? Item ?? {});
const writesIn = (items: Transaction['TransactItems']) =>
  items.flatMap((item) => Object.entries(item)).map(([kind, request]) => ({ kind, request }));

function cancelled(codes: string[]): AwsError {
  const message = `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes.join(', ')}]`;
  const CancellationReasons = codes.map((Code) => (Code === 'None' ? { Code } : { Code, Message: Code }));
  return new AwsError('TransactionCanceledException', message, { CancellationReasons });
}

/** Called for each change of an item, in order. */
export type Listener = (before: Item | undefined, after: Item | undefined) => void;

/** DynamoDB in memory, as far as the product uses it. */
export class Tables {
  private readonly tables = new Map<string, Map<string, Item>>();
  private readonly tokens = new Set<string>();
  /** Items of transactions that are under way. */
  private readonly held = new Set<string>();
  private readonly listener: Listener;
  constructor(listener: Listener) {
    this.listener = listener;
  }

  create(name: string): void {
    this.tables.set(name, new Map());
    this.tokens.clear();
  }

  private table(name: string): Map<string, Item> {
    const table = this.tables.get(name);
    if (!table) throw new AwsError('ResourceNotFoundException', `Requested resource not found: Table: ${name}`);
    return table;
  }

  private written(request: Request, kind: string): { before: Item | undefined; after: Item | undefined } {
    const key = request.Key ?? request.Item ?? {};
    if (!key.pk?.S || !key.sk?.S) throw invalid('The provided key element does not match the schema');
    const before = this.table(request.TableName).get(idOf(key));
    if (!testOf(request.ConditionExpression, request)(before ?? {})) throw refused();
    const after =
      kind === 'Update' ? changed(before ?? keyOf(key), request) : kind === 'Put' ? request.Item : undefined;
    if (kind === 'Update' && !after)
      throw invalid('The document path provided in the update expression is invalid for update');
    if (after && itemBytes(after) > MAX_ITEM_BYTES) throw invalid('Item size has exceeded the maximum allowed size');
    for (const { keys } of Object.values(INDEXES)) {
      if (keys.some((name) => after?.[name]?.S === '')) throw invalid('A key of an index is an empty string');
      checkSizes(...keys.map((name) => after?.[name]));
    }
    return { before, after: kind === 'ConditionCheck' ? before : after };
  }

  private store({ TableName }: Request, before: Item | undefined, after: Item | undefined): void {
    const table = this.table(TableName);
    if (after) table.set(idOf(after), after);
    else if (before) table.delete(idOf(before));
    if (before !== after) this.listener(before, after);
  }

  private write(request: Request, kind: string): object {
    const { before, after } = this.written(request, kind);
    this.store(request, before, after);
    if (request.ReturnValues === 'ALL_NEW') return { Attributes: after };
    return request.ReturnValues === 'ALL_OLD' && before ? { Attributes: before } : {};
  }

  private transact({ ClientRequestToken: token, TransactItems }: Transaction): object {
    if (token && this.tokens.has(token)) return {};
    const writes = writesIn(TransactItems);
    const ids = writes.map(({ request }) => placeOf(request));
    if (writes.length > MAX_TRANSACTION) throw invalid('Member must have length less than or equal to 100');
    if (new Set(ids).size < ids.length)
      throw invalid('Transaction request cannot include multiple operations on one item');
    const results = writes.map(({ kind, request }) => {
      try {
        return this.written(request, kind);
      } catch (error) {
        if (error instanceof AwsError && error.type === 'ConditionalCheckFailedException') return undefined;
        throw error;
      }
    });
    if (results.includes(undefined))
      throw cancelled(results.map((result) => (result ? 'None' : 'ConditionalCheckFailed')));
    for (const [i, { request }] of writes.entries()) this.store(request, results[i]?.before, results[i]?.after);
    if (token) this.tokens.add(token);
    return {};
  }

  /** Holds the items of a transaction for a turn. Another one on any of them is cancelled meanwhile, as in DynamoDB. */
  async transaction(request: Transaction): Promise<object> {
    const places = writesIn(request.TransactItems).map((write) => placeOf(write.request));
    if (places.some((place) => this.held.has(place)))
      throw cancelled(places.map((place) => (this.held.has(place) ? 'TransactionConflict' : 'None')));
    for (const place of places) this.held.add(place);
    try {
      await turn();
      return this.transact(request);
    } finally {
      for (const place of places) this.held.delete(place);
    }
  }

  private batchGet({ RequestItems }: Batch): object {
    const found = Object.entries(RequestItems).map(([name, { Keys, ...expressions }]) => {
      if (Keys.length > MAX_BATCH.get) throw invalid('Too many items requested for the BatchGetItem call');
      if (new Set(Keys.map(idOf)).size < Keys.length) throw invalid('Provided list of item keys contains duplicates');
      const items = Keys.map((key) => this.table(name).get(idOf(key))).filter((item) => item !== undefined);
      return [name, items.map((item) => projected(item, expressions))];
    });
    return { Responses: Object.fromEntries(found), UnprocessedKeys: {} };
  }

  private batchWrite({ RequestItems }: WriteBatch): object {
    for (const [TableName, writes] of Object.entries(RequestItems)) {
      if (writes.length > MAX_BATCH.write) throw invalid('Too many items requested for the BatchWriteItem call');
      for (const { PutRequest, DeleteRequest } of writes)
        this.write({ ...(PutRequest ?? DeleteRequest), TableName }, PutRequest ? 'Put' : 'Delete');
    }
    return { UnprocessedItems: {} };
  }

  private page(request: Request, kind: 'Query' | 'Scan'): object {
    const index = INDEXES[request.IndexName ?? ''];
    const keys = index?.keys ?? (['pk', 'sk'] as const);
    const isAsked = testOf(request.KeyConditionExpression, request);
    const isKept = testOf(request.FilterExpression, request);
    const order = (item: Item) => (kind === 'Scan' ? [] : [item[keys[1]]?.S ?? '']).concat(idOf(item)).join('\n');
    const forward = request.ScanIndexForward === false ? -1 : 1;
    const start = request.ExclusiveStartKey && order(request.ExclusiveStartKey);
    const shown = index && ['pk', 'sk', ...keys, ...index.holds];
    const rows = [...this.table(request.TableName).values()]
      .filter((item) => keys.every((name) => item[name]) && isAsked(item))
      .map((item) => ({ item, place: order(item) }))
      .filter(({ place }) => start === undefined || (place < start ? -1 : place > start ? 1 : 0) * forward > 0)
      .sort((a, b) => (a.place < b.place ? -forward : forward));
    const Items: Item[] = [];
    let [read, bytes] = [0, 0];
    for (const { item } of rows) {
      const row = shown ? Object.fromEntries(Object.entries(item).filter(([name]) => shown.includes(name))) : item;
      bytes += itemBytes(row);
      read += 1;
      if (isKept(item)) Items.push(projected(row, request));
      if (read === request.Limit || bytes > MAX_PAGE_BYTES) break;
    }
    const last = rows[read - 1]?.item;
    const isWhole = read === rows.length && read !== request.Limit;
    const LastEvaluatedKey =
      last && !isWhole ? Object.fromEntries(['pk', 'sk', ...keys].map((name) => [name, last[name]])) : undefined;
    return { Items, Count: Items.length, ScannedCount: read, LastEvaluatedKey };
  }

  /** Answers an operation other than a transaction. Throws {@link AwsError}. */
  answer(operation: string, body: object): object {
    const request = body as Request;
    if (operation === 'GetItem') {
      const item = this.table(request.TableName).get(idOf(request.Key ?? {}));
      return item ? { Item: projected(item, request) } : {};
    }
    if (operation === 'BatchGetItem') return this.batchGet(body as Batch);
    if (operation === 'BatchWriteItem') return this.batchWrite(body as WriteBatch);
    if (operation === 'Query' || operation === 'Scan') return this.page(request, operation);
    const [, kind] = /^(Put|Update|Delete)Item$/.exec(operation) ?? [];
    if (kind && this.held.has(placeOf(request)))
      throw new AwsError('TransactionConflictException', 'Transaction is ongoing for the item');
    if (kind) return this.write(request, kind);
    throw invalid(`The emulator in memory knows no ${operation}`);
  }
}
