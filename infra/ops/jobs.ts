import { InvokeCommand, LambdaClient, type LambdaClientConfig } from '@aws-sdk/client-lambda';
import { env } from '#functions/aws/env.ts';

/**
 * Calls a deployed function as Lambda's own callers do, and waits until it is done; gives what it gives.
 * @throws Error where the function failed, with what it said.
 */
export async function invoke(functionArn: string, event: object, access: LambdaClientConfig = {}): Promise<unknown> {
  const lambda = new LambdaClient({ maxAttempts: 1, ...access });
  const call = new InvokeCommand({ FunctionName: functionArn, Payload: Buffer.from(JSON.stringify(event)) });
  const { FunctionError, Payload } = await lambda.send(call);
  const said = Buffer.from(Payload ?? []).toString();
  if (FunctionError) throw new Error(`The function failed: ${said}`);
  return said ? JSON.parse(said) : undefined;
}

/** Runs the deployed tick now, beside its own times, and waits until it is done. Throws an Error where it failed. */
export async function runTick(): Promise<true> {
  await invoke(env('TICK_FUNCTION'), { job: 'tick' });
  console.log('Ran the tick.');
  return true;
}
