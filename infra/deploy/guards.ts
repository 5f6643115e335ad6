import { Refusal } from './ask.ts';
import { type LastingSettings, named, type Release } from './release.ts';

const otherKeys = ({ keys: now }: LastingSettings, { keys: then }: LastingSettings) =>
  now?.dataKeyArn !== then?.dataKeyArn || now?.macKeyArn !== then?.macKeyArn;

/** Throws {@link Refusal} where settings would take back what the present release has. */
export function refuseStepsBack(present: Release, settings: LastingSettings, changeDomain: boolean): void {
  const { settings: now } = present;
  if (now.domain !== settings.domain && now.domain && !changeDomain)
    throw new Refusal(
      `DOMAIN is "${settings.domain ?? ''}", and the site answers under ${now.domain}: every link that was mailed would end. If that is meant, add "-- --change-domain".`,
    );
  if (otherKeys(now, settings))
    throw new Refusal(
      `DATA_KEY_ARN and MAC_KEY_ARN are not what is in force (${now.keys ? `${now.keys.dataKeyArn} and ${now.keys.macKeyArn}` : 'both empty'}): no document that is there would open, and no portal link would work. Put them back.`,
    );
  const [first] = settings.originKeys;
  if (first && !now.originKeys.includes(first)) throw new Refusal(unknownKey(first, now.originKeys));
}

function unknownKey(first: string, accepted: readonly string[]): string {
  const [sent] = accepted;
  if (!sent) return `ORIGIN_KEYS begins with ${first}, which the API does not take yet.`;
  const steps = `${sent},${first}, then with ${first},${sent}, then with ${first}`;
  return `ORIGIN_KEYS begins with ${first}, which the API does not take yet, so that calls would be refused while CloudFront follows: deploy with ORIGIN_KEYS=${steps}.`;
}

/** Why bringing back settings would take back what is in force; `undefined` where it would not. */
function stepBack(now: LastingSettings, then: LastingSettings): string | undefined {
  if (now.domain !== then.domain) return `the site was at "${then.domain ?? ''}" then, and is at "${now.domain ?? ''}"`;
  if (otherKeys(now, then)) return 'DATA_KEY_ARN and MAC_KEY_ARN were others then';
  const [sentNow, sentThen] = [now.originKeys[0], then.originKeys[0]];
  // While CloudFront follows, it sends the one key or the other.
  const takesBoth = [now, then].every(({ originKeys }) =>
    [sentNow, sentThen].every((key) => key === undefined || originKeys.includes(key)),
  );
  return takesBoth
    ? undefined
    : `ORIGIN_KEYS was ${then.originKeys.join()} then, and ${now.originKeys.join()} is in force`;
}

/** Throws {@link Refusal} where bringing back a release would take back a key or the site's name. */
export function refuseRollback(present: Release, to: Release): void {
  const why = stepBack(present.settings, to.settings);
  if (why)
    throw new Refusal(
      `Not brought back: ${named(to)} cannot stand beside today's settings, as ${why}. Check out commit ${to.commit}, put today's file of settings beside it, and deploy that.`,
    );
}
