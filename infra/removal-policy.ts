import { RemovalPolicy } from 'aws-cdk-lib';
import type { BucketProps } from 'aws-cdk-lib/aws-s3';
import type { Settings } from './config.ts';

/** Retains a resource, or deletes it with the stack. A failed creation is deleted in either case. */
export const removalOf = ({ durable }: Pick<Settings, 'durable'>) =>
  durable ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;

/** Retains a bucket, or empties and deletes it with the stack. */
export const bucketEnd = (settings: Settings) =>
  ({
    removalPolicy: removalOf(settings),
    autoDeleteObjects: settings.emptiesBuckets && !settings.durable,
  }) satisfies BucketProps;

/** Empties and deletes a bucket with the stack, because its content can be built again. */
export const rebuiltBucketEnd = ({ emptiesBuckets }: Pick<Settings, 'emptiesBuckets'>) =>
  ({ removalPolicy: RemovalPolicy.DESTROY, autoDeleteObjects: emptiesBuckets }) satisfies BucketProps;
