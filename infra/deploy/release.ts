import {
  DeleteParameterCommand,
  ParameterNotFound,
  PutParameterCommand,
  paginateGetParameterHistory,
  SSMClient,
} from '@aws-sdk/client-ssm';
import type { Settings } from '../config.ts';
import { type Place, Refusal, type StackAddress } from './place.ts';
import { stackState } from './stacks.ts';

/** Settings that a later deployment must not revert by accident. */
export interface LastingSettings {
  domain?: string;
  /** CloudFront sends the first; the API accepts all. */
  originKeys: readonly string[];
  keys?: Settings['keys'];
  durable: boolean;
}

/** One deployment: enough to restore it without a build, and no secrets. */
export interface Release {
  /** Time of the first deployment, in ISO 8601. */
  time: string;
  commit: string;
  settings: LastingSettings;
  /** In order of deployment, then stacks of earlier releases; `template` is the URL of the uploaded template. */
  stacks: readonly (StackAddress & { template: string })[];
  answered: boolean;
}

export const lasting = ({ domain, keys, edge, durable }: Settings): LastingSettings => ({
  ...(domain && { domain: domain.name }),
  ...(keys && { keys }),
  originKeys: edge?.originKeys ?? [],
  durable,
});

/** Returns and prints existing stacks of the last release that are not among `stacks`. They may hold the only backups. */
export async function keptStacks(
  stacks: readonly StackAddress[],
  last: Release | undefined,
): Promise<Release['stacks']> {
  const kept: Release['stacks'][number][] = [];
  for (const stack of last?.stacks ?? []) {
    const { name, region } = stack;
    if (stacks.some((of) => name === of.name && region === of.region) || !(await stackState(stack))) continue;
    console.log(`Keeps ${name} in ${region}, which costs money: docs/operate.md says how to remove it.`);
    kept.push(stack);
  }
  return kept;
}

/** SSM parameter of the releases. Its value is the newest one, its history the last hundred. */
const parameterOf = ({ name }: Place) => `/${name}/release`;
const client = ({ settings }: Place) => new SSMClient({ region: settings.env.region });

/** Returns all recorded releases, the newest last. */
export async function releases(place: Place): Promise<Release[]> {
  const byVersion: Record<number, Release> = {};
  try {
    const pages = paginateGetParameterHistory({ client: client(place) }, { Name: parameterOf(place) });
    for await (const { Parameters = [] } of pages)
      for (const { Version = 0, Value = '' } of Parameters) byVersion[Version] = JSON.parse(Value);
  } catch (error) {
    if (!(error instanceof ParameterNotFound)) throw error;
  }
  return Object.values(byVersion);
}

export async function record(place: Place, release: Release): Promise<void> {
  const input = { Name: parameterOf(place), Value: JSON.stringify(release), Type: 'String', Overwrite: true } as const;
  await client(place).send(new PutParameterCommand(input));
}

export const forgetReleases = (place: Place) =>
  client(place).send(new DeleteParameterCommand({ Name: parameterOf(place) }));

interface Exceptions {
  /** Allows another domain. */
  changeDomain?: boolean | undefined;
  /** Replaces the advice for a deployment. */
  advice?: string;
}

/** Throws {@link Refusal} if settings would revert what the current release has. */
export function refuseStepBack({ settings: now }: Release, next: LastingSettings, of: Exceptions = {}): void {
  const refuse = (why: string, advice: string) => {
    throw new Refusal(`${why}. ${of.advice ?? advice}.`);
  };
  if (now.domain && now.domain !== next.domain && !of.changeDomain)
    refuse(
      `DOMAIN would change from ${now.domain} to "${next.domain ?? ''}", and every link in sent mail would break`,
      'To change it anyway, add "-- --change-domain"',
    );
  const [keys, others] = [now, next].map((of) => of.keys && `${of.keys.dataKeyArn} and ${of.keys.macKeyArn}`);
  if (keys !== others)
    refuse(
      'DATA_KEY_ARN and MAC_KEY_ARN would change, documents would not open and portal links would not work',
      `Restore the values: ${keys ?? 'both empty'}`,
    );
  const [[sent], [first]] = [now.originKeys, next.originKeys];
  // While CloudFront propagates a change, it sends either key.
  if ([now, next].some(({ originKeys }) => [sent, first].some((key) => key && !originKeys.includes(key))))
    refuse(
      `ORIGIN_KEYS would change from ${now.originKeys} to ${next.originKeys}, and the API would refuse calls until CloudFront has updated`,
      `Deploy with ORIGIN_KEYS=${sent},${first}, then with ${first},${sent}, then with ${first}`,
    );
}
