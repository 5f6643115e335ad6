import { randomUUID } from 'node:crypto';
import * as dynamo from '@aws-sdk/client-dynamodb';
import { DecryptCommand, GenerateDataKeyCommand, GenerateMacCommand, KMSClient } from '@aws-sdk/client-kms';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { marshall } from '@aws-sdk/util-dynamodb';
import { afterAll, expect, test } from 'vitest';
import { conditionExpression, updateExpression } from '#functions/aws/expressions.ts';
import { INDEX } from '#functions/aws/table-index.ts';
import { emulatorClient } from '#infra/tools/emulator-access.ts';
import { startMemory } from '../support/memory/start.ts';
import { emulatorUrl, stackOutput } from '../support/stack.ts';

// The in-memory stack of the API tests answers as the emulator does.

const servicesOf = (url: string, name: (output: string) => string) => {
  const access = emulatorClient(url);
  return {
    db: new dynamo.DynamoDBClient(access),
    s3: new S3Client({ ...access, forcePathStyle: true }),
    kms: new KMSClient(access),
    TableName: name('TableName'),
    Bucket: name('BucketName'),
    name,
  };
};
type Services = ReturnType<typeof servicesOf>;
const { environment } = await startMemory();
const outputs = JSON.parse(environment.TEST_OUTPUTS);
const BOTH = [
  servicesOf(emulatorUrl(), stackOutput),
  servicesOf(environment.TEST_EMULATOR, (output) => outputs[output]),
] as const;

const pk = `MEMORY#${randomUUID()}`;
// Operators' commands are tested on this table and refuse unknown kinds of items.
afterAll(async () => {
  const [{ db, TableName }] = BOTH;
  const values = { ':p': { S: pk } };
  const input = { TableName, KeyConditionExpression: 'pk = :p', ExpressionAttributeValues: values };
  // The large items fill more than one page of 1 MB.
  for await (const { Items = [] } of dynamo.paginateQuery({ client: db }, input))
    for (const { sk } of Items) await db.send(new dynamo.DeleteItemCommand({ TableName, Key: at(sk?.S ?? '') }));
});
const at = (sk: string) => marshall({ pk, sk });
type Values = Record<string, unknown>;
const inTable = (more: object) => ({ TableName: '', ...more });
const put = (sk: string, item: object, when: Parameters<typeof conditionExpression>[0] = []) =>
  new dynamo.PutItemCommand(
    inTable({ Item: marshall({ pk, sk, ...item }), ...marshalled(conditionExpression(when)) }) as dynamo.PutItemInput,
  );
const marshalled = ({
  ExpressionAttributeValues: values,
  ...expressions
}: {
  ExpressionAttributeValues?: Values | undefined;
}) => ({ ...expressions, ...(values && { ExpressionAttributeValues: marshall(values) }) });
const update = (sk: string, change: Parameters<typeof updateExpression>[0]) =>
  new dynamo.UpdateItemCommand(
    inTable({
      Key: at(sk),
      ReturnValues: 'ALL_NEW',
      ...marshalled(updateExpression(change)),
    }) as dynamo.UpdateItemInput,
  );
const query = (more: object, values: Values = {}, sk = '') =>
  new dynamo.QueryCommand(
    inTable({
      KeyConditionExpression: `#p = :p${sk}`,
      ExpressionAttributeNames: { '#p': 'pk', ...(sk && { '#s': 'sk' }) },
      ExpressionAttributeValues: marshall({ ':p': pk, ...values }),
      ...more,
    }) as dynamo.QueryInput,
  );
const ofIndex = { IndexName: INDEX.name, ExpressionAttributeNames: { '#p': INDEX.partitionKey } };
const BIG = 'x'.repeat(300 * 1024);

