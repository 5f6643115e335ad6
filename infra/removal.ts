import { RemovalPolicy } from 'aws-cdk-lib';
import type { BucketProps } from 'aws-cdk-lib/aws-s3';
import type { Settings } from './config.ts';

/** What becomes of a bucket when the stack goes: it stays, or it is emptied and goes too. */
export const bucketEnd = ({ durable, emptiesBuckets }: Settings) =>
  ({
    removalPolicy: durable ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    autoDeleteObjects: emptiesBuckets,
  }) satisfies BucketProps;
