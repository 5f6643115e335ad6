import { Aws, CfnResource, Stack, Validations } from 'aws-cdk-lib';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { DUE_INDEX, FIRM_INDEX, INDEX } from '#functions/aws/table-index.ts';
import { READABLE_OF_ACCOUNTS } from '#functions/domain/nouns.ts';
import { adviserPartition, DIRECTORY } from '#functions/services/keys/keys.ts';
import type { Settings } from '../config.ts';
import type { Data } from '../data/data.ts';
import type { Mail } from '../mail/mail.ts';
import { ACCESS, readsSecrets, type TableRight, tableRights } from './access.ts';
import type { ResourceFunction } from './resource-function.ts';

const READ_STREAM = [
  'dynamodb:DescribeStream',
  'dynamodb:GetRecords',
  'dynamodb:GetShardIterator',
  'dynamodb:ListStreams',
];
/** KMS actions of DynamoDB on the table's key, on behalf of a function. */
const USE_KEY = [
  'kms:Decrypt',
  'kms:DescribeKey',
  'kms:Encrypt',
  'kms:ReEncryptFrom',
  'kms:ReEncryptTo',
  'kms:GenerateDataKey',
  'kms:GenerateDataKeyWithoutPlaintext',
];

interface Resources {
  data: Data;
  mail: Mail;
  events: Queue;
  settings: Settings;
}

/** Partition that most functions read only in part, with the attributes that they read. */
const LIMITED_READS = { prefix: adviserPartition(''), attributes: READABLE_OF_ACCOUNTS };

/** Grants the permissions in {@link ACCESS}, and sets the matching environment variables. Nothing else grants any. */
export function grant(resource: ResourceFunction, { data, mail, events, settings }: Resources): void {
  const { table, documents, keys } = data;
  const { dataKey, macKey, sessionKey, evidenceKey } = keys;
  const { name } = resource;
  // The canary checks the site from outside, without permissions.
  if (name === 'canary') return;
  resource.bind({ TABLE_NAME: table.tableName });
  for (const right of tableRights(name))
    resource.bind({}, right.actions, table.tableArn, conditionsOf(right, settings));
  openTableKey(resource, data);
  if (!readsSecrets(name)) resource.bind({ LIMITED_READS: JSON.stringify(LIMITED_READS) });
  const access = ACCESS[name];
  if (access.derives) resource.bind({ MAC_KEY_ID: macKey.keyId }, ['kms:GenerateMac'], macKey.keyArn);
  if (name !== 'mail-events' && name !== 'on-record' && name !== 'tick')
    resource.bind({ SESSION_KEY_ID: sessionKey.keyId }, ['kms:GetPublicKey'], sessionKey.keyArn);
  if (access.signsIn) resource.bind({}, ['kms:Sign'], sessionKey.keyArn);
  if (access.evidence)
    resource.bind({ EVIDENCE_KEY_ID: evidenceKey.keyId }, ['kms:GetPublicKey', 'kms:Sign'], evidenceKey.keyArn);
  if (access.index) resource.bind({}, ['dynamodb:Query'], `${table.tableArn}/index/${INDEX.name}`);
  if (access.firmIndex) resource.bind({}, ['dynamodb:Query'], `${table.tableArn}/index/${FIRM_INDEX.name}`);
  if (access.listsAccounts)
    resource.bind({}, ['dynamodb:Query'], `${table.tableArn}/index/${INDEX.name}`, {
      'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': [DIRECTORY] },
      ...(settings.target === 'aws' && { Null: { 'dynamodb:LeadingKeys': 'false' } }),
    });
  if (access.due) resource.bind({}, ['dynamodb:Query'], `${table.tableArn}/index/${DUE_INDEX.name}`);
  if (access.stream) {
    openStream(resource, data);
    resource.bind({ EVENTS_QUEUE: events.queueUrl }, ['sqs:SendMessage'], events.queueArn);
  }
  if (access.documents) {
    const names = { BUCKET_NAME: documents.bucketName, DATA_KEY_ID: dataKey.keyId };
    resource.bind(names, access.documents, documents.arnForObjects('clients/*'));
    const reason =
      'Documents are objects that come and go: the narrowest name for them is their prefix in their bucket.';
    acknowledgeBelow(resource, documents, '/clients/*', reason);
  }
  if (access.listsDocuments)
    resource.bind({}, ['s3:ListBucket'], documents.bucketArn, { StringLike: { 's3:prefix': 'clients/?*' } });
  if (access.dataKey) resource.bind({}, access.dataKey, dataKey.keyArn);
  if (access.mail) grantMail(resource, mail, settings);
  if (name === 'auth') resource.bind({ REGISTRATION: settings.registration });
}

