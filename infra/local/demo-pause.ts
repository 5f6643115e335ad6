import { LambdaClient, ListEventSourceMappingsCommand, UpdateEventSourceMappingCommand } from '@aws-sdk/client-lambda';
import { emulatorClient } from './emulator.ts';
import type { Outputs } from './state.ts';

/** Lets the deployed job follow the record's lines as they come, or wait. What waited comes in its order afterwards. */
export async function letJobFollow(emulatorUrl: string, { OnRecordFunction }: Outputs, on: boolean): Promise<void> {
  const lambda = new LambdaClient(emulatorClient(emulatorUrl));
  const { EventSourceMappings = [] } = await lambda.send(
    new ListEventSourceMappingsCommand({ FunctionName: OnRecordFunction }),
  );
  for (const { UUID } of EventSourceMappings)
    await lambda.send(new UpdateEventSourceMappingCommand({ UUID, Enabled: on }));
  lambda.destroy();
}
