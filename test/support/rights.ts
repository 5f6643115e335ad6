import { AsyncLocalStorage } from 'node:async_hooks';
import { S3Client } from '@aws-sdk/client-s3';
import { type Granted, tableRights } from '#infra/functions/access.ts';

// The emulator evaluates no conditions on partitions and attributes (infra/functions/grants.ts): requests of a function in this
// process are checked against its rights here. Projections are not: each function on AWS adds them (functions/aws/table.ts).

/** One request, or one write of a transaction, as IAM evaluates it. */
interface Asked {
  action: string;
  partitions: readonly string[];
  attributes: readonly string[];
}

interface Value {
  S?: string;
}
/** What a request of DynamoDB's holds, as far as it is looked at. */
interface Body {
  IndexName?: string;
  Key?: Record<string, Value>;
  Item?: Record<string, Value>;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Record<string, Value>;
  UpdateExpression?: string;
  ConditionExpression?: string;
  RequestItems?: Record<string, unknown>;
  TransactItems?: Record<string, Body>[];
}

/** The attributes that expressions name, without what lies within them. */
function named({ UpdateExpression = '', ConditionExpression = '', ExpressionAttributeNames: names = {} }: Body) {
  const paths = `${UpdateExpression} ${ConditionExpression}`.match(/#\w+(\.#\w+)*/g) ?? [];
  return paths.map((at) => names[at.split('.')[0] ?? ''] ?? at);
}

function ofItem(action: string, body: Body): Asked {
  const item = body.Key ?? body.Item ?? {};
  return { action, partitions: [item.pk?.S ?? ''], attributes: [...new Set([...Object.keys(item), ...named(body)])] };
}

const IN_TRANSACTION: Readonly<Record<string, string>> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
};

/** All that a request asks of the table itself. */
export function askedBy(operation: string, body: Body): Asked[] {
  if (operation === 'TransactWriteItems')
    return (body.TransactItems ?? []).flatMap((write) =>
      Object.entries(write).map(([kind, one]) => ofItem(IN_TRANSACTION[kind] ?? kind, one)),
    );
  const batch = Object.values(body.RequestItems ?? {});
  if (operation === 'BatchGetItem')
    return (batch as { Keys: Record<string, Value>[] }[]).map(({ Keys }) => ({
      action: operation,
      partitions: Keys.map(({ pk }) => pk?.S ?? ''),
      attributes: [],
    }));
  if (operation === 'BatchWriteItem')
    return (batch as { DeleteRequest?: Body; PutRequest?: Body }[][])
      .flat()
      .map((one) => ofItem(operation, one.DeleteRequest ?? one.PutRequest ?? {}));
  if (operation === 'Query')
    return body.IndexName
      ? []
      : [{ action: operation, partitions: [body.ExpressionAttributeValues?.[':p']?.S ?? ''], attributes: [] }];
  if (operation === 'GetItem') return [{ ...ofItem(operation, { Key: body.Key ?? {} }), attributes: [] }];
  return [ofItem(operation, body)];
}

const fits = (partition: string, pattern: string) =>
  pattern.endsWith('*') ? partition.startsWith(pattern.slice(0, -1)) : partition === pattern;

/** Whether one of a function's rights takes in what is asked. */
export const may = (name: Granted, { action, partitions, attributes }: Asked): boolean =>
  tableRights(name).some(
    (right) =>
      right.actions.includes(`dynamodb:${action}`) &&
      partitions.every((partition) => right.partitions.some((pattern) => fits(partition, pattern))) &&
      (!right.attributes || attributes.every((attribute) => right.attributes?.includes(attribute))),
  );

interface Running {
  name: Granted;
  refused: string[];
}
const running = new AsyncLocalStorage<Running>();

interface AwsRequest {
  headers: Record<string, string>;
  body?: unknown;
}
// All clients of the SDK send through one class of handler, which is nowhere exported by name.
const sender: { handle(request: AwsRequest, options?: unknown): Promise<unknown> } = Object.getPrototypeOf(
  new S3Client({}).config.requestHandler,
);
const send = sender.handle;
sender.handle = function (request, options) {
  const [service, operation = ''] = request.headers['x-amz-target']?.split('.') ?? [];
  const runs = running.getStore();
  if (runs && service?.startsWith('DynamoDB_'))
    for (const asked of askedBy(operation, JSON.parse(String(request.body))))
      if (!may(runs.name, asked))
        runs.refused.push(`${asked.action} ${asked.partitions.join()} (${asked.attributes.join()})`);
  return send.call(this, request, options);
};

/** Runs what a function does. Throws where it asked the table for something that it has no right to. */
export async function asFunction<T>(name: Granted, work: () => Promise<T>): Promise<T> {
  const runs: Running = { name, refused: [] };
  const result = await running.run(runs, work);
  if (runs.refused.length > 0)
    throw new Error(`"${name}" has no right in infra/functions/access.ts to ${runs.refused.join(', ')}`);
  return result;
}
