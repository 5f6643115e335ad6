import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { secret } from '#functions/aws/derived-keys.ts';
import { evidencePublicKey } from '#functions/aws/evidence-key.ts';
import { sessionPublicKey } from '#functions/aws/session-key.ts';
import { api, type CallName } from '#shared/contract/api.ts';
import type { LambdaName } from '#shared/contract/call.ts';
import type { Answered, Sent } from './api.ts';
import { eventOf, functionEnvironment } from './event.ts';
import type { Act } from './faults/interleaved.ts';
import './log-lines.ts';
import { asFunction } from '../../infra/local/memory/rights.ts';

Object.assign(process.env, functionEnvironment());
// A warm function has loaded its keys. A held call must not load a key for which both calls wait.
const LABELS = ['portal-token', 'address', 'device', 'code', 'totp', 'reminders'] as const;
await Promise.all([sessionPublicKey(), evidencePublicKey(), ...LABELS.map((label) => secret(label, 1))]);

type Handler = (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;
const load = async (name: LambdaName): Promise<Handler> => (await import(`../../functions/api/${name}.ts`)).handler;

/** Makes a call on the real handler in this process, so that a test can count, delay or break its requests. */
export async function callHandler(
  caller: { cookie?: string | undefined; token?: string | undefined },
  name: CallName,
  sent: Sent = {},
  context: Partial<Context> = {},
): Promise<Answered> {
  const event = await eventOf(caller, name, sent);
  const handler = await load(api[name].lambda);
  const result = await asFunction(api[name].lambda, () => handler(event, { ...context } as Context));
  const bytes = Buffer.from(result.body, result.isBase64Encoded ? 'base64' : 'utf8');
  const headers = new Headers(Object.entries(result.headers ?? {}).map(([key, value]) => [key, String(value)]));
  for (const line of result.multiValueHeaders?.['set-cookie'] ?? []) headers.append('set-cookie', String(line));
  return {
    status: result.statusCode,
    body: result.isBase64Encoded || bytes.length === 0 ? bytes : JSON.parse(bytes.toString()),
    headers,
  };
}

/** A call on the real handler in this process, made when the act is run. */
export const calling =
  (caller: { cookie?: string | undefined; token?: string | undefined }, name: CallName, sent: Sent = {}): Act =>
  () =>
    callHandler(caller, name, sent);
