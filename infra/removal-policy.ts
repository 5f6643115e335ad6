import { RemovalPolicy } from 'aws-cdk-lib';
import type { BucketProps } from 'aws-cdk-lib/aws-s3';
import type { Settings } from './config.ts';

/** What becomes of something when the stack goes: it stays, or it goes too. */
export const removalOf = ({ durable }: Pick<Settings, 'durable'>) =>
  durable ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;

/** What becomes of a bucket when the stack goes: it stays, or it is emptied and goes too. */
export const bucketEnd = (settings: Settings) =>
  ({ removalPolicy: removalOf(settings), autoDeleteObjects: settings.emptiesBuckets }) satisfies BucketProps;
