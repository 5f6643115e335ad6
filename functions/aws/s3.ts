import { DeleteObjectsCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { counted } from './counted.ts';
import { env } from './env.ts';
import { s3Addressing } from './s3-addressing.ts';

export const s3 = counted(new S3Client(s3Addressing()));

/** Largest deletion in one request. */
const MAX_KEYS = 1000;

/** Deletes objects, with one request for each thousand. Idempotent. */
export async function deleteObjects(keys: readonly string[]): Promise<void> {
  for (let i = 0; i < keys.length; i += MAX_KEYS) {
    const Objects = keys.slice(i, i + MAX_KEYS).map((Key) => ({ Key }));
    const { Errors = [] } = await s3.send(
      new DeleteObjectsCommand({ Bucket: env('BUCKET_NAME'), Delete: { Objects, Quiet: true } }),
    );
    if (Errors.length > 0) throw new Error(`S3 did not delete ${Errors.length} objects`);
  }
}

/** Returns true if no such object exists. To a role that may not list the whole bucket, S3 answers a read with 403. */
export const isMissing = async (key: string): Promise<boolean> => !(await keysUnder(key)).includes(key);

async function keysUnder(Prefix: string): Promise<string[]> {
  const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket: env('BUCKET_NAME'), Prefix }));
  return Contents.flatMap(({ Key }) => Key ?? []);
}

/** Deletes all objects under a prefix, except those in `kept`. */
export async function removeObjects(prefix: string, kept: ReadonlySet<string> = new Set()): Promise<void> {
  for (;;) {
    const keys = await keysUnder(prefix);
    const unwanted = keys.filter((key) => !kept.has(key));
    if (unwanted.length === 0) return;
    await deleteObjects(unwanted);
  }
}
