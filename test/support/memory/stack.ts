import { AsyncLocalStorage } from 'node:async_hooks';
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { parentPort } from 'node:worker_threads';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { env } from '#functions/aws/env.ts';
import { transact } from '#functions/aws/table.ts';
import { countAdmins, newAccount, reserveEmail } from '#functions/domain/accounts/account-creation.ts';
import { READABLE_OF_ACCOUNTS } from '#functions/domain/nouns.ts';
import { adviserPartition, idOf, newId } from '#functions/services/keys/keys.ts';
import { type Granted, readsSecrets } from '#infra/functions/access.ts';
import { startOrigin } from '#infra/local/origin.ts';
import { SITE } from '#infra/tools/web.ts';
import './cheap-hashing.ts';
import { sender } from '../sdk.ts';
import { Aws } from './aws.ts';
import { gateway } from './gateway.ts';
import { Stream } from './stream.ts';

/** Signs in without a password in tests. */
const ADMIN = { name: 'Alex Morgan', email: 'admin@example.com', role: 'admin' } as const;
const API = '/restapis/api/live/_user_request_';

const aws: Aws = new Aws(
  (before, after) => stream.take(before, after),
  (Message) => void runJob('mail-events', { Records: [{ Sns: { Message } }] }),
);
const stream = new Stream((Records) => runJob('on-record', { Records }));

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

type Event = APIGatewayProxyEvent | { Records: unknown[] };
/** Runs a function. Throws for a request without permission. */
async function run<T>(name: Granted, folder: 'api' | 'jobs', event: Event): Promise<T> {
  // Wraps `sender` when it loads, so only after `connectToMemory`.
  const { asFunction } = await import('../rights.ts');
  const { handler } = await import(`../../../functions/${folder}/${name}.ts`);
  return running.run(name, () => asFunction(name, () => handler(event, {})));
}
const runJob = (name: Granted, event: Event) => run<unknown>(name, 'jobs', event);

function connectToMemory(): void {
  sender.handle = async ({ method, path, query = {}, headers, body = '' }) => {
    const url = new URL(path, 'http://aws');
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value ?? ''));
    const answer = aws.answer({ method, url, headers, body: Buffer.from(body) });
    const bytes = Readable.from(answer.body ? [Buffer.from(answer.body)] : []);
    return { response: { statusCode: answer.status, headers: answer.headers ?? {}, body: bytes } };
  };
}

function takeLogs(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.write = (chunk: string | Uint8Array) => {
      aws.logs.push(String(chunk));
      return true;
    };
}

async function reset(): Promise<void> {
  await stream.idle();
  aws.reset(env('TABLE_NAME'));
  const account = newAccount(newId(), ADMIN, '', new Date());
  await transact([await reserveEmail(ADMIN.email, idOf(account.pk)), { put: { ...account } }, countAdmins(1)]);
}

/** Answers requests to AWS and calls of the API, after what earlier requests caused. */
const listener = createServer(async (request, response) => {
  const { method = '', url = '', headers } = request;
  // The SDK takes another time than its own for a clock to correct, and retries.
  response.setHeader('date', new Date().toUTCString());
  await stream.idle();
  if (url.startsWith(API)) {
    request.url = url.slice(API.length);
    return gateway(request, response, (name, event) => run(name, 'api', event));
  }
  const sent = { method, url: new URL(url, 'http://aws'), headers: headers as Record<string, string> };
  const { status, headers: given, body } = aws.answer({ ...sent, body: await buffer(request) });
  response.writeHead(status, given).end(body);
});

async function sentMail() {
  await stream.idle();
  return aws.mails.toReversed();
}

/** Serves the stack. Posts the environment when it is ready, and after each reset. */
export async function serve(port: number, emulatorPort: number, environment: object): Promise<void> {
  connectToMemory();
  limitReads();
  takeLogs();
  await reset();
  listener.listen(emulatorPort, '127.0.0.1');
  const apiUrl = `http://127.0.0.1:${emulatorPort}${API}`;
  await startOrigin(port, { site: SITE, apiUrl, mailbox: sentMail });
  parentPort?.on('message', async () => {
    await reset();
    parentPort?.postMessage(environment);
  });
  parentPort?.postMessage(environment);
}
