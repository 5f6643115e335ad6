import {
  DeleteParameterCommand,
  ParameterNotFound,
  PutParameterCommand,
  paginateGetParameterHistory,
  SSMClient,
} from '@aws-sdk/client-ssm';
import type { Settings } from '../config.ts';
import { type Place, Refusal, type StackAddress } from './place.ts';

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
  /** The working tree had uncommitted changes. */
  isDirty: boolean;
  stage?: Settings['stage'];
  settings: LastingSettings;
  /** In order of deployment; `template` is the URL of the uploaded template. */
  stacks: readonly (StackAddress & { template: string })[];
  /** Stacks of earlier releases that are no longer in the settings and not yet removed. */
  left?: readonly StackAddress[];
  answered: boolean;
  broughtBack?: string;
}

export const lasting = ({ domain, keys, edge, durable }: Settings): LastingSettings => ({
  ...(domain && { domain: domain.name }),
  ...(keys && { keys }),
  originKeys: edge?.originKeys ?? [],
  durable,
});

/** SSM parameter of the releases. Its value is the newest one, its history the last hundred. */
const parameterOf = ({ name }: Place) => `/${name}/release`;
const client = ({ settings }: Place) => new SSMClient({ region: settings.env.region });
const unlessMissing = (error: unknown) => {
  if (!(error instanceof ParameterNotFound)) throw error;
};

async function history(place: Place): Promise<[version: number, release: Release][]> {
  const found: [number, Release][] = [];
  const pages = paginateGetParameterHistory({ client: client(place) }, { Name: parameterOf(place) });
  for await (const { Parameters = [] } of pages)
    for (const { Version = 0, Value = '' } of Parameters) found.push([Version, JSON.parse(Value)]);
  return found;
}

/** Returns all recorded releases, the newest last. */
export async function releases(place: Place): Promise<Release[]> {
  const found = (await history(place).catch(unlessMissing)) ?? [];
  return found.toSorted(([a], [b]) => a - b).map(([, release]) => release);
}

export async function record(place: Place, release: Release): Promise<void> {
  const input = { Name: parameterOf(place), Value: JSON.stringify(release), Type: 'String', Overwrite: true } as const;
  await client(place).send(new PutParameterCommand(input));
}

export async function forgetReleases(place: Place): Promise<void> {
  try {
    await client(place).send(new DeleteParameterCommand({ Name: parameterOf(place) }));
  } catch (error) {
    unlessMissing(error);
  }
}

export const named = ({ commit, isDirty, time }: Release) =>
  `the release of ${time} (commit ${commit.slice(0, 12)}${isDirty ? ' with uncommitted changes' : ''})`;

const otherKeys = ({ keys: now }: LastingSettings, { keys: then }: LastingSettings) =>
  now?.dataKeyArn !== then?.dataKeyArn || now?.macKeyArn !== then?.macKeyArn;

/** Throws {@link Refusal} if settings would revert what the present release has. */
export function refuseStepsBack({ settings: now }: Release, next: LastingSettings, changeDomain?: boolean): void {
  if (now.domain !== next.domain && now.domain && !changeDomain)
    throw new Refusal(
      `DOMAIN is "${next.domain ?? ''}", but the site is at ${now.domain}. The change would break every link in sent mail. To change it anyway, add "-- --change-domain".`,
    );
  if (otherKeys(now, next))
    throw new Refusal(
      `DATA_KEY_ARN and MAC_KEY_ARN differ from the current release (${now.keys ? `${now.keys.dataKeyArn} and ${now.keys.macKeyArn}` : 'both empty'}). Existing documents would not open, and portal links would not work. Restore the values.`,
    );
  const [first] = next.originKeys;
  const [sent] = now.originKeys;
  if (!first || now.originKeys.includes(first)) return;
  const unknown = `ORIGIN_KEYS begins with ${first}, which the API does not accept yet`;
  const steps = `${sent},${first}, then with ${first},${sent}, then with ${first}`;
  throw new Refusal(
    sent
      ? `${unknown}. Calls would be refused until CloudFront has updated. Deploy with ORIGIN_KEYS=${steps}.`
      : `${unknown}.`,
  );
}

/** Returns the reason why old settings cannot be restored; `undefined` if they can. */
function stepBack(now: LastingSettings, then: LastingSettings): string | undefined {
  if (now.domain !== then.domain) return `the site was at "${then.domain ?? ''}" and is now at "${now.domain ?? ''}"`;
  if (otherKeys(now, then)) return 'DATA_KEY_ARN and MAC_KEY_ARN have changed';
  // While CloudFront propagates a change, it sends either key.
  const sent = [now, then].flatMap(({ originKeys }) => originKeys.slice(0, 1));
  return [now, then].every(({ originKeys }) => sent.every((key) => originKeys.includes(key)))
    ? undefined
    : `ORIGIN_KEYS was ${then.originKeys.join()} and is now ${now.originKeys.join()}`;
}

/** Throws {@link Refusal} if a rollback would revert a key or the site's domain. */
export function refuseRollback({ settings }: Release, to: Release): void {
  const why = stepBack(settings, to.settings);
  if (why)
    throw new Refusal(
      `Cannot roll back to ${named(to)}: ${why}. Check out commit ${to.commit}, add the current settings file, and deploy that.`,
    );
}
