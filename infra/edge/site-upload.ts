import { RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import { type Bucket, CfnBucket } from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import type { Construct } from 'constructs';
import { compressedSite, STORED_COMPRESSED } from '../../web/compress.ts';
import type { Settings } from '../config.ts';
import { CACHE_CONTROL } from './security-headers.ts';

interface Upload {
  settings: Settings;
  bucket: Bucket;
  /** Built web app; files under `assets/` have a hash in their names. */
  directory: string;
}

/**
 * Uploads hashed files, then the page that names them; returns the upload of the page. Scripts and style sheets are
 * stored compressed, and only so. Nothing is pruned, so that a tab opened before the deployment finds its files.
 */
export function uploadSite(scope: Construct, { settings, bucket, directory }: Upload): Construct {
  const logGroup = new LogGroup(scope, 'UploadLog', {
    retention: settings.logRetentionDays as RetentionDays,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  const shared = { destinationBucket: bucket, prune: false, memoryLimit: 256, logGroup };
  const plain = Source.asset(directory, { exclude: STORED_COMPRESSED });
  const hashed = { ...shared, cacheControl: [CacheControl.fromString(CACHE_CONTROL.hashed)] };
  const assets = new BucketDeployment(scope, 'Assets', {
    ...hashed,
    sources: [plain],
    exclude: ['*'],
    include: ['assets/*'],
  });
  const compressed = new BucketDeployment(scope, 'Compressed', {
    ...hashed,
    sources: [Source.asset(compressedSite(directory))],
    contentEncoding: 'br',
  });
  const pages = new BucketDeployment(scope, 'Pages', {
    ...shared,
    sources: [plain],
    exclude: ['assets/*'],
    cacheControl: [CacheControl.fromString(CACHE_CONTROL.other)],
  });
  pages.node.addDependency(assets, compressed);
  acknowledge(Stack.of(scope), bucket);
  return pages;
}

/** Acknowledges findings about the CDK's own uploader, whose role is limited to the two buckets. */
function acknowledge(stack: Stack, bucket: Bucket): void {
  const uploader = stack.node.children.find(({ node }) => node.id.startsWith('Custom::CDKBucketDeployment'));
  if (!uploader || !CfnBucket.isCfnBucket(bucket.node.defaultChild)) throw new Error('Nothing uploads the site');
  const assets = `cdk-${stack.synthesizer.bootstrapQualifier}-assets-${stack.account}-${stack.region}`;
  const findings = [
    ...['GetBucket*', 'GetObject*', 'List*', 'Abort*', 'DeleteObject*'].map((action) => `Action::s3:${action}`),
    `Resource::arn:${stack.partition}:s3:::${assets}/*`,
    `Resource::<${stack.getLogicalId(bucket.node.defaultChild)}.Arn>/*`,
  ];
  const reason = "CDK's own uploader: reads the built files and writes the site's bucket.";
  Validations.of(uploader).acknowledge(
    ...findings.map((finding) => ({ id: `AwsSolutions-IAM5[${finding}]`, reason })),
    {
      id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]',
      reason: "CDK's own uploader: the policy lets it write its log.",
    },
    ...['AwsSolutions-L1', 'Serverless-LambdaLatestVersion'].map((id) => ({
      id,
      reason: "CDK's own uploader runs on the Python that its version of CDK was tested with.",
    })),
    ...['Serverless-LambdaDLQ', 'Serverless-LambdaTracing'].map((id) => ({
      id,
      reason: "CDK's own uploader: CloudFormation waits for it, and stops where it fails.",
    })),
  );
}
