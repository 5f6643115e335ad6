import { Duration, Validations } from 'aws-cdk-lib';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { Settings } from '../config.ts';
import { bucketEnd } from '../removal-policy.ts';

/** The bucket that the other buckets write their access logs to; kept as long as all logs. */
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
  return bucket;
}
