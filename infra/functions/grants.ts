import { Aws, Stack, Validations } from 'aws-cdk-lib';
import { type Bucket, CfnBucket } from 'aws-cdk-lib/aws-s3';
import { INDEX } from '#functions/aws/table-index.ts';
import type { LambdaName } from '#shared/contract/call.ts';
import type { Settings } from '../config.ts';
import type { Data } from '../data/data.ts';
import type { Mail } from '../mail/mail.ts';
import type { ResourceFunction } from './resource-function.ts';

/** What a function of the API may touch beyond reading the table and deriving secrets, which all of them do. */
interface Access {
  writes?: true;
  /** Deletes items in batches, outside any transaction. */
  sweeps?: true;
  /** Lists across clients, from the index. */
  index?: true;
  documents?: readonly ('s3:PutObject' | 's3:GetObject' | 's3:DeleteObject')[];
  /** Finds all objects of a client. */
  listsDocuments?: true;
  dataKey?: readonly ('kms:GenerateDataKey' | 'kms:Decrypt')[];
  mail?: true;
}

/** Who may do what: the only place that grants anything. */
const ACCESS: Readonly<Record<LambdaName, Access>> = {
  auth: { writes: true, mail: true },
  advisers: { writes: true, index: true },
  clients: {
    writes: true,
    sweeps: true,
    index: true,
    documents: ['s3:DeleteObject'],
    listsDocuments: true,
    mail: true,
  },
  stages: { writes: true },
  plans: { writes: true },
  documents: {
    writes: true,
    documents: ['s3:PutObject', 's3:GetObject', 's3:DeleteObject'],
    dataKey: ['kms:GenerateDataKey', 'kms:Decrypt'],
  },
  tasks: { writes: true, index: true },
  messages: { writes: true },
  dashboard: { index: true },
  portal: {},
  activity: {},
  notifications: { writes: true },
  firm: { writes: true },
};

const READ = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'];
const WRITE = ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem', 'dynamodb:ConditionCheckItem'];
/** Reads one item, changes it, adds a line to a record. */
const NOTE = ['dynamodb:GetItem', 'dynamodb:UpdateItem', 'dynamodb:PutItem'];
/** What DynamoDB does with the table's key in the name of whoever reads; a write reads the key too. */
const KEY_READ = ['kms:Decrypt', 'kms:DescribeKey'];
const KEY_WRITE = [
  'kms:Encrypt',
  'kms:ReEncryptFrom',
  'kms:ReEncryptTo',
  'kms:GenerateDataKey',
  'kms:GenerateDataKeyWithoutPlaintext',
];

interface Resources {
  data: Data;
  mail: Mail;
  settings: Settings;
}

/** Gives a function what {@link ACCESS} says, and the names of it as environment variables. */
export function grant(resource: ResourceFunction, { data, mail, settings }: Resources): void {
  const { table, documents, keys } = data;
  const { dataKey, macKey } = keys;
  const { name } = resource;
  // It asks as a stranger and has no rights.
  if (name === 'canary') return;
  resource.bind({ TABLE_NAME: table.tableName }, name === 'mail-events' ? NOTE : READ, table.tableArn);
  openTableKey(resource, data, KEY_READ);
  if (name === 'mail-events' || ACCESS[name].writes) openTableKey(resource, data, KEY_WRITE);
  if (name === 'mail-events') return;
  const access: Access = ACCESS[name];
  resource.bind({ MAC_KEY_ID: macKey.keyId }, ['kms:GenerateMac'], macKey.keyArn);
  if (access.writes) resource.bind({}, WRITE, table.tableArn);
  if (access.sweeps) resource.bind({}, ['dynamodb:BatchWriteItem'], table.tableArn);
  if (access.index) resource.bind({}, ['dynamodb:Query'], `${table.tableArn}/index/${INDEX.name}`);
  if (access.documents) {
    const names = { BUCKET_NAME: documents.bucketName, DATA_KEY_ID: dataKey.keyId };
    resource.bind(names, access.documents, documents.arnForObjects('clients/*'));
    acknowledgeObjects(resource, documents);
  }
  if (access.listsDocuments) resource.bind({}, ['s3:ListBucket'], documents.bucketArn);
  if (access.dataKey) resource.bind({}, access.dataKey, dataKey.keyArn);
  if (access.mail) grantMail(resource, mail, settings);
  if (name === 'auth') resource.bind({ REGISTRATION: settings.registration });
}

/** Lets DynamoDB use the table's key in the function's name. The function itself cannot: only what comes by way of DynamoDB counts. */
function openTableKey(resource: ResourceFunction, { tableKey }: Data, actions: readonly string[]): void {
  if (!tableKey) return;
  const conditions = { StringEquals: { 'kms:ViaService': `dynamodb.${Stack.of(resource).region}.amazonaws.com` } };
  resource.bind({}, actions, tableKey.keyArn, conditions);
}

const SEND = ['ses:SendRawEmail'];
const ofSes = (name: string) => `arn:${Aws.PARTITION}:ses:${Aws.REGION}:${Aws.ACCOUNT_ID}:${name}`;

/**
 * Lets a function send mail from MAIL_FROM, under our configuration. SES wants the right to the sender's identity, which
 * is its domain or its address, and in the sandbox to each reader's too: so it is for all of them, with the sender as the
 * condition. The emulator wants it for "*", and knows no such condition.
 */
function grantMail(resource: ResourceFunction, mail: Mail, { mailFrom, target }: Settings): void {
  const { configurationSetName } = mail.configuration;
  resource.bind({ MAIL_CONFIGURATION: configurationSetName }, SEND, ofSes(`configuration-set/${configurationSetName}`));
  const identities = target === 'local' ? '*' : ofSes('identity/*');
  const conditions = target === 'local' ? undefined : { StringEquals: { 'ses:FromAddress': mailFrom } };
  resource.bind({ MAIL_FROM: mailFrom }, SEND, identities, conditions);
  Validations.of(resource).acknowledge({
    id: 'AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:ses:<AWS::Region>:<AWS::AccountId>:identity/*]',
    reason: 'Mail to a reader in the sandbox needs the right to the identity of the reader; the sender is a condition.',
  });
}

function acknowledgeObjects(resource: ResourceFunction, documents: Bucket): void {
  const stack = Stack.of(documents);
  if (!CfnBucket.isCfnBucket(documents.node.defaultChild)) throw new Error('The bucket has no resource');
  Validations.of(resource).acknowledge({
    id: `AwsSolutions-IAM5[Resource::<${stack.getLogicalId(documents.node.defaultChild)}.Arn>/clients/*]`,
    reason: 'Documents are objects that come and go: the narrowest name for them is their prefix in their bucket.',
  });
}
