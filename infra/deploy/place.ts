import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { awsSettings, EDGE_REGION, type Settings, settingsFile, settingsFor, stageOf } from '../config.ts';
import { companionName, deploymentName, stackName } from '../names.ts';

/** Error that stops a command; its message says what to do next. */
export class Refusal extends Error {}

export interface StackAddress {
  name: string;
  region: string;
}

export interface Place {
  settings: Settings;
  /** Unique name of the deployment in its account. */
  name: string;
  product: StackAddress;
  /** All stacks, in order of deployment. */
  stacks: readonly StackAddress[];
}

/** Returns the account of the AWS caller. Throws {@link Refusal} if credentials are missing or invalid. */
async function callerAccount(region: string): Promise<string | undefined> {
  try {
    return (await new STSClient({ region }).send(new GetCallerIdentityCommand({}))).Account;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Refusal(`You are not signed in to AWS: sign in first, for example with "aws sso login". (${why})`);
  }
}

export function placeFor(settings: Settings): Place {
  const { edge, env, backupRegion, githubRepository } = settings;
  const product = { name: stackName(settings), region: env.region };
  const companion = (part: string, region = env.region) => ({ name: companionName(part, settings), region });
  const stacks = [
    ...(edge ? [companion('Guard', EDGE_REGION)] : []),
    product,
    ...(edge ? [companion('Edge', EDGE_REGION)] : []),
    ...(backupRegion ? [companion('BackupCopies', backupRegion), companion('Backup')] : []),
    ...(githubRepository ? [companion('Ci')] : []),
  ];
  return { settings, name: deploymentName(settings), product, stacks };
}

/** Returns the place for STAGE on AWS, or with target `local` the emulator's. */
export async function placeOf(target: string, env: NodeJS.ProcessEnv): Promise<Place> {
  if (target !== 'aws') return placeFor(settingsFor(target, env));
  const stage = stageOf(env.STAGE);
  const file = settingsFile(stage);
  const account = await callerAccount(file.AWS_REGION || EDGE_REGION);
  return placeFor(awsSettings(file, { stage, account }));
}
