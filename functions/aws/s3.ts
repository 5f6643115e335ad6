import { S3Client } from '@aws-sdk/client-s3';
import { counted } from './counted.ts';

/** A function's one connection to S3. */
export const s3 = counted(new S3Client({ forcePathStyle: true }));
