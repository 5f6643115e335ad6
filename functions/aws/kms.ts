import { KMSClient } from '@aws-sdk/client-kms';
import { counted } from './counted.ts';

export const kms = counted(new KMSClient({}));
