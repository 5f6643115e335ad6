import {
  CreateBackupCommand,
  RestoreTableFromBackupCommand,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { CreateEventSourceMappingCommand, LambdaClient, ListEventSourceMappingsCommand } from '@aws-sdk/client-lambda';
import { CopyObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newChildKey } from '#functions/services/keys/keys.ts';
import type { Document } from '#shared/contract/documents.ts';
import { Caller } from '../support/api.ts';
import { bucket, operator, s3, table, tableName } from '../support/aws.ts';
import { newAdviser, newClient, PASSWORD, type Person, signIn, upload } from '../support/builders.ts';
import { testWith } from '../support/emulator.ts';
import { operatorFolder, runOps } from '../support/operator.ts';
import { allObjects } from '../support/recount.ts';
import { stackOutput } from '../support/stack.ts';
import { type SecondStack, secondStack } from './second-stack.ts';
import { copyTable, dropTable } from './table-copy.ts';

// Drills of the runbook. The emulator has one region and no backups: a second stack and copies replace them.
const SLOW_MS = 240_000;
const COPY = `copied-${Date.now()}`;

const folder = await operatorFolder();
const lambda = new LambdaClient(operator);
const sqs = new SQSClient({ ...operator, useQueueUrlAsEndpoint: false });
let elsewhere: SecondStack;
let adviser: Person;
let session: string | undefined;
let client: { id: string; token: string };
let letter: Document;
const ops = (line: string) => runOps(elsewhere.folder, line);
const now = () => new Date().toISOString();
const aKey = () => `ACTIVITY#${newChildKey(new Date())}`;
/** S3 dates versions by the second. */
const nextSecond = (began = Math.floor(Date.now() / 1000)) =>
  vi.waitFor(() => expect(Math.floor(Date.now() / 1000)).toBeGreaterThan(began), { timeout: 5000, interval: 20 });

const portal = async () =>
  (await new Caller(client.token).call('GET /api/portal/{token}', { params: { token: client.token } })).status;
async function download(id = letter.id): Promise<string | number> {
  const { status, body } = await adviser.call('GET /api/documents/{id}/download', { params: { id } });
  return status === 200 ? Buffer.from(body).toString() : status;
}
/** Returns lasting problems: other tests of a run leave altered documents behind. */
const findings = async (of: string) =>
  (await runOps(of, 'verify --repair')).output.split('\n').filter((line) => /^(?!clients: ).*[^)]$/.test(line));

beforeAll(async () => {
  adviser = await newAdviser();
  session = adviser.cookie;
  client = await newClient(adviser);
  letter = await upload(adviser, client.id, 'a letter', 'letter.txt');
  const arn = (output: string) => `arn:aws:kms:eu-west-2:000000000000:key/${stackOutput(output)}`;
  elsewhere = await secondStack({ DATA_KEY_ARN: arn('DataKeyId'), MAC_KEY_ARN: arn('MacKeyId') });
}, SLOW_MS);
afterAll(() => dropTable(COPY));

test(
  'a lost region is replaced by a new stack with the old keys, table and documents',
  async () => {
    await copyTable(COPY);
    const [source, before] = [bucket(), await findings(folder)];
    const keys = await allObjects();
    elsewhere.use();
    for (const Key of keys)
      await s3.send(new CopyObjectCommand({ Bucket: bucket(), Key, CopySource: `${source}/${Key}` }));
    expect(await portal()).toBe(401);
    const restored = await ops(`restore --from ${COPY} --at ${now()} --all --yes`);
    expect(restored, restored.output).toMatchObject({ code: 0 });
    expect(await ops(`verify --client ${client.id}`)).toMatchObject({ code: 0 });
    expect(before).toEqual(expect.arrayContaining(await findings(elsewhere.folder)));
  },
  SLOW_MS,
);

test('after the loss of a region people must sign in again, and documents, links and new work are available', async () => {
  expect((await adviser.call('GET /api/auth/me', { headers: { cookie: session ?? '' } })).status).toBe(401);
  adviser = await signIn(adviser.email, PASSWORD);
  expect(await download()).toBe('a letter');
  expect(await portal()).toBe(200);
  const { body } = await adviser.call('GET /api/clients');
  expect(body.map(({ id }: { id: string }) => id)).toEqual([client.id]);
  const later = await upload(adviser, (await newClient(adviser)).id, 'a later letter');
  expect(await download(later.id)).toBe('a later letter');
});

