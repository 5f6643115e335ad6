import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  BatchWriteCommand,
  DynamoDBDocumentClient,
  paginateQuery,
  paginateScan,
  ScanCommand,
  type ScanCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { env } from '#functions/aws/env.ts';
import type { Item, Key } from '#functions/aws/table.ts';
import { applyMigrations, planMigrations, upToDate } from '#functions/domain/migrations/migrate.ts';
import { MIGRATIONS } from '#functions/domain/migrations/migrations.ts';
import { childKeyOf, clientPartition, PREFIX, timeOfKey } from '#functions/services/keys/keys.ts';

const BATCH = 25;
const PREFIX_OF_CLIENTS = clientPartition('');

let connected: DynamoDBDocumentClient | undefined;

/** Returns the shared connection, which is created once the process points to a stack. */
function connection(): DynamoDBDocumentClient {
  connected ??= DynamoDBDocumentClient.from(new DynamoDBClient({ maxAttempts: 10 }));
  return connected;
}

async function scan(input: ScanCommandInput): Promise<Item[]> {
  const items: Item[] = [];
  for await (const { Items = [] } of paginateScan({ client: connection() }, { ...input, ConsistentRead: true }))
    items.push(...(Items as Item[]));
  return items;
}

/** Reads the whole table once, and yields the items of each partition. */
export async function* partitions(): AsyncGenerator<[first: Item, ...rest: Item[]]> {
  let open: [Item, ...Item[]] | undefined;
  for await (const { Items = [] } of paginateScan(
    { client: connection() },
    { TableName: env('TABLE_NAME'), ConsistentRead: true },
  ))
    for (const item of Items as Item[]) {
      if (open && open[0].pk === item.pk) open.push(item);
      else {
        if (open) yield open;
        open = [item];
      }
    }
  if (open) yield open;
}

const PAGE = 100;

export async function pageOf(after: Key | undefined): Promise<{ items: Item[]; next: Key | undefined }> {
  const input = { TableName: env('TABLE_NAME'), Limit: PAGE, ConsistentRead: true, ExclusiveStartKey: after };
  const { Items = [], LastEvaluatedKey } = await connection().send(new ScanCommand(input));
  return { items: Items as Item[], next: LastEvaluatedKey as Key | undefined };
}

async function idsUnder(prefix: string, TableName = env('TABLE_NAME')): Promise<string[]> {
  const keys = await scan({ TableName, ProjectionExpression: 'pk, sk' });
  return [...new Set(keys.filter(({ pk }) => pk.startsWith(prefix)).map(({ pk }) => pk.slice(prefix.length)))];
}

/** Returns the ids of all clients, including those of which only children are left. */
export const clientIds = (TableName?: string) => idsUnder(PREFIX_OF_CLIENTS, TableName);

/** Returns all items that belong to no client: accounts and their children, and the firm's. */
export const otherItems = (TableName = env('TABLE_NAME')): Promise<Item[]> =>
  scan({
    TableName,
    FilterExpression: 'NOT begins_with(pk, :clients)',
    ExpressionAttributeValues: { ':clients': PREFIX_OF_CLIENTS },
  });

/** Returns items of an older table in the present format. */
export async function inPresentForm(items: readonly Item[]): Promise<Item[]> {
  const byKey = new Map(items.map((item) => [`${item.pk} ${item.sk}`, item]));
  const read = async ({ pk, sk }: Key) => byKey.get(`${pk} ${sk}`);
  const brought = await Promise.all(items.map((item) => upToDate(item, read)));
  return brought.filter((item) => item !== undefined);
}

/** Returns clients and accounts whose address bounced or complained. */
export const undeliverable = () =>
  scan({
    TableName: env('TABLE_NAME'),
    FilterExpression: 'attribute_exists(mailProblem) OR attribute_exists(summary.mailProblem)',
  }) as Promise<(Item & { summary: { email: string } })[]>;

/** Returns audit entries of clients and firm between two times in milliseconds since 1970, oldest first. */
export async function entriesBetween(from: number, to: number): Promise<Item[]> {
  const entries = await scan({
    TableName: env('TABLE_NAME'),
    FilterExpression: 'begins_with(sk, :activity)',
    ExpressionAttributeValues: { ':activity': PREFIX.activity },
  });
  const at = (entry: Item) => Date.parse(timeOfKey(childKeyOf(entry)));
  return entries
    .filter((entry) => at(entry) >= from && at(entry) <= to)
    .sort((a, b) => (childKeyOf(a) < childKeyOf(b) ? -1 : 1));
}

export async function itemsOf(TableName: string, pk: string): Promise<Item[]> {
  const items: Item[] = [];
  const input = {
    TableName,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': pk },
    ConsistentRead: true,
  };
  for await (const page of paginateQuery({ client: connection() }, input))
    items.push(...((page.Items ?? []) as Item[]));
  return items;
}

/** Writes items in batches of 25, and retries unprocessed ones. */
export async function putAll(items: readonly Item[], TableName = env('TABLE_NAME')): Promise<void> {
  const db = connection();
  for (let i = 0; i < items.length; i += BATCH) {
    let left = items.slice(i, i + BATCH).map((Item) => ({ PutRequest: { Item } }));
    while (left.length > 0) {
      const { UnprocessedItems } = await db.send(new BatchWriteCommand({ RequestItems: { [TableName]: left } }));
      left = (UnprocessedItems?.[TableName] ?? []) as typeof left;
    }
  }
}

// A migration sees one item at a time. Counts over several items are repaired afterwards.
const MIGRATED = 'Migrated. Now run: npm run ops -- verify --repair, which corrects the counters.';

/** Migrates the stored data, or prints what would change. */
export async function migrate(apply = false, migrations = MIGRATIONS): Promise<boolean> {
  const migrated = await (apply ? applyMigrations : planMigrations)(pageOf, migrations);
  for (const { number, name, items } of migrated) console.log(`${number} ${name}: ${items} items`);
  if (migrated.length === 0) console.log('Nothing to migrate.');
  else console.log(apply ? MIGRATED : 'Nothing was changed: add --apply to migrate.');
  return true;
}