/**
 * Returns conditions that limit a right to partitions and attributes. On AWS, a request without a partition is refused
 * too. The emulator evaluates no conditions: infra/local/memory/rights.ts checks requests instead.
 */
const conditionsOf = ({ actions, partitions, attributes }: TableRight, { target }: Settings) => ({
  'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': partitions },
  ...(attributes && {
    'ForAllValues:StringEquals': { 'dynamodb:Attributes': attributes },
    StringEqualsIfExists: actions.includes('dynamodb:GetItem') ? PROJECTED : NOT_RETURNED,
  }),
  ...(target === 'aws' && { Null: { 'dynamodb:LeadingKeys': 'false' } }),
});

/** Refuses a read without a projection. */
const PROJECTED = { 'dynamodb:Select': 'SPECIFIC_ATTRIBUTES' };
/** Refuses a write that returns the whole item. */
const NOT_RETURNED = { 'dynamodb:ReturnValues': ['NONE', 'UPDATED_OLD', 'UPDATED_NEW'] };

/** Lets DynamoDB use the table's key for the function, which cannot use the key directly. */
function openTableKey(resource: ResourceFunction, { tableKey }: Data): void {
  if (!tableKey) return;
  const conditions = { StringEquals: { 'kms:ViaService': `dynamodb.${Stack.of(resource).region}.amazonaws.com` } };
  resource.bind({}, USE_KEY, tableKey.keyArn, conditions);
}

/** Grants reading any stream of the table, because a restored table has another one. */
function openStream(resource: ResourceFunction, { table }: Data): void {
  resource.bind({}, READ_STREAM, `${table.tableArn}/stream/*`);
  const reason = 'A stream is named by the time at which it began, and a table that was restored has another one.';
  acknowledgeBelow(resource, table, '/stream/*', reason);
}

const SEND = ['ses:SendRawEmail'];
const ofSes = (name: string) => `arn:${Aws.PARTITION}:ses:${Aws.REGION}:${Aws.ACCOUNT_ID}:${name}`;

/**
 * Lets a function send mail from MAIL_FROM only. In the sandbox SES also checks the reader's identity, so all
 * identities are allowed and the sender is a condition. The emulator supports neither.
 */
function grantMail(resource: ResourceFunction, mail: Mail, { mailFrom, mailRate, target }: Settings): void {
  const { configurationSetName } = mail.configuration;
  resource.bind({ MAIL_CONFIGURATION: configurationSetName }, SEND, ofSes(`configuration-set/${configurationSetName}`));
  const identities = target === 'local' ? '*' : ofSes('identity/*');
  const conditions = target === 'local' ? undefined : { StringEquals: { 'ses:FromAddress': mailFrom } };
  resource.bind({ MAIL_FROM: mailFrom }, SEND, identities, conditions);
  const isJob = resource.name === 'on-record' || resource.name === 'tick';
  if (isJob && mailRate) resource.bind({ MAIL_RATE: String(mailRate) });
  Validations.of(resource).acknowledge({
    id: 'AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:ses:<AWS::Region>:<AWS::AccountId>:identity/*]',
    reason: 'Mail to a reader in the sandbox needs the right to the identity of the reader; the sender is a condition.',
  });
}

function acknowledgeBelow(resource: ResourceFunction, { node }: Bucket | TableV2, below: string, reason: string): void {
  const { defaultChild } = node;
  if (!CfnResource.isCfnResource(defaultChild)) throw new Error(`${node.path} has no resource`);
  const name = Stack.of(defaultChild).getLogicalId(defaultChild);
  Validations.of(resource).acknowledge({ id: `AwsSolutions-IAM5[Resource::<${name}.Arn>${below}]`, reason });
}
