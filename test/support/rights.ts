import { AsyncLocalStorage } from 'node:async_hooks';
import { S3Client } from '@aws-sdk/client-s3';
import { DUE_INDEX, INDEX } from '#functions/aws/table-index.ts';
import { ACCESS, type Granted, tableRights } from '#infra/functions/access.ts';

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
  method: string;
  headers: Record<string, string>;
  body?: unknown;
}

/** Permissions of a function by operations of other services than the table; all calls of the API read the public key. */
const OPERATIONS: Readonly<Record<string, (access: (typeof ACCESS)[Granted], name: Granted) => boolean>> = {
  'S3 PUT': ({ documents = [] }) => documents.includes('s3:PutObject'),
  // Of a document, or a list of them.
  'S3 GET': ({ documents = [], listsDocuments = false }) => documents.includes('s3:GetObject') || listsDocuments,
  'S3 POST': ({ documents = [] }) => documents.includes('s3:DeleteObject'),
  'S3 DELETE': ({ documents = [] }) => documents.includes('s3:DeleteObject'),
  GenerateMac: ({ derives = false }) => derives,
  Sign: ({ signsIn = false }) => signsIn,
  GetPublicKey: (_, name) => !['mail-events', 'on-record', 'tick'].includes(name),
  GenerateDataKey: ({ dataKey = [] }) => dataKey.includes('kms:GenerateDataKey'),
  Decrypt: ({ dataKey = [] }) => dataKey.includes('kms:Decrypt'),
  SendMessage: ({ stream = false }) => stream,
  [`Query ${INDEX.name}`]: ({ index = false }) => index,
  [`Query ${DUE_INDEX.name}`]: ({ due = false }) => due,
  'x-www-form-urlencoded': ({ mail = false }) => mail,
};

/** What a function requests without permission, in words for a test that fails. */
function refusedOf(name: Granted, { method, headers, body }: AwsRequest): string[] {
  const [service, operation = ''] = headers['x-amz-target']?.split('.') ?? [];
  const input = service?.startsWith('DynamoDB_') && JSON.parse(Buffer.from(body as Uint8Array).toString());
  if (input && !input.IndexName)
    return askedBy(operation, input)
      .filter((asked) => !may(name, asked))
      .map(({ action, partitions, attributes }) => `${action} ${partitions.join()} (${attributes.join()})`);
  const [, form] = /^application\/(x-www-form-urlencoded)/.exec(headers['content-type'] ?? '') ?? [];
  const wanted = input ? `${operation} ${input.IndexName}` : operation || form || `S3 ${method}`;
  return OPERATIONS[wanted]?.(ACCESS[name], name) ? [] : [wanted];
}

// All clients of the SDK send through one class of handler, which is nowhere exported by name.
const sender: { handle(request: AwsRequest, options?: unknown): Promise<unknown> } = Object.getPrototypeOf(
  new S3Client({}).config.requestHandler,
);
const send = sender.handle;
sender.handle = function (request, options) {
  const runs = running.getStore();
  runs?.refused.push(...refusedOf(runs.name, request));
  return send.call(this, request, options);
};

/** Runs what a function does. Throws where it requested something that it has no right to. */
export async function asFunction<T>(name: Granted, work: () => Promise<T>): Promise<T> {
  const runs: Running = { name, refused: [] };
  const result = await running.run(runs, work);
  if (runs.refused.length > 0)
    throw new Error(`"${name}" has no right in infra/functions/access.ts to ${runs.refused.join(', ')}`);
  return result;
}
