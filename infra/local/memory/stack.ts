import { AsyncLocalStorage } from 'node:async_hooks';
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { env } from '#functions/aws/env.ts';
import { READABLE_OF_ACCOUNTS } from '#functions/domain/nouns.ts';
import { adviserPartition } from '#functions/services/keys/keys.ts';
import { type Granted, readsSecrets } from '../../functions/access.ts';
import { Aws } from './aws.ts';
import { gateway } from './gateway.ts';
import { bytesOf, sender } from './sdk.ts';
import { Stream } from './stream.ts';

// The product's functions on AWS in memory, all in this process. Import it after the environment is set, because modules
// read it when they load.

const API = '/restapis/api/live/_user_request_';

export const aws: Aws = new Aws(
  (before, after) => stream.take(before, after),
  (Message) => void runJob('mail-events', { Records: [{ Sns: { Message } }] }),
);
const stream = new Stream((Records) => runJob('on-record', { Records }));

/** Waits for everything that earlier requests caused. */
export const idle = () => stream.idle();

/** Attributes of accounts that most functions may read. */
const LIMITED_READS = JSON.stringify({ prefix: adviserPartition(''), attributes: READABLE_OF_ACCOUNTS });
const running = new AsyncLocalStorage<Granted>();

/** Sets the read limits of each function, though all share a process. */
function limitReads(): void {
  const environment = process.env;
  process.env = new Proxy(environment, {
    get(_, name) {
      const isLimited = name === 'LIMITED_READS' && !readsSecrets(running.getStore() ?? 'auth');
      return isLimited ? LIMITED_READS : environment[String(name)];
    },
  });
}

type Event = APIGatewayProxyEvent | object;
/** Runs a function. Throws for a request without permission. */
async function run<T>(name: Granted, folder: 'api' | 'jobs', event: Event): Promise<T> {
  // Wraps `sender` when it loads, so only after `connectToMemory`.
  const { asFunction } = await import('./rights.ts');
  const { handler } = await import(`../../../functions/${folder}/${name}.ts`);
  return running.run(name, () => asFunction(name, () => handler(event, {})));
}
export const runJob = (name: Granted, event: Event) => run<unknown>(name, 'jobs', event);

function connectToMemory(): void {
  sender.handle = async (request) => {
    const { method, path, query = {}, headers } = request;
    const url = new URL(path, 'http://aws');
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value ?? ''));
    const answer = await aws.answer({ method, url, headers, body: bytesOf(request) });
    const bytes = Readable.from(answer.body ? [Buffer.from(answer.body)] : []);
    return { response: { statusCode: answer.status, headers: answer.headers ?? {}, body: bytes } };
  };
}

/** Answers requests to AWS and calls of the API, after what earlier requests caused. */
const listener = createServer(async (request, response) => {
  const { method = '', url = '', headers } = request;
  // The SDK takes another time than its own for a clock to correct, and retries.
  response.setHeader('date', new Date().toUTCString());
  await idle();
  if (url.startsWith(API)) {
    request.url = url.slice(API.length);
    return gateway(request, response, (name, event) => run(name, 'api', event));
  }
  const sent = { method, url: new URL(url, 'http://aws'), headers: headers as Record<string, string> };
  const { status, headers: given, body } = await aws.answer({ ...sent, body: await buffer(request) });
  response.writeHead(status, given).end(body);
});

/** Returns the sent mail, newest first. */
export async function sentMail() {
  await idle();
  return aws.mails.toReversed();
}

/** Starts the empty stack on a port of this machine. Returns the API's URL. */
export function startStack(port: number): string {
  connectToMemory();
  limitReads();
  aws.reset(env('TABLE_NAME'));
  listener.listen(port, '127.0.0.1');
  return `http://127.0.0.1:${port}${API}`;
}
