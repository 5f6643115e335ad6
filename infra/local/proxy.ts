import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse, request as send } from 'node:http';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { VIEWER_ACCEPT, VIEWER_ADDRESS } from '#functions/pipeline/http.ts';
import { FILE_TOO_LARGE } from '#shared/rules/documents.ts';
import { API_HEADERS } from '../edge/security-headers.ts';

/** API Gateway's limit of a request's body, in bytes. */
const MAX_BODY = 10 * 1024 * 1024;
const HOP_BY_HOP = ['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'];

/** Accept header of the local origin. LocalStack returns bytes only if the header names a binary type of the API. */
const ACCEPT = 'application/octet-stream';

class TooLarge extends Error {}

const without = (headers: OutgoingHttpHeaders, names: readonly string[]): OutgoingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));

/** Returns the headers that CloudFront would forward; the browser cannot set the viewer's address. */
const forwarded = (request: IncomingMessage): OutgoingHttpHeaders => ({
  ...without(request.headers, [
    ...HOP_BY_HOP,
    VIEWER_ACCEPT,
    'host',
    'x-forwarded-host',
    'x-forwarded-proto',
    'forwarded',
    'expect',
  ]),
  accept: ACCEPT,
  ...(request.headers.accept && { [VIEWER_ACCEPT]: request.headers.accept }),
  [VIEWER_ADDRESS]: request.socket.remoteAddress ?? '127.0.0.1',
  'x-forwarded-for': request.socket.remoteAddress ?? '127.0.0.1',
});

function limited(): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      done(bytes > MAX_BODY ? new TooLarge() : null, chunk);
    },
  });
}

function refuse(response: ServerResponse, status: number, message: string): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const headers = {
    ...API_HEADERS,
    'x-request-id': randomUUID(),
    'content-type': 'application/json',
    connection: 'close',
  };
  response.writeHead(status, headers);
  response.end(JSON.stringify({ message }));
}

async function pass(request: IncomingMessage, response: ServerResponse, target: string): Promise<void> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY) {
    // A client that is still sending would not read the response.
    for await (const _ of request);
    throw new TooLarge();
  }
  const upstream = send(target, { method: request.method, headers: forwarded(request) });
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  upstream.once('response', resolve).once('error', reject);
  response.once('close', () => upstream.destroy());
  const [answer] = await Promise.all([promise, pipeline(request, limited(), upstream)]);
  response.writeHead(answer.statusCode ?? 502, { ...without(answer.headers, HOP_BY_HOP), ...API_HEADERS });
  await pipeline(answer, response);
}

/** Proxies calls to the emulator's API like CloudFront: streaming, with the headers of `/api`. */
export const proxy = (apiUrl: string) => async (request: IncomingMessage, response: ServerResponse) => {
  try {
    await pass(request, response, `${apiUrl}${request.url}`);
  } catch (error) {
    if (error instanceof TooLarge) refuse(response, 413, FILE_TOO_LARGE);
    else refuse(response, 502, 'The service cannot be reached. Please try again.');
  }
};
