import { S3Client } from '@aws-sdk/client-s3';
import { counted } from './counted.ts';
import { s3Addressing } from './s3-addressing.ts';

/** A function's one connection to S3. */
export const s3 = counted(new S3Client(s3Addressing()));
