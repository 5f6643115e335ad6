import { gzipSync } from 'node:zlib';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { Conflict } from '../aws/table.ts';
import { conflict, HttpError } from '../services/errors.ts';

/** An answer that needs more than a JSON body. */
export class Answer {
  readonly body: unknown;
  readonly headers: Record<string, string>;
  readonly cookies: string[];
  constructor(body: unknown, more: { headers?: Record<string, string>; cookies?: string[] } = {}) {
    this.body = body;
    this.headers = more.headers ?? {};
    this.cookies = more.cookies ?? [];
  }
}

const COMMON = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

/** API Gateway's form of an answer: JSON, bytes as base64, or nothing for `undefined`. */
export function toResult(status: number, answer: unknown, requestId: string): APIGatewayProxyResult {
  const { body, headers, cookies } = answer instanceof Answer ? answer : new Answer(answer);
  const isBytes = body instanceof Uint8Array;
  const type = body !== undefined && !isBytes && { 'content-type': 'application/json; charset=utf-8' };
  return {
    statusCode: status,
    headers: { ...COMMON, 'x-request-id': requestId, ...(type || {}), ...headers },
    ...(cookies.length > 0 && { multiValueHeaders: { 'set-cookie': cookies } }),
    body: body === undefined ? '' : isBytes ? Buffer.from(body).toString('base64') : JSON.stringify(body),
    isBase64Encoded: isBytes,
  };
}

/** Shorter texts fit into one packet anyway. */
const WORTH_GZIP = 1400;
const TAKES_GZIP = /(^|[\s,])gzip\s*(,|$|;\s*q=(1|0?\.0*[1-9]))/;

/** The same answer as gzip, where it is a long text and `acceptEncoding` takes it: a list shrinks to a tenth. */
export function compressed(result: APIGatewayProxyResult, acceptEncoding = ''): APIGatewayProxyResult {
  if (result.isBase64Encoded || result.body.length < WORTH_GZIP || !TAKES_GZIP.test(acceptEncoding)) return result;
  return {
    ...result,
    headers: { ...result.headers, 'content-encoding': 'gzip', vary: 'accept-encoding' },
    body: gzipSync(result.body).toString('base64'),
    isBase64Encoded: true,
  };
}

/** The answer to whatever was thrown: 409 where writes met another's time and again, 500 for what no caller can mend. */
export function errorOf(thrown: unknown): HttpError {
  if (thrown instanceof HttpError) return thrown;
  if (thrown instanceof Conflict) return conflict('Someone else changed this at the same moment. Please try again.');
  return new HttpError(500, 'Something went wrong on our side. Please try again.');
}

/** The contract's JSON of an error. */
export const toErrorResult = (error: HttpError, requestId: string) =>
  toResult(
    error.status,
    new Answer(
      { message: error.message, ...(error.fields && { fields: error.fields }), ...error.more },
      error.headers && { headers: error.headers },
    ),
    requestId,
  );
