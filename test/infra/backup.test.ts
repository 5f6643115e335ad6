import { Match, type Template } from 'aws-cdk-lib/assertions';
import { expect, test } from 'vitest';
import { AWS, DEPLOYER, OWN_DOMAIN, PROD, policiesOf, type Synthesized, synthesize } from './synthesized.ts';

const WITH_COPIES = { ...AWS, BACKUP_REGION: 'eu-west-1' };
const [DATA_KEY, MAC_KEY] = ['d', 'c'].map((digit) => `mrk-${digit.repeat(32)}`);
const KEYS = {
  DATA_KEY_ARN: `arn:aws:kms:eu-west-2:111111111111:key/${DATA_KEY}`,
  MAC_KEY_ARN: `arn:aws:kms:eu-west-2:111111111111:key/${MAC_KEY}`,
};

const local = await synthesize('local');
const copied = await synthesize('aws', WITH_COPIES);
const first = await synthesize('aws', WITH_COPIES, { ...DEPLOYER, isFirst: true });
const moved = await synthesize('aws', { ...WITH_COPIES, ...KEYS });

const stackOf = ({ stacks }: Synthesized, part: string) =>
  stacks[`OnboardingPortal${part}-stage-eu-west-2`] ?? expect.fail(`no ${part}`);
const only = (template: Template, type: string, properties: object = {}) => {
  const [resource, ...others] = Object.values(template.findResources(type, { Properties: properties }));
  expect(others).toEqual([]);
  return resource ?? expect.fail(`no ${type}`);
};
const keysOf = (template: Template) => Object.values(template.findResources('AWS::KMS::Key'));
const described = (template: Template, start: string) =>
  keysOf(template).find(({ Properties }) => Properties.Description.startsWith(start))?.Properties;

test('the table on AWS is encrypted with its own rotating key', () => {
  const [id] = Object.keys(
    copied.portal.findResources('AWS::KMS::Key', { Properties: { Description: 'Encrypts the table at rest' } }),
  );
  const { SSESpecification, Replicas } = only(copied.portal, 'AWS::DynamoDB::GlobalTable').Properties;
  expect(SSESpecification).toEqual({ SSEEnabled: true, SSEType: 'KMS' });
  expect(Replicas[0].SSESpecification).toEqual({ KMSMasterKeyId: { 'Fn::GetAtt': [id, 'Arn'] } });
  expect(described(copied.portal, 'Encrypts the table')).toMatchObject({ EnableKeyRotation: true });
});

test('functions use the table’s key only through DynamoDB', () => {
  const policies = Object.values(policiesOf(copied.portal));
  const all = policies.flatMap(({ Properties }) =>
    Properties.PolicyDocument.Statement.filter(({ Resource }: { Resource: unknown }) =>
      JSON.stringify(Resource).includes('TableKey'),
    ),
  );
  expect(all.length).toBeGreaterThan(0);
  for (const { Condition } of all)
    expect(Condition).toEqual({ StringEquals: { 'kms:ViaService': 'dynamodb.eu-west-2.amazonaws.com' } });
  expect(all.flatMap(({ Action }: { Action: string[] }) => Action)).not.toContain('kms:CreateGrant');
});

test('the keys of documents and tokens can be replicated to another region', () => {
  for (const name of ['Wraps the data key', 'Derives portal tokens'])
    expect(described(copied.portal, name), name).toMatchObject({ MultiRegion: true });
});

test('the local table and keys never change, so that testers keep their data', () => {
  const { SSESpecification, Replicas } = only(local.portal, 'AWS::DynamoDB::GlobalTable').Properties;
  expect([SSESpecification, Replicas[0].SSESpecification]).toEqual([undefined, undefined]);
  for (const { Properties } of keysOf(local.portal)) expect(Properties).not.toHaveProperty('MultiRegion');
  expect(described(local.portal, 'Encrypts the table')).toBeUndefined();
});

test('expired delete markers are removed from the documents bucket', () => {
  only(copied.portal, 'AWS::S3::Bucket', {
    LifecycleConfiguration: {
      Rules: [
        Match.objectLike({ ExpiredObjectDeleteMarker: true, NoncurrentVersionExpiration: { NoncurrentDays: 90 } }),
      ],
    },
  });
});

test('nothing is backed up without a backup region', async () => {
  const { stacks } = await synthesize('aws');
  expect(Object.keys(stacks).filter((name) => name.includes('Backup'))).toEqual([]);
});

test('table and documents are backed up daily, and kept 35 days here and in the backup region', () => {
  const backup = stackOf(copied, 'Backup');
  backup.hasOutput('VaultName', {});
  const [rule, ...others] = only(backup, 'AWS::Backup::BackupPlan').Properties.BackupPlan.BackupPlanRule;
  expect(others).toEqual([]);
  expect(rule).toMatchObject({ ScheduleExpression: 'cron(0 2 * * ? *)', Lifecycle: { DeleteAfterDays: 35 } });
  expect(rule.CopyActions).toEqual([
    { DestinationBackupVaultArn: expect.anything(), Lifecycle: { DeleteAfterDays: 35 } },
  ]);
  expect(JSON.stringify(rule.CopyActions)).toContain('eu-west-1');
  const { Resources } = only(backup, 'AWS::Backup::BackupSelection').Properties.BackupSelection;
  expect(Resources).toHaveLength(2);
  expect(JSON.stringify(Resources)).toMatch(/DataTable.*DataDocuments/);
});