const STEPS: Readonly<Record<string, { input: object }>> = {
  'puts an item': put('a', { n: 1, map: { '2.2': 'open' }, gpk: pk, gsk: 'z', summary: { name: 'A' }, other: true }),
  'puts a second item': put('b', { n: 2, gpk: pk, gsk: 'y', list: [1, null, 'x'] }, [['pk', 'absent']]),
  'rejects a put over an existing item': put('b', {}, [['pk', 'absent']]),
  'puts if a missing attribute is compared by <>': put('c', {}, [['n', '<>', 1]]),
  'rejects a put that compares a missing attribute by <': put('c', {}, [['n', '<', 5]]),
  'sets, adds and removes attributes, also in a map': update('a', {
    set: { 'map/2.2': 'done', other: undefined },
    add: { n: 2, m: 1 },
  }),
  'copies an attribute from before the change': update('b', { set: { n: 3 }, copy: { was: 'n' } }),
  'copies a missing attribute as a blank one': update('b', { copy: { was: 'nothing', next: 'was' } }),
  'rejects a set inside a missing map': update('b', { set: { 'map/x': 1 } }),
  'creates an item by an update': update('d', { set: { x: 1 }, when: [['pk', 'absent']] }),
  'rejects an update if a condition fails': update('a', { set: { x: 1 }, when: [['n', '>', 3]] }),
  'updates if an attribute is absent or less': update('a', {
    set: { x: 1 },
    when: [
      ['nothing', 'absent or <', 3],
      ['map/2.2', '=', 'done'],
    ],
  }),
  'reads an item': new dynamo.GetItemCommand({ TableName: '', Key: at('a') }),
  'reads some attributes': new dynamo.GetItemCommand({
    TableName: '',
    Key: at('a'),
    ProjectionExpression: '#a,n',
    ExpressionAttributeNames: { '#a': 'summary' },
  }),
  'reads a missing item': new dynamo.GetItemCommand({ TableName: '', Key: at('none') }),
  'queries a partition': query({}),
  'queries two items in reverse order': query({ ScanIndexForward: false, Limit: 2 }),
  'continues a query after a key': query({ ExclusiveStartKey: at('b'), Limit: 5 }),
  'queries a range': query({}, { ':from': 'b', ':to': 'c\uffff' }, ' AND #s BETWEEN :from AND :to'),
  'queries the index with its projected attributes': query(ofIndex),
  'puts a large item': put('e', { BIG }),
  'puts a second large item': put('f', { BIG }),
  'puts a third large item': put('g', { BIG }),
  'puts a fourth large item': put('h', { BIG }),
  'puts a fifth large item': put('i', { BIG }),
  'rejects an item that is too large': put('j', { a: BIG, b: BIG }),
};

const answered = async (send: Promise<object>) =>
  send.then(
    (answer) => ({ ...answer, $metadata: undefined, ConsumedCapacity: undefined, ResponseMetadata: undefined }),
    ({ name, CancellationReasons = [] }) => ({
      name,
      codes: CancellationReasons.map(({ Code }: { Code: string }) => Code),
    }),
  );

async function same(ask: (services: Services) => Promise<object>): Promise<void> {
  const [emulator, memory] = BOTH;
  // Sequential, as both stacks share commands whose table name is set just before sending.
  const expected = await answered(ask(emulator));
  expect(await answered(ask(memory))).toEqual(expected);
}

test.each(Object.entries(STEPS))('the in-memory table answers as the emulator does: %s', (_, command) =>
  same(({ db, TableName }) => {
    Object.assign(command.input, { TableName });
    return db.send(command as dynamo.GetItemCommand);
  }),
);

test('an in-memory query of more than 1 MB needs a second page, as on the emulator', async () => {
  const found: object[] = [];
  await same(async ({ db, TableName }) => {
    const { input } = query({ TableName }, { ':from': 'e', ':to': 'i' }, ' AND #s BETWEEN :from AND :to');
    const keys: unknown[] = [];
    let pages = 0;
    for await (const { Items = [] } of dynamo.paginateQuery({ client: db }, input)) {
      keys.push(...Items.map(({ sk }) => sk?.S));
      pages += 1;
    }
    found.push({ pages, keys });
    return { pages, keys };
  });
  // Five items of 300 KB each. The fourth ends the first page in memory, and starts the second on the emulator.
  expect(found).toEqual(Array(2).fill({ pages: 2, keys: ['e', 'f', 'g', 'h', 'i'] }));
});

