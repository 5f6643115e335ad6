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

/** Returns the place for STAGE on AWS, or with target `local` the emulator's. Throws {@link Refusal} without sign-in. */
export async function placeOf(target: string, env: NodeJS.ProcessEnv): Promise<Place> {
  if (target !== 'aws') return placeFor(settingsFor(target, env));
  const stage = stageOf(env.STAGE);
  const file = settingsFile(stage);
  const client = new STSClient({ region: file.AWS_REGION || EDGE_REGION });
  const { Account: account } = await client.send(new GetCallerIdentityCommand({})).catch((error) => {
    throw new Refusal(`You are not signed in to AWS: sign in first, for example with "aws sso login". (${error})`);
  });
  return placeFor(awsSettings(file, { stage, account }));
}
