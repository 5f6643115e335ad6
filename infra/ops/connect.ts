import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { firmName } from '#shared/rules/firm.ts';
import { settingsFile, stageOf } from '../config.ts';
import { stackName } from '../names.ts';
import { emulatorAccess } from '../tools/emulator-access.ts';
import { runningStack } from '../tools/state.ts';

/** Environment variables by stack output; most are the functions' own. */
const VARIABLES = {
  TableName: 'TABLE_NAME',
  BucketName: 'BUCKET_NAME',
  DataKeyId: 'DATA_KEY_ID',
  MacKeyId: 'MAC_KEY_ID',
  MailEventsTopic: 'MAIL_EVENTS_TOPIC',
  MailEventsQueue: 'MAIL_EVENTS_QUEUE',
  EventsQueue: 'EVENTS_QUEUE',
  OnRecordFunction: 'ON_RECORD_FUNCTION',
  TickFunction: 'TICK_FUNCTION',
} as const;

function use(outputs: Readonly<Record<string, string | undefined>>): void {
  for (const [output, variable] of Object.entries(VARIABLES)) process.env[variable] = outputs[output] ?? '';
}

/** Points this process to the local stack that is running. Throws if there is none. */
export async function connectLocal(): Promise<void> {
  const { run, stack } = await runningStack(process.env.STATE_DIR);
  Object.assign(process.env, emulatorAccess(run.emulatorUrl));
  process.env.FIRM_NAME = firmName(process.env);
  use({ ...stack.outputs });
}

/** Points this process to the stack of STAGE on AWS, under the caller's credentials. */
export async function connectAws(): Promise<void> {
  const stage = stageOf(process.env.STAGE);
  const { AWS_REGION, FIRM_NAME } = settingsFile(stage);
  Object.assign(process.env, { AWS_REGION, FIRM_NAME });
  const StackName = stackName({ stage });
  const { Stacks } = await new CloudFormationClient({}).send(new DescribeStacksCommand({ StackName }));
  const outputs = Object.fromEntries(Stacks?.[0]?.Outputs?.map((o) => [o.OutputKey, o.OutputValue]) ?? []);
  if (!outputs.TableName) throw new Error(`The stack ${StackName} has no table: deploy it with "npm run deploy".`);
  use(outputs);
}
