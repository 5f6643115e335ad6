import { resolve4 } from 'node:dns/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { checkSite, Fault } from '#functions/jobs/canary.ts';
import { API_HEADERS, PAGE_HEADERS } from '../edge/security-headers.ts';
import type { Place } from './place.ts';
import type { StackState } from './stacks.ts';

const PAUSE_MS = 5000;
/** The edge takes minutes to follow a deployment. */
const PATIENCE_SECONDS = 600;

/** CloudFront writes some headers by itself, with spaces and capitals of its own. */
const plain = (value: string | null | undefined) => value?.replaceAll(' ', '').toLowerCase();

function missingHeader(of: string, sent: Headers, wanted: Readonly<Record<string, string>>): string | undefined {
  const name = Object.keys(wanted).find((header) => plain(sent.get(header)) !== plain(wanted[header]));
  return name && `${of} has not the header ${name} that it should have`;
}

/** What is wrong with a site as anybody sees it from outside: its page, the script of it, a call of the API, their headers. */
async function siteProblem(origin: string): Promise<string | undefined> {
  try {
    const { page, call } = await checkSite(origin);
    if (!call.get('x-request-id')) return `${origin}/api/auth/me has no x-request-id`;
    return missingHeader(`${origin}/`, page, PAGE_HEADERS) ?? missingHeader(`${origin}/api/auth/me`, call, API_HEADERS);
  } catch (error) {
    if (error instanceof Fault) return error.message;
    throw error;
  }
}

/** The same, repeated while something is wrong. */
export async function lastingProblem(origin: string, seconds = PATIENCE_SECONDS): Promise<string | undefined> {
  let said: string | undefined;
  for (const end = Date.now() + seconds * 1000; ; await wait(PAUSE_MS)) {
    const problem = await siteProblem(origin);
    if (!problem || Date.now() > end) return problem;
    if (problem !== said) console.log(`Not yet: ${problem}.`);
    said = problem;
  }
}

/**
 * Tries the site from outside, under CloudFront's name and under its own where that leads anywhere. The emulator's CloudFront
 * serves nothing, so there the local origin is tried. Returns true if all is well.
 */
export async function answersOutside({ settings }: Place, { outputs }: StackState): Promise<boolean> {
  const edge = settings.target === 'local' ? (outputs.SiteOrigin ?? '') : `https://${outputs.DistributionDomain}`;
  const own = settings.domain?.name;
  const isKnown = own && (await resolve4(own).catch(() => undefined));
  if (own && !isKnown) console.log(`${own} leads nowhere yet, so it is not tried.`);
  let isWell = true;
  for (const origin of new Set([edge, ...(isKnown ? [`https://${own}`] : [])])) {
    const problem = await lastingProblem(origin);
    console.log(problem ? `Wrong: ${problem}.` : `${origin} answers as it should, page and API.`);
    if (problem) isWell = false;
  }
  return isWell;
}
