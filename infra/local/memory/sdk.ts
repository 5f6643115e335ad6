import { S3Client } from '@aws-sdk/client-s3';

/** A request of the SDK to AWS. */
export interface AwsRequest {
  method: string;
  path: string;
  query?: Record<string, string | string[] | null>;
  headers: Record<string, string>;
  body?: string | Uint8Array;
}

/** The prototype through which all SDK clients of this process send: no package exports it. */
export const sender: { handle(request: AwsRequest, options?: unknown): Promise<unknown> } = Object.getPrototypeOf(
  new S3Client({}).config.requestHandler,
);

/** Returns the body as plain bytes. `Buffer.from` alone reads a text that the SDK warns about. */
export const bytesOf = ({ body = '' }: AwsRequest): Buffer =>
  typeof body === 'string' ? Buffer.from(body) : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
