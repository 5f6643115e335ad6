import { DeleteObjectsCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { countOf } from '#shared/rules/words.ts';
import { env } from '../../aws/env.ts';
import { s3 } from '../../aws/s3.ts';

/** Removes every object of a client, also one whose record was never written. Throws where one could not be removed. */
export async function removeObjectsOf(clientId: string): Promise<void> {
  const Bucket = env('BUCKET_NAME');
  for (;;) {
    const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket, Prefix: `clients/${clientId}/` }));
    if (Contents.length === 0) return;
    const Objects = Contents.map(({ Key }) => ({ Key }));
    const { Errors = [] } = await s3.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }));
    if (Errors.length > 0) throw new Error(`${countOf(Errors.length, 'object')} could not be removed`);
  }
}
