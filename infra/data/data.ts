import { Duration, Validations } from 'aws-cdk-lib';
import {
  AttributeType,
  type GlobalSecondaryIndexPropsV2,
  ProjectionType,
  StreamViewType,
  TableEncryptionV2,
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb';
import type { Key } from 'aws-cdk-lib/aws-kms';
import { BlockPublicAccess, Bucket, BucketEncryption, CfnBucket, type IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { DUE_INDEX, FIRM_INDEX, INDEX, SUMMARY, TTL_ATTRIBUTE } from '#functions/aws/table-index.ts';
import type { Settings } from '../config.ts';
import { bucketEnd, removalOf } from '../removal-policy.ts';
import { type Keys, makeKeys, makeTableKey } from './keys.ts';

/** Creates the bucket for other buckets' access logs, with the retention of all logs. */
export function accessLogBucket(scope: Construct, id: string, settings: Settings): Bucket {
  const bucket = new Bucket(scope, id, {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    enforceSSL: settings.tlsOnly,
    encryption: BucketEncryption.S3_MANAGED,
    lifecycleRules: [{ expiration: Duration.days(settings.logRetentionDays) }],
    ...bucketEnd(settings),
  });
  Validations.of(bucket).acknowledge({
    id: 'AwsSolutions-S1',
    reason: 'This bucket takes the access logs of the others; logging its own access to itself would never end.',
  });
  const comment =
    'S3 writes each log once under a name of its own, nobody else may write, and all go after their time.';
  if (CfnBucket.isCfnBucket(bucket.node.defaultChild))
    bucket.node.defaultChild.addMetadata('checkov', { skip: [{ id: 'CKV_AWS_21', comment }] });
  return bucket;
}

const OLD_VERSIONS_KEPT = Duration.days(90);
/** Applies to S3's own multipart uploads, which the product never begins. It stores parts of large files as objects. */
const MULTIPART_UPLOADS_KEPT = Duration.days(1);

const lists: GlobalSecondaryIndexPropsV2 = {
  indexName: INDEX.name,
  partitionKey: { name: INDEX.partitionKey, type: AttributeType.STRING },
  sortKey: { name: INDEX.sortKey, type: AttributeType.STRING },
  projectionType: ProjectionType.INCLUDE,
  nonKeyAttributes: [SUMMARY],
};

const firm: GlobalSecondaryIndexPropsV2 = {
  indexName: FIRM_INDEX.name,
  partitionKey: { name: FIRM_INDEX.partitionKey, type: AttributeType.NUMBER },
  sortKey: { name: FIRM_INDEX.sortKey, type: AttributeType.STRING },
  projectionType: ProjectionType.INCLUDE,
  nonKeyAttributes: [INDEX.partitionKey, SUMMARY],
};

const due: GlobalSecondaryIndexPropsV2 = {
  indexName: DUE_INDEX.name,
  partitionKey: { name: DUE_INDEX.partitionKey, type: AttributeType.STRING },
  sortKey: { name: DUE_INDEX.sortKey, type: AttributeType.STRING },
  projectionType: ProjectionType.KEYS_ONLY,
};

interface Props {
  settings: Settings;
  logs: IBucket;
}

export class Data extends Construct {
  readonly table: TableV2;
  readonly documents: Bucket;
  readonly keys: Keys;
  /** Encrypts the table; only on AWS. */
  readonly tableKey: Key | undefined;

  constructor(scope: Construct, id: string, { settings, logs }: Props) {
    super(scope, id);
    const { isProtected, tlsOnly, tableName } = settings;
    this.keys = makeKeys(this, settings);
    this.tableKey = makeTableKey(this, settings);
    this.table = new TableV2(this, 'Table', {
      ...(tableName && { tableName }),
      partitionKey: { name: 'pk', type: AttributeType.STRING },
      sortKey: { name: 'sk', type: AttributeType.STRING },
      globalSecondaryIndexes: [lists, due, firm],
      dynamoStream: StreamViewType.NEW_IMAGE,
      timeToLiveAttribute: TTL_ATTRIBUTE,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: isProtected,
      ...(this.tableKey && { encryption: TableEncryptionV2.customerManagedKey(this.tableKey) }),
      removalPolicy: removalOf(settings),
    });
    this.documents = new Bucket(this, 'Documents', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: tlsOnly,
      versioned: true,
      encryption: BucketEncryption.KMS,
      encryptionKey: this.keys.dataKey,
      bucketKeyEnabled: true,
      serverAccessLogsBucket: logs,
      serverAccessLogsPrefix: 'documents/',
      lifecycleRules: [
        {
          noncurrentVersionExpiration: OLD_VERSIONS_KEPT,
          // Removes a delete marker once no version is left behind it.
          expiredObjectDeleteMarker: true,
          abortIncompleteMultipartUploadAfter: MULTIPART_UPLOADS_KEPT,
        },
      ],
      ...bucketEnd(settings),
    });
  }

  /** Stack outputs. The functions receive the same values as environment variables. */
  get names() {
    return {
      TableName: this.table.tableName,
      BucketName: this.documents.bucketName,
      DataKeyId: this.keys.dataKey.keyId,
      MacKeyId: this.keys.macKey.keyId,
      SessionKeyId: this.keys.sessionKey.keyId,
      EvidenceKeyId: this.keys.evidenceKey.keyId,
      ...(this.tableKey && { TableKeyArn: this.tableKey.keyArn }),
    };
  }
}
