import { KMSClient } from '@aws-sdk/client-kms';
import { counted } from './counted.ts';

/** A function's one connection to KMS. */
export const kms = counted(new KMSClient({}));
