import { RemovalPolicy } from 'aws-cdk-lib';
import type { BucketProps } from 'aws-cdk-lib/aws-s3';
import type { Settings } from './config.ts';

/**
 * What becomes of something when the stack goes: it stays, or it goes too. What a creation made that fails goes in either
 * case, so that the creation can be repeated.
 */
export const removalOf = ({ durable }: Pick<Settings, 'durable'>) =>
  durable ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;

/** What becomes of a bucket when the stack goes: it stays, or it is emptied and goes too. */
export const bucketEnd = (settings: Settings) =>
  ({
    removalPolicy: removalOf(settings),
    autoDeleteObjects: settings.emptiesBuckets && !settings.durable,
  }) satisfies BucketProps;

/** The end of a bucket whose content can be built again: it goes with the stack, and empties itself first. */
export const rebuiltBucketEnd = ({ emptiesBuckets }: Pick<Settings, 'emptiesBuckets'>) =>
  ({ removalPolicy: RemovalPolicy.DESTROY, autoDeleteObjects: emptiesBuckets }) satisfies BucketProps;
