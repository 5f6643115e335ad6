import { Duration } from 'aws-cdk-lib';
import { AttributeType, type GlobalSecondaryIndexPropsV2, ProjectionType, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Key, KeySpec, KeyUsage } from 'aws-cdk-lib/aws-kms';
import { BlockPublicAccess, Bucket, BucketEncryption, type IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { CARD, INDEX, TTL_ATTRIBUTE } from '#functions/aws/table-index.ts';
import type { Settings } from '../config.ts';
import { bucketEnd, removalOf } from '../removal-policy.ts';

const OLD_VERSIONS_KEPT = Duration.days(90);
const UNFINISHED_UPLOADS_KEPT = Duration.days(1);

const lists: GlobalSecondaryIndexPropsV2 = {
  indexName: INDEX.name,
  partitionKey: { name: INDEX.partitionKey, type: AttributeType.STRING },
  sortKey: { name: INDEX.sortKey, type: AttributeType.STRING },
  projectionType: ProjectionType.INCLUDE,
  nonKeyAttributes: [CARD],
};

interface Props {
  settings: Settings;
  /** Takes the access log of the documents bucket. */
  logs: IBucket;
}

/** What is kept: the table and its index, the documents bucket, the keys. */
export class Data extends Construct {
  readonly table: TableV2;
  readonly documents: Bucket;
  readonly dataKey: Key;
  readonly macKey: Key;

  constructor(scope: Construct, id: string, { settings, logs }: Props) {
    super(scope, id);
    const { isProtected, tlsOnly, tableName } = settings;
    const removalPolicy = removalOf(settings);
    this.dataKey = new Key(this, 'DataKey', {
      description: 'Wraps the data key of every document',
      enableKeyRotation: true,
      removalPolicy,
    });
    this.macKey = new Key(this, 'MacKey', {
      description: 'Derives session and portal tokens',
      keySpec: KeySpec.HMAC_256,
      keyUsage: KeyUsage.GENERATE_VERIFY_MAC,
      removalPolicy,
    });
    this.table = new TableV2(this, 'Table', {
      ...(tableName && { tableName }),
      partitionKey: { name: 'pk', type: AttributeType.STRING },
      sortKey: { name: 'sk', type: AttributeType.STRING },
      globalSecondaryIndexes: [lists],
      timeToLiveAttribute: TTL_ATTRIBUTE,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: isProtected,
      removalPolicy,
    });
    this.documents = new Bucket(this, 'Documents', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: tlsOnly,
      versioned: true,
      encryption: BucketEncryption.KMS,
      encryptionKey: this.dataKey,
      bucketKeyEnabled: true,
      serverAccessLogsBucket: logs,
      serverAccessLogsPrefix: 'documents/',
      lifecycleRules: [
        {
          noncurrentVersionExpiration: OLD_VERSIONS_KEPT,
          abortIncompleteMultipartUploadAfter: UNFINISHED_UPLOADS_KEPT,
        },
      ],
      ...bucketEnd(settings),
    });
  }

  /** Names of what is kept, for stack outputs; the functions get the same under the names of their variables. */
  get names() {
    return {
      TableName: this.table.tableName,
      BucketName: this.documents.bucketName,
      DataKeyId: this.dataKey.keyId,
      MacKeyId: this.macKey.keyId,
    };
  }
}
