import { InvokeCommand, LambdaClient, type LambdaClientConfig } from '@aws-sdk/client-lambda';
import { env } from '#functions/aws/env.ts';

/** Invokes a deployed function and returns its result. Throws an Error with its message if it failed. */
export async function invoke(functionArn: string, event: object, access: LambdaClientConfig = {}): Promise<unknown> {
  const lambda = new LambdaClient({ maxAttempts: 1, ...access });
  const call = new InvokeCommand({ FunctionName: functionArn, Payload: Buffer.from(JSON.stringify(event)) });
  const { FunctionError, Payload } = await lambda.send(call);
  const result = Buffer.from(Payload ?? []).toString();
  if (FunctionError) throw new Error(`The function failed: ${result}`);
  return result ? JSON.parse(result) : undefined;
}

/** Runs the deployed tick now and waits for it. Throws an Error if it failed. */
export async function runTick(): Promise<true> {
  await invoke(env('TICK_FUNCTION'), { job: 'tick' });
  console.log('Ran the tick.');
  return true;
}