test('a failed backup or copy is reported by email', () => {
  const { EventPattern, Targets } = only(stackOf(copied, 'Backup'), 'AWS::Events::Rule').Properties;
  const vault = [{ 'Fn::GetAtt': [expect.stringMatching(/^Vault/), 'BackupVaultArn'] }];
  expect(EventPattern).toMatchObject({
    source: ['aws.backup'],
    detail: {
      state: expect.arrayContaining(['FAILED']),
      $or: [{ backupVaultArn: vault }, { sourceBackupVaultArn: vault }],
    },
  });
  expect(JSON.stringify(Targets)).toContain('AlarmsTopic');
  const [{ InputTransformer }] = Targets;
  expect(InputTransformer.InputTemplate).toMatch(
    /^"Backup failed in OnboardingPortal-stage-eu-west-2: .*docs\/runbook\.md#a-backup-failed"$/,
  );
});

test('an alarm starts if no backup was completed for a day', () => {
  const { AlarmActions, AlarmDescription, ...alarm } = only(
    stackOf(copied, 'Backup'),
    'AWS::CloudWatch::Alarm',
  ).Properties;
  expect(alarm).toMatchObject({
    Namespace: 'AWS/Backup',
    MetricName: 'NumberOfBackupJobsCompleted',
    Period: 86_400,
    Threshold: 1,
    ComparisonOperator: 'LessThanThreshold',
    TreatMissingData: 'breaching',
  });
  expect(JSON.stringify(AlarmActions)).toContain('AlarmsTopic');
  expect(AlarmDescription).toMatch(/^BackupsMissing: .*\n.*\n.*\nThen: docs\/runbook\.md#a-backup-failed /);
});

test('the backup region has a vault with its own key, and replicas of both keys', () => {
  const copies = stackOf(copied, 'BackupCopies');
  const { region } = copied.made.find(({ name }) => name === 'OnboardingPortalBackupCopies-stage-eu-west-2') ?? {};
  expect(region).toBe('eu-west-1');
  expect(only(copies, 'AWS::Backup::BackupVault').Properties.EncryptionKeyArn).toBeDefined();
  copies.resourceCountIs('AWS::KMS::ReplicaKey', 2);
  for (const name of ['VaultName', 'RestoreRoleArn', 'DataKeyArn', 'MacKeyArn']) copies.hasOutput(name, {});
});

test.each(['Backup', 'BackupCopies'])(
  'the vault of %s keeps backups at least 35 days, and is retained when the stack is deleted',
  (part) => {
    const { Properties, DeletionPolicy } = only(stackOf(copied, part), 'AWS::Backup::BackupVault');
    expect(Properties.LockConfiguration).toEqual({ MinRetentionDays: 35 });
    expect(DeletionPolicy).toBe('RetainExceptOnCreate');
    // A failed first deployment must leave nothing, so that it can be repeated.
    expect(only(stackOf(first, part), 'AWS::Backup::BackupVault').Properties.LockConfiguration).toBeUndefined();
  },
);

test('a stack for imported data uses the existing keys and replicates none', () => {
  expect([described(moved.portal, 'Wraps'), described(moved.portal, 'Derives')]).toEqual([undefined, undefined]);
  moved.portal.hasOutput('DataKeyId', { Value: DATA_KEY });
  moved.portal.hasOutput('MacKeyId', { Value: MAC_KEY });
  const Statement = Match.arrayWith([
    Match.objectLike({ Action: 'kms:GenerateMac', Resource: KEYS.MAC_KEY_ARN }),
    Match.objectLike({ Action: ['kms:Decrypt', 'kms:GenerateDataKey'], Resource: KEYS.DATA_KEY_ARN }),
  ]);
  moved.portal.hasResourceProperties('AWS::IAM::Role', {
    Policies: [Match.objectLike({ PolicyDocument: { Statement } })],
  });
  stackOf(moved, 'BackupCopies').resourceCountIs('AWS::KMS::ReplicaKey', 0);
});

test('the alarm of a failed backup is encrypted on prod with a key that EventBridge may use', async () => {
  const copied = await synthesize('aws', { ...OWN_DOMAIN, BACKUP_REGION: 'eu-west-1' }, PROD);
  const key = described(copied.portal, 'Seals what alarms say');
  expect(key?.KeyPolicy.Statement).toContainEqual(
    expect.objectContaining({
      Action: ['kms:Decrypt', 'kms:GenerateDataKey*'],
      Principal: { Service: expect.arrayContaining(['events.amazonaws.com']) },
    }),
  );
  const policies = Object.values(copied.portal.findResources('AWS::SNS::TopicPolicy'));
  expect(JSON.stringify(policies)).toContain('"Service":"events.amazonaws.com"');
});
