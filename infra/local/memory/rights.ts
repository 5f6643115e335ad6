import { AsyncLocalStorage } from 'node:async_hooks';
import { DUE_INDEX, FIRM_INDEX, INDEX } from '#functions/aws/table-index.ts';
import { ACCESS, type Granted, tableRights } from '#infra/functions/access.ts';
import { type AwsRequest, bytesOf, sender } from './sdk.ts';

// The emulator ignores conditions on partitions and attributes (infra/functions/grants.ts), so requests of functions in this
// process are checked here. Projections are not: each function on AWS adds them (functions/aws/table.ts).

/** One request, or one write of a transaction, as IAM evaluates it. */
interface Asked {
  action: string;
  partitions: readonly string[];
  attributes: readonly string[];
}

interface Value {
  S?: string;
}
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

/** Returns the top-level attributes in expressions. */
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

/** Permissions for operations other than on the table; all calls of the API read the public key. */
const OPERATIONS: Readonly<Record<string, (access: (typeof ACCESS)[Granted], name: Granted) => boolean>> = {
  'S3 PUT': ({ documents = [] }) => documents.includes('s3:PutObject'),
  'S3 GET': ({ documents = [] }) => documents.includes('s3:GetObject'),
  'S3 list of a client': ({ listsDocuments = false }) => listsDocuments,
  'S3 POST': ({ documents = [] }) => documents.includes('s3:DeleteObject'),
  'S3 DELETE': ({ documents = [] }) => documents.includes('s3:DeleteObject'),
  GenerateMac: ({ derives = false }) => derives,
  Sign: ({ signsIn = false, evidence = false }) => signsIn || evidence,
  GetPublicKey: (_, name) => !['mail-events', 'on-record', 'tick'].includes(name),
  GenerateDataKey: ({ dataKey = [] }) => dataKey.includes('kms:GenerateDataKey'),
  Decrypt: ({ dataKey = [] }) => dataKey.includes('kms:Decrypt'),
  SendMessage: ({ stream = false }) => stream,
  [`Query ${INDEX.name}`]: ({ index = false, listsAccounts = false }) => index || listsAccounts,
  [`Query ${FIRM_INDEX.name}`]: ({ firmIndex = false }) => firmIndex,
  [`Query ${DUE_INDEX.name}`]: ({ due = false }) => due,
  'x-www-form-urlencoded': ({ mail = false }) => mail,
};

/** Names an operation on S3. Objects of all clients together are listed by nobody. */
function operationOnS3({ method, query }: AwsRequest): string {
  if (!query?.['list-type']) return `S3 ${method}`;
  return /^clients\/./.test(String(query.prefix)) ? 'S3 list of a client' : 'S3 list';
}

/** Describes requests without permission. */
function refusedOf(name: Granted, request: AwsRequest): string[] {
  const { headers } = request;
  const [service, operation = ''] = headers['x-amz-target']?.split('.') ?? [];
  const input = service?.startsWith('DynamoDB_') && JSON.parse(bytesOf(request).toString());
  if (input && !input.IndexName)
    return askedBy(operation, input)
      .filter((asked) => !may(name, asked))
      .map(({ action, partitions, attributes }) => `${action} ${partitions.join()} (${attributes.join()})`);
  const [, form] = /^application\/(x-www-form-urlencoded)/.exec(headers['content-type'] ?? '') ?? [];
  const wanted = input ? `${operation} ${input.IndexName}` : operation || form || operationOnS3(request);
  return OPERATIONS[wanted]?.(ACCESS[name], name) ? [] : [wanted];
}

const send = sender.handle;
sender.handle = function (request, options) {
  const runs = running.getStore();
  runs?.refused.push(...refusedOf(runs.name, request));
  return send.call(this, request, options);
};

/** Runs `work` as a function. Throws if it requested something without permission. */
export async function asFunction<T>(name: Granted, work: () => Promise<T>): Promise<T> {
  const runs: Running = { name, refused: [] };
  const result = await running.run(runs, work);
  if (runs.refused.length > 0)
    throw new Error(`"${name}" has no right in infra/functions/access.ts to ${runs.refused.join(', ')}`);
  return result;
}
