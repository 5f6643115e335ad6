import { DeleteObjectsCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { counted } from '../../aws/counted.ts';
import { env } from '../../aws/env.ts';

const s3 = counted(new S3Client({ forcePathStyle: true }));

/** Removes every object of a client, also one whose record was never written. Throws where one could not be removed. */
export async function removeObjectsOf(clientId: string): Promise<void> {
  const Bucket = env('BUCKET_NAME');
  for (;;) {
    const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket, Prefix: `clients/${clientId}/` }));
    if (Contents.length === 0) return;
    const Objects = Contents.map(({ Key }) => ({ Key }));
    const { Errors = [] } = await s3.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }));
    if (Errors.length > 0) throw new Error(`${Errors.length} objects could not be removed`);
  }
}
