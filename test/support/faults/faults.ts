import { S3Client } from '@aws-sdk/client-s3';
import { vi } from 'vitest';
import '../handlers.ts';

/** A request on its way to AWS. */
interface AwsRequest {
  method: string;
  hostname: string;
  headers: Record<string, string>;
  body?: unknown;
}
/** What AWS answers, below the SDK: its retries and its parsing of errors are real. */
interface AwsAnswer {
  status: number;
  body: string;
}
/** Decides on the nth request (from 1): lets it through, loses AWS's answer, answers in its place, or throws as if the function were killed. */
export type Fault = (operation: string, nth: number) => Instead | Promise<Instead>;
type Instead = AwsAnswer | 'answer lost' | undefined;

// All clients of the SDK send through one class of handler, which is nowhere exported by name.
interface Sender {
  handle(request: AwsRequest, options?: unknown): Promise<unknown>;
}
const sender: Sender = Object.getPrototypeOf(new S3Client({}).config.requestHandler);

/** What a request asks for: `GetItem`, `GenerateMac`, `SendRawEmail`, and for S3 the method. */
function operationOf({ headers, body, method }: AwsRequest): string {
  const target = headers['x-amz-target'];
  if (target) return target.split('.')[1] ?? target;
  if (headers['content-type'] === 'application/x-www-form-urlencoded')
    return /Action=(\w+)/.exec(typeof body === 'string' ? body : Buffer.from(body as Uint8Array).toString())?.[1] ?? '';
  return `S3 ${method}`;
}

const answerOf = ({ status, body }: AwsAnswer) => ({
  response: {
    statusCode: status,
    headers: { 'content-type': 'application/json' },
    body: new Response(body).body,
  },
});

/** Runs `work` with AWS behaving as `fault` says, its repetitions without a wait; gives what it gave and the operations that were asked for. */
export async function withFault<T>(fault: Fault, work: () => Promise<T>): Promise<{ result: T; asked: string[] }> {
  const asked: string[] = [];
  const handle = sender.handle;
  // How long the SDK and `backoff` wait is by chance.
  const chance = vi.spyOn(Math, 'random').mockReturnValue(0);
  const spy = vi.spyOn(sender, 'handle').mockImplementation(async function (this: Sender, request, options) {
    asked.push(operationOf(request));
    const instead = await fault(asked.at(-1) ?? '', asked.length);
    if (typeof instead === 'object') return answerOf(instead);
    const answer = await handle.call(this, request, options);
    if (instead) throw Object.assign(new Error(instead), { code: 'ECONNRESET' });
    return answer;
  });
  try {
    return { result: await work(), asked };
  } finally {
    spy.mockRestore();
    chance.mockRestore();
  }
}

/** The function is killed before its nth request to AWS: that one and all that follow never leave. */
export const killedAt =
  (last: number): Fault =>
  (_, nth) => {
    if (nth >= last) throw new Error('killed');
    return undefined;
  };

/** An error as AWS writes it in JSON. */
export const awsError = (type: string, more: object = {}, status = 400): AwsAnswer => ({
  status,
  body: JSON.stringify({ __type: type, message: type, ...more }),
});

/** AWS answers an operation with an error, each time or the first `times`. */
export function refusing(
  operation: string,
  answer: AwsAnswer | 'answer lost',
  times = Number.POSITIVE_INFINITY,
): Fault {
  let left = times;
  return (asked) => {
    if (asked !== operation || left <= 0) return undefined;
    left -= 1;
    return answer;
  };
}

/** Nothing goes wrong: for looking at what is asked. */
export const noFault: Fault = () => undefined;

/** Something else happens, once, just before the first request for `operation` leaves. */
export function meanwhile(operation: string, happens: () => Promise<unknown>): Fault {
  let happened = false;
  return async (asked) => {
    if (asked !== operation || happened) return undefined;
    happened = true;
    await happens();
    return undefined;
  };
}
