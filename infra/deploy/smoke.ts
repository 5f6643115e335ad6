import { resolve4 } from 'node:dns/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { checkSite, Fault } from '#functions/jobs/canary.ts';
import { API_HEADERS, PAGE_HEADERS } from '../edge/security-headers.ts';
import type { Place } from './place.ts';
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

const PAUSE_MS = 5000;
const PATIENCE_SECONDS = 600;

/** What of an answer is not as it should be; `undefined` where all is. */
type Wrong = string | undefined;

/** CloudFront writes some headers by itself, with spaces and capitals of its own. */
const plain = (value: string | null | undefined) => value?.replaceAll(' ', '').toLowerCase();

function missingHeader(of: string, sent: Headers, wanted: Readonly<Record<string, string>>): Wrong {
  const name = Object.keys(wanted).find((header) => plain(sent.get(header)) !== plain(wanted[header]));
  return name && `${of} has not the header ${name} that it should have`;
}

/** What is wrong with a site as anybody sees it from outside: its page, the script of it, a call of the API, their headers. */
async function siteProblem(origin: string): Promise<Wrong> {
  try {
    const { page, call } = await checkSite(origin);
    if (!call.get('x-request-id')) return `${origin}/api/auth/me has no x-request-id`;
    return missingHeader(`${origin}/`, page, PAGE_HEADERS) ?? missingHeader(`${origin}/api/auth/me`, call, API_HEADERS);
  } catch (error) {
    if (error instanceof Fault) return error.message;
    throw error;
  }
}

/** The same, asked again for ten minutes while something is wrong, as the edge takes minutes to follow. */
export async function lastingProblem(origin: string, seconds = PATIENCE_SECONDS): Promise<Wrong> {
  let said: Wrong;
  for (const end = Date.now() + seconds * 1000; ; await wait(PAUSE_MS)) {
    const problem = await siteProblem(origin);
    if (!problem || Date.now() > end) return problem;
    if (problem !== said) console.log(`Not yet: ${problem}.`);
    said = problem;
  }
}

/** Whether a name leads anywhere yet. */
const resolves = (host: string) =>
  resolve4(host).then(
    () => true,
    () => false,
  );
