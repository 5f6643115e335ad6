import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { EDGE_REGION } from '../../config.ts';
import { Refusal } from '../ask.ts';
import { formerStacks, planOf } from '../former-stacks.ts';
import { refuseStepsBack } from '../guards.ts';
import { callerIdentity, type Place, type StackAddress } from '../place.ts';
import { lasting, releases } from '../release.ts';
import { isBusy, isFailedCreation, remedy, stackState } from '../stack-state.ts';
import { type Answer, type Check, isNotFound, ok, todo, wrong } from './answer.ts';

async function stack(address: StackAddress): Promise<Answer> {
  const state = await stackState(address);
  if (!state) return ok(`${address.name} is not there yet.`);
  const { name, status } = state;
  const stuck = remedy(state);
  if (isBusy(state)) return ok(`CloudFormation is at work on ${name} (${status}): the deployment waits for it.`);
  if (stuck) return wrong(stuck);
  return isFailedCreation(state)
    ? todo(`${name} is left of a creation that failed (${status}): the deployment removes it first.`)
    : ok(`${name} is there (${status}).`);
}

/** Whether the settings may follow those of the release before. */
async function settings(place: Place): Promise<Answer> {
  const last = (await releases(place)).at(-1);
  if (!last) return ok('No release is recorded: nothing holds the settings.');
  try {
    refuseStepsBack(last, lasting(place.settings), false);
    return ok('The settings take nothing back that is in force.');
  } catch (error) {
    if (error instanceof Refusal) return wrong(error.message);
    throw error;
  }
}

/** Says what becomes of stacks that the settings no longer name. */
async function former(place: Place): Promise<Answer[]> {
  const found = await formerStacks(place, (await releases(place)).at(-1), false);
  return planOf(found).map(todo);
}

/** What is there already. */
export const stackChecks = (place: Place): Check[] => [
  ...place.stacks.map((address) => ({ about: address.name, ask: () => stack(address) })),
  { about: 'Settings', ask: () => settings(place) },
  { about: 'Former stacks', ask: () => former(place) },
];

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