test('an altered document is detected, not delivered, and restored', async () => {
  const at = now();
  await nextSecond();
  const Key = `clients/${client.id}/${letter.id}`;
  await s3.send(new PutObjectCommand({ Bucket: bucket(), Key, Body: 'another letter' }));
  expect(await download()).toBe(500);
  const found = await ops(`verify --client ${client.id}`);
  expect(found).toMatchObject({ code: 1, output: expect.stringContaining(`document ${letter.id}: cannot be opened`) });
  expect(await ops(`restore --from ${COPY} --at ${at} --client ${client.id} --yes`)).toMatchObject({ code: 0 });
  expect(await download()).toBe('a letter');
  expect(await ops(`verify --client ${client.id}`)).toMatchObject({ code: 0 });
});

testWith('backups')(
  'a deleted table is restored under its own name with all data',
  async () => {
    const TableName = tableName();
    const { BackupDetails } = await table.send(new CreateBackupCommand({ TableName, BackupName: 'of-the-system' }));
    await dropTable(TableName);
    expect((await adviser.call('GET /api/clients')).status).toBe(500);
    const BackupArn = BackupDetails?.BackupArn;
    await table.send(new RestoreTableFromBackupCommand({ BackupArn, TargetTableName: TableName }));
    await waitUntilTableExists({ client: table, maxWaitTime: 60 }, { TableName });
    const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true };
    await table.send(new UpdateContinuousBackupsCommand({ TableName, PointInTimeRecoverySpecification }));
    const TimeToLiveSpecification = { Enabled: true, AttributeName: 'ttl' };
    await table.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }));

    expect(await ops(`verify --client ${client.id}`)).toMatchObject({ code: 0 });
    expect((await adviser.call('GET /api/clients')).body).toHaveLength(2);
    expect(await download()).toBe('a letter');
    expect(await portal()).toBe(200);
  },
  SLOW_MS,
);

testWith('backups')(
  'event handlers continue once the new stream has a mapping, and a replay covers the gap',
  async () => {
    const [TableName, FunctionName] = [tableName(), stackOutput('OnRecordFunction')];
    const QueueUrl = stackOutput('EventsQueue');
    const broken = (sk: string) => ({ pk: `CLIENT#${client.id}`, sk, v: 2, action: 'teleported' });
    // A set, as the stream may deliver an entry several times.
    const setAside = async () => {
      const asked = { QueueUrl, MaxNumberOfMessages: 10, VisibilityTimeout: 0 };
      const { Messages = [] } = await sqs.send(new ReceiveMessageCommand(asked));
      return new Set(Messages.map(({ Body = '' }) => (JSON.parse(Body) as { sk: string }).sk));
    };
    const from = now();
    const [missed, brought] = [aKey(), aKey()];
    await table.send(new PutCommand({ TableName, Item: broken(missed) }));
    const { TableDescription } = await table.send(
      new UpdateTableCommand({ TableName, StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' } }),
    );
    const { EventSourceMappings: [old] = [] } = await lambda.send(new ListEventSourceMappingsCommand({ FunctionName }));
    expect(TableDescription?.LatestStreamArn).not.toBe(old?.EventSourceArn);
    const { BatchSize, FilterCriteria, DestinationConfig, StartingPosition } = old ?? {};
    const like = { FunctionName, BatchSize, FilterCriteria, DestinationConfig, StartingPosition };
    const EventSourceArn = TableDescription?.LatestStreamArn;
    await lambda.send(new CreateEventSourceMappingCommand({ ...like, EventSourceArn }));
    await table.send(new PutCommand({ TableName, Item: broken(brought) }));
    await expect.poll(setAside, { timeout: 60_000 }).toContain(brought);
    expect(await setAside()).not.toContain(missed);
    expect((await ops(`replay-events --from ${from}`)).code).toBe(1);
    expect(await setAside()).toContain(missed);
  },
  SLOW_MS,
);
