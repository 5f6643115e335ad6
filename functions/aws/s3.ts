import { DeleteObjectsCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { counted } from './counted.ts';
import { env } from './env.ts';
import { s3Addressing } from './s3-addressing.ts';

export const s3 = counted(new S3Client(s3Addressing()));

export async function removeObjects(Prefix: string): Promise<void> {
  const Bucket = env('BUCKET_NAME');
  for (;;) {
    const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket, Prefix }));
    if (Contents.length === 0) return;
    const Objects = Contents.map(({ Key }) => ({ Key }));
    const { Errors = [] } = await s3.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }));
    if (Errors.length > 0) throw new Error(`S3 did not delete ${Errors.length} objects`);
  }
}
