import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { EDGE_REGION } from '../../config.ts';
import { callerIdentity, type Place } from '../place.ts';
import { type Answer, type Check, isNotFound, ok, todo, wrong } from './answer.ts';

/** The version of the CDK's own stack from which on templates are deployed by it. */
const BOOTSTRAP_VERSION = 6;
const BOOTSTRAP_PARAMETER = '/cdk-bootstrap/hnb659fds/version';
/** Calls at the same time below which people of one firm get in each other's way. */
const FEW_AT_ONCE = 100;

async function bootstrap(account: string, region: string): Promise<Answer> {
  const command = `npx cdk bootstrap aws://${account}/${region}`;
  try {
    const { Parameter } = await new SSMClient({ region }).send(new GetParameterCommand({ Name: BOOTSTRAP_PARAMETER }));
    return Number(Parameter?.Value) >= BOOTSTRAP_VERSION
      ? ok(`The CDK is bootstrapped in ${region}.`)
      : wrong(`The CDK's own stack in ${region} is too old: run "${command}".`);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    return wrong(`The CDK is not bootstrapped in ${region}: run "${command}", once.`);
  }
}

async function concurrency(region: string): Promise<Answer> {
  const { AccountLimit } = await new LambdaClient({ region }).send(new GetAccountSettingsCommand({}));
  const limit = AccountLimit?.ConcurrentExecutions ?? 0;
  return limit >= FEW_AT_ONCE
    ? ok(`Lambda runs ${limit} calls at the same time in ${region}.`)
    : todo(
        `Lambda runs ${limit} calls at the same time in ${region}, as in a new account: one dashboard makes several. Ask for 1000 in Service Quotas (AWS Lambda, Concurrent executions, L-B99A9384).`,
      );
}

/** Who asks, and what the account has to have once. */
export function accountChecks({ settings: { env, stage, backupRegion } }: Place): Check[] {
  const { account, region } = env;
  const regions = new Set([region, EDGE_REGION, ...(backupRegion ? [backupRegion] : [])]);
  return [
    {
      about: 'Credentials',
      ask: async () => ok(`You are ${(await callerIdentity(region)).arn}; ${stage} goes to account ${account}.`),
    },
    ...[...regions].map((of) => ({ about: `Bootstrap in ${of}`, ask: () => bootstrap(account, of) })),
    { about: 'Lambda', ask: () => concurrency(region) },
  ];
}
