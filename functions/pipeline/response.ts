import { gzipSync } from 'node:zlib';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { Conflict } from '../aws/retry.ts';
import { conflict, HttpError } from '../services/errors.ts';
import { HttpResponse } from './http.ts';
import type { Step } from './lambda.ts';

const COMMON = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

export function toResult(status: number, answer: unknown, requestId: string): APIGatewayProxyResult {
  const { body, headers, cookies } = answer instanceof HttpResponse ? answer : new HttpResponse(answer);
  const isBytes = body instanceof Uint8Array;
  const type = body !== undefined && !isBytes && { 'content-type': 'application/json; charset=utf-8' };
  return {
    statusCode: status,
    headers: { ...COMMON, 'x-request-id': requestId, ...type, ...headers },
    ...(cookies.length > 0 && { multiValueHeaders: { 'set-cookie': cookies } }),
    body: body === undefined ? '' : isBytes ? Buffer.from(body).toString('base64') : JSON.stringify(body),
    isBase64Encoded: isBytes,
  };
}

/** Shorter texts fit into one packet uncompressed. */
const WORTH_GZIP = 1400;
const TAKES_GZIP = /(^|[\s,])gzip\s*(,|$|;\s*q=(1|0?\.0*[1-9]))/;

/** Compresses long texts if the caller accepts gzip. A list shrinks to a tenth. */
export function compressed(result: APIGatewayProxyResult, acceptEncoding = ''): APIGatewayProxyResult {
  if (result.isBase64Encoded || result.body.length < WORTH_GZIP || !TAKES_GZIP.test(acceptEncoding)) return result;
  return {
    ...result,
    headers: { ...result.headers, 'content-encoding': 'gzip', vary: 'accept-encoding' },
    body: gzipSync(result.body).toString('base64'),
    isBase64Encoded: true,
  };
}

/** Maps errors to responses: 409 for a conflict after all retries, 500 for unknown errors. */
function errorOf(thrown: unknown): HttpError {
  if (thrown instanceof HttpError) return thrown;
  if (thrown instanceof Conflict) return conflict('Someone else changed this at the same moment. Please try again.');
  return new HttpError(500, 'Something went wrong on our side. Please try again.');
}

export const errorResponse: Step = {
  onError(step) {
    const { status, message, fields, more, headers } = errorOf(step.error);
    const body = { message, fields, ...more };
    step.response = toResult(status, new HttpResponse(body, { headers }), step.context.request.requestId);
  },
};

export const compression: Step = {
  after(step) {
    if (step.response) step.response = compressed(step.response, step.context.request.headers['accept-encoding']);
  },
};
