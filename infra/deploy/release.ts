import {
  DeleteParameterCommand,
  ParameterNotFound,
  PutParameterCommand,
  paginateGetParameterHistory,
  SSMClient,
} from '@aws-sdk/client-ssm';
import type { Settings } from '../config.ts';
import type { Place, StackAddress } from './place.ts';

/** Settings that a later deployment must not take back without being asked to. */
export interface LastingSettings {
  domain?: string;
  /** The first is sent by CloudFront, all are taken by the API. */
  originKeys: readonly string[];
  /** Keys of the deployment that the data came from. */
  keys?: Settings['keys'];
  /** Data outlives the stacks. */
  durable: boolean;
}

/** What was deployed at one time: enough to bring it back without building anything, and nothing secret. */
export interface Release {
  /** When it was deployed first, in ISO 8601. */
  time: string;
  /** Of git. */
  commit: string;
  /** The working tree differed from the commit. */
  isDirty: boolean;
  stage?: Settings['stage'];
  settings: LastingSettings;
  /** In the order in which they are deployed; `template` is the object that the CDK uploaded. */
  stacks: readonly (StackAddress & { template: string })[];
  /** Stacks of earlier releases that the settings no longer name and nobody removed yet. */
  left?: readonly StackAddress[];
  /** The site answered after it. */
  answered: boolean;
  /** When it was brought back, where it was. */
  broughtBack?: string;
}

/** What of settings must not be taken back. */
export const lasting = ({ domain, keys, edge, durable }: Settings): LastingSettings => ({
  ...(domain && { domain: domain.name }),
  ...(keys && { keys }),
  originKeys: edge?.originKeys ?? [],
  durable,
});

/** The parameter that holds a deployment's releases: the newest as its value, those before as its history of a hundred. */
const parameterOf = ({ name }: Place) => `/${name}/release`;
const client = ({ settings }: Place) => new SSMClient({ region: settings.env.region });

/** Every recorded release, the newest last. */
export async function releases(place: Place): Promise<Release[]> {
  const found: { version: number; release: Release }[] = [];
  try {
    for await (const { Parameters = [] } of paginateGetParameterHistory(
      { client: client(place) },
      { Name: parameterOf(place) },
    ))
      for (const { Version = 0, Value = '' } of Parameters)
        found.push({ version: Version, release: JSON.parse(Value) });
  } catch (error) {
    if (!(error instanceof ParameterNotFound)) throw error;
  }
  return found.toSorted((a, b) => a.version - b.version).map(({ release }) => release);
}

/** Returns the stacks that a release knows and the settings no longer name. */
export const noLongerNamed = ({ stacks }: Place, last: Release | undefined): StackAddress[] =>
  [...(last?.stacks ?? []), ...(last?.left ?? [])]
    .filter(({ name }) => !stacks.some((stack) => stack.name === name))
    .map(({ name, region }) => ({ name, region }));

/** Records a release as the present one. */
export async function record(place: Place, release: Release): Promise<void> {
  const input = { Name: parameterOf(place), Value: JSON.stringify(release), Type: 'String', Overwrite: true } as const;
  await client(place).send(new PutParameterCommand(input));
}

/** Forgets every release. */
export async function forgetReleases(place: Place): Promise<void> {
  try {
    await client(place).send(new DeleteParameterCommand({ Name: parameterOf(place) }));
  } catch (error) {
    if (!(error instanceof ParameterNotFound)) throw error;
  }
}

/** A release in a few words. */
export const named = ({ commit, isDirty, time }: Release) =>
  `the release of ${time} (commit ${commit.slice(0, 12)}${isDirty ? ' with changes that were not committed' : ''})`;
