import type { Place } from './place.ts';
import { lastingProblem, resolves } from './smoke.ts';
import type { StackState } from './stack-state.ts';

/** The site under CloudFront's own name; on the emulator, whose CloudFront serves nothing, under the site's. */
const edgeOrigin = ({ settings }: Place, { outputs }: StackState): string =>
  settings.target === 'local' ? (outputs.SiteOrigin ?? '') : `https://${outputs.DistributionDomain}`;

/**
 * Tries the site from outside, under CloudFront's name and under its own where that leads anywhere; says what it found.
 * Gives whether all is well.
 */
export async function answersOutside(place: Place, product: StackState): Promise<boolean> {
  const own = place.settings.domain?.name;
  const origins = new Set([edgeOrigin(place, product)]);
  if (own && (await resolves(own))) origins.add(`https://${own}`);
  let isWell = true;
  for (const origin of origins) {
    const problem = await lastingProblem(origin);
    console.log(problem ? `Wrong: ${problem}.` : `${origin} answers as it should, page and API.`);
    if (problem) isWell = false;
  }
  if (own && origins.size === 1 && !origins.has(`https://${own}`))
    console.log(`${own} leads nowhere yet, so it was not tried.`);
  return isWell;
}
