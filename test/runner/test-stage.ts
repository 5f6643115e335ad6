import { randomBytes } from 'node:crypto';
import {
  CloudFormationClient,
  DeleteStackCommand,
  ListStackResourcesCommand,
  waitUntilStackDeleteComplete,
} from '@aws-sdk/client-cloudformation';
import { DeleteObjectsCommand, ListObjectVersionsCommand, S3Client } from '@aws-sdk/client-s3';
import { stackName } from '#infra/names.ts';
import { emulatorClient } from '#infra/tools/emulator-access.ts';

/** Returns a random stage, because an emulator that was already running may have other stacks. */
export const newStage = () => `test-${randomBytes(4).toString('hex')}` as const;

const MAX_WAIT_SECONDS = 300;

/** Deletes all versions of all objects, because CloudFormation deletes only empty buckets. */
async function emptyBucket(s3: S3Client, Bucket: string): Promise<void> {
  for (;;) {
    const { Versions = [], DeleteMarkers = [] } = await s3.send(new ListObjectVersionsCommand({ Bucket }));
    const Objects = [...Versions, ...DeleteMarkers].map(({ Key, VersionId }) => ({ Key, VersionId }));
    if (Objects.length === 0) return;
    const { Errors: [left] = [] } = await s3.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }));
    if (left) throw new Error(`${left.Key} in ${Bucket}: ${left.Message}`);
  }
}

/** Removes the stack of a stage with all its data from an emulator. Logs a failure. */
export async function removeStage(endpoint: string, stage: ReturnType<typeof newStage>): Promise<void> {
  const StackName = stackName({ stage });
  const access = emulatorClient(endpoint);
  const cloudFormation = new CloudFormationClient(access);
  const s3 = new S3Client({ ...access, forcePathStyle: true });
  try {
    const { StackResourceSummaries = [] } = await cloudFormation.send(new ListStackResourcesCommand({ StackName }));
    for (const { ResourceType, PhysicalResourceId } of StackResourceSummaries)
      if (ResourceType === 'AWS::S3::Bucket' && PhysicalResourceId) await emptyBucket(s3, PhysicalResourceId);
    await cloudFormation.send(new DeleteStackCommand({ StackName }));
    await waitUntilStackDeleteComplete({ client: cloudFormation, maxWaitTime: MAX_WAIT_SECONDS }, { StackName });
  } catch (error) {
    if (`${error}`.includes('does not exist')) return;
    console.error(`The stack ${StackName} may remain on the emulator at ${endpoint}: ${error}`);
  }
}
