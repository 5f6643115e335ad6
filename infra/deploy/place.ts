import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { awsSettings, EDGE_REGION, type Settings, settingsFile, settingsFor, stageOf } from '../config.ts';
import { companionName, deploymentName, PRODUCT, stackName } from '../names.ts';
import { Refusal } from './ask.ts';

/** A stack by its name and region. */
export interface StackAddress {
  name: string;
  region: string;
}

/** What is deployed, and where to. */
export interface Place {
  settings: Settings;
  /** Tells this deployment from every other in its account. */
  name: string;
  /** The stack that holds the data, the functions and the page. */
  product: StackAddress;
  /** Every stack, each after those that it needs. */
  stacks: readonly StackAddress[];
}

/** Whose credentials these are. */
export interface Caller {
  account: string;
  arn: string;
}

/** Asks AWS who calls. Throws {@link Refusal} where there are no credentials, or none that count. */
export async function callerIdentity(region: string): Promise<Caller> {
  try {
    const { Account = '', Arn = '' } = await new STSClient({ region }).send(new GetCallerIdentityCommand({}));
    return { account: Account, arn: Arn };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Refusal(`AWS does not know who calls: sign in first, for instance with "aws sso login". (${why})`);
  }
}

/** Returns true if a stack holds backups, which are removed only on request. */
export const holdsBackups = ({ name }: StackAddress) => name.startsWith(`${PRODUCT}Backup`);

/** What settings deploy. */
export function placeFor(settings: Settings): Place {
  const home = settings.env.region;
  const product = { name: stackName(settings), region: home };
  const companion = (part: string, region: string) => ({ name: companionName(part, settings), region });
  const { edge, backupRegion, githubRepository } = settings;
  const stacks = [
    ...(edge ? [companion('Guard', EDGE_REGION)] : []),
    product,
    ...(edge ? [companion('Edge', EDGE_REGION)] : []),
    ...(backupRegion ? [companion('BackupCopies', backupRegion), companion('Backup', home)] : []),
    ...(githubRepository ? [companion('Ci', home)] : []),
  ];
  return { settings, name: deploymentName(settings), product, stacks };
}

/** The place on AWS that STAGE names, or with the target `local` the emulator that the environment points at. */
export async function placeOf(target: string, env: NodeJS.ProcessEnv): Promise<Place> {
  if (target !== 'aws') return placeFor(settingsFor(target, env));
  const stage = stageOf(env.STAGE);
  const file = settingsFile(stage);
  const { account } = await callerIdentity(file.AWS_REGION || EDGE_REGION);
  return placeFor(awsSettings(file, { stage, account }));
}
