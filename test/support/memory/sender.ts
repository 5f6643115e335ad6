import { Readable } from 'node:stream';
import { S3Client } from '@aws-sdk/client-s3';
import type { Aws } from './aws.ts';

interface Sent {
  method: string;
  path: string;
  query?: Record<string, string | string[] | null>;
  headers: Record<string, string>;
  body?: string | Uint8Array;
}

/** Lets all clients of the SDK in this process reach AWS without a connection: they send through one class of handler. */
export function sendTo(aws: Aws): void {
  const sender: { handle(request: Sent): Promise<unknown> } = Object.getPrototypeOf(
    new S3Client({}).config.requestHandler,
  );
  sender.handle = async ({ method, path, query = {}, headers, body = '' }) => {
    const url = new URL(path, 'http://aws');
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value ?? ''));
    const answer = aws.answer({ method, url, headers, body: Buffer.from(body) });
    const bytes = Readable.from(answer.body ? [Buffer.from(answer.body)] : []);
    return { response: { statusCode: answer.status, headers: answer.headers ?? {}, body: bytes } };
  };
}