test.each([
  ['succeeds', 'new', []],
  ['is cancelled as a whole', 'other', [['n', '=', 77]] as const],
] as const)('an in-memory transaction %s as on the emulator', async (_, sk, when) => {
  await same(({ db, TableName }) =>
    db.send(
      new dynamo.TransactWriteItemsCommand({
        TransactItems: [
          { Put: { TableName, Item: at(sk) } },
          {
            Update: {
              TableName,
              Key: at('a'),
              ...marshalled(updateExpression({ add: { n: 1 }, when })),
            } as dynamo.Update,
          },
          { ConditionCheck: { TableName, Key: at('b'), ConditionExpression: 'attribute_exists(pk)' } },
        ],
      }),
    ),
  );
  await same(({ db, TableName }) => db.send(new dynamo.GetItemCommand({ TableName, Key: at(sk) })));
});

test('in-memory batches read and delete as on the emulator', async () => {
  const Keys = ['b', 'none', 'c'].map(at);
  const byKey = ({ Responses = {} }: dynamo.BatchGetItemOutput, TableName: string) => ({
    items: Responses[TableName]?.toSorted((a, b) => String(a.sk?.S).localeCompare(String(b.sk?.S))),
  });
  const read = () =>
    same(async ({ db, TableName }) =>
      byKey(await db.send(new dynamo.BatchGetItemCommand({ RequestItems: { [TableName]: { Keys } } })), TableName),
    );
  await read();
  const deletions = Keys.map((Key) => ({ DeleteRequest: { Key } }));
  await same(({ db, TableName }) =>
    db.send(new dynamo.BatchWriteItemCommand({ RequestItems: { [TableName]: deletions } })),
  );
  await read();
});

test('in-memory objects are put, listed, read and deleted as on the emulator', async () => {
  const Key = `clients/${pk}/a b+ü`;
  await same(async ({ s3, Bucket }) => {
    await s3.send(new PutObjectCommand({ Bucket, Key, Body: Buffer.from('bytes') }));
    const { Contents = [], IsTruncated } = await s3.send(
      new ListObjectsV2Command({ Bucket, Prefix: `clients/${pk}/` }),
    );
    const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key }));
    return {
      keys: Contents.map((object) => [object.Key, object.Size]),
      IsTruncated,
      text: await Body?.transformToString(),
    };
  });
  await same(async ({ s3, Bucket }) => {
    await s3.send(new DeleteObjectCommand({ Bucket, Key }));
    return s3.send(new GetObjectCommand({ Bucket, Key }));
  });
});

test('in-memory keys encrypt under a context and derive as on the emulator', async () => {
  await same(async ({ kms, name }) => {
    const KeyId = name('DataKeyId');
    const EncryptionContext = { clientId: 'a', documentId: 'b' };
    const key = await kms.send(new GenerateDataKeyCommand({ KeyId, KeySpec: 'AES_256', EncryptionContext }));
    const { CiphertextBlob } = key;
    const { Plaintext } = await kms.send(new DecryptCommand({ CiphertextBlob, EncryptionContext }));
    const wrong = kms.send(new DecryptCommand({ CiphertextBlob, EncryptionContext: { clientId: 'c' } }));
    return {
      isSame: Buffer.from(key.Plaintext ?? []).equals(Buffer.from(Plaintext ?? [])),
      wrong: await answered(wrong),
    };
  });
  await same(async ({ kms, name }) => {
    const command = () =>
      new GenerateMacCommand({ KeyId: name('MacKeyId'), MacAlgorithm: 'HMAC_SHA_256', Message: Buffer.from('x') });
    const [one, two] = [await kms.send(command()), await kms.send(command())];
    return { length: one.Mac?.length, isSame: Buffer.from(one.Mac ?? []).equals(Buffer.from(two.Mac ?? [])) };
  });
});
