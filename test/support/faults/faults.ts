import { vi } from 'vitest';
import '../handlers.ts';
import { type AwsRequest, sender } from '../../../infra/local/memory/sdk.ts';

interface AwsAnswer {
  status: number;
  body: string;
}
/** Decides on the nth request, from 1: passes it, loses its answer, answers itself, or throws like a killed function. */
export type Fault = (operation: string, nth: number) => Instead | Promise<Instead>;
type Instead = AwsAnswer | 'answer lost' | undefined;

/** Returns `GetItem`, `GenerateMac`, `SendRawEmail`, or `S3` with the method. */
function operationOf({ headers, body = '', method }: AwsRequest): string {
  const target = headers['x-amz-target'];
  if (target) return target.split('.')[1] ?? target;
  if (headers['content-type'] === 'application/x-www-form-urlencoded')
    return /Action=(\w+)/.exec(Buffer.from(body).toString())?.[1] ?? '';
  return `S3 ${method}`;
}

const answerOf = ({ status, body }: AwsAnswer) => ({
  response: {
    statusCode: status,
    headers: { 'content-type': 'application/json' },
    body: new Response(body).body,
  },
});

/** Runs `work` with a fault and without waiting before retries. Returns its result and the operations it requested. */
export async function withFault<T>(fault: Fault, work: () => Promise<T>): Promise<{ result: T; asked: string[] }> {
  const asked: string[] = [];
  const handle = sender.handle;
  // The SDK and `backoff` wait for a random time.
  const chance = vi.spyOn(Math, 'random').mockReturnValue(0);
  const spy = vi.spyOn(sender, 'handle').mockImplementation(async function (this: typeof sender, request, options) {
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

/** Kills the function before its nth request to AWS. */
export const killedAt =
  (last: number): Fault =>
  (_, nth) => {
    if (nth >= last) throw new Error('killed');
    return undefined;
  };

export const awsError = (type: string, more: object = {}, status = 400): AwsAnswer => ({
  status,
  body: JSON.stringify({ __type: type, message: type, ...more }),
});

export const sesError = (code: string, status = 400, message = code): AwsAnswer => ({
  status,
  body: `<ErrorResponse><Error><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`,
});

/** Answers an operation with an error, each time or the first `times`. */
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

export const noFault: Fault = () => undefined;

/** Runs something once before the first request for an operation, or before the nth request of all. */
export function meanwhile(before: string | number, happens: () => Promise<unknown>): Fault {
  let happened = false;
  return async (operation, nth) => {
    if (happened || (typeof before === 'string' ? operation !== before : nth < before)) return undefined;
    happened = true;
    await happens();
    return undefined;
  };
}
