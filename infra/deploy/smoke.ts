import { resolve4 } from 'node:dns/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { checkSite, Fault } from '#functions/jobs/canary.ts';
import { API_HEADERS, PAGE_HEADERS } from '../edge/security-headers.ts';
import { type Place, Refusal } from './place.ts';
import { type Release, record } from './release.ts';
import { type StackState, stackState } from './stacks.ts';

const PAUSE_MS = 5000;
/** CloudFront takes minutes to propagate a deployment. */
const PATIENCE_SECONDS = 600;

/** Removes spaces and case, which CloudFront changes in some headers. */
const plain = (value: string | null | undefined) => value?.replaceAll(' ', '').toLowerCase();

/** Checks the site from outside: page, script, API call and headers. Throws {@link Fault}. */
async function checkOutside(origin: string): Promise<void> {
  const { page, call } = await checkSite(origin);
  if (!call.get('x-request-id')) throw new Fault(`${origin}/api/auth/me has no x-request-id`);
  const check = (path: string, sent: Headers, wanted: Readonly<Record<string, string>>) => {
    const name = Object.keys(wanted).find((header) => plain(sent.get(header)) !== plain(wanted[header]));
    if (name) throw new Fault(`${origin}${path} does not have the expected header ${name}`);
  };
  check('/', page, PAGE_HEADERS);
  check('/api/auth/me', call, API_HEADERS);
}

/** Repeats the check until the site passes or the time is up. */
export async function lastingProblem(origin: string, seconds = PATIENCE_SECONDS): Promise<string | undefined> {
  for (const end = Date.now() + seconds * 1000; ; await wait(PAUSE_MS))
    try {
      await checkOutside(origin);
      return undefined;
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      if (Date.now() > end) return error.message;
      console.log(`Not yet: ${error.message}.`);
    }
}

/**
 * Checks the site under CloudFront's domain and, if it resolves, its own; returns true if all is well. Locally, checks
 * the local origin, because the emulator's CloudFront serves nothing.
 */
export async function answersOutside({ settings }: Place, { outputs }: StackState): Promise<boolean> {
  const edge = settings.target === 'local' ? (outputs.SiteOrigin ?? '') : `https://${outputs.DistributionDomain}`;
  const own = settings.domain?.name;
  const isKnown = own && (await resolve4(own).catch(() => undefined));
  if (own && !isKnown) console.log(`${own} has no DNS record yet, so it is not checked.`);
  let isWell = true;
  for (const origin of new Set([edge, ...(isKnown ? [`https://${own}`] : [])])) {
    const problem = await lastingProblem(origin);
    console.log(problem ? `Problem: ${problem}.` : `${origin} answers correctly: page and API.`);
    if (problem) isWell = false;
  }
  return isWell;
}

/** Records a release, and again once the site answers: only then can a rollback restore it. */
export async function conclude(place: Place, release: Omit<Release, 'answered'>, trySite = answersOutside) {
  await record(place, { ...release, answered: false });
  const product = await stackState(place.product);
  if (!product) throw new Refusal(`${place.product.name} was deleted meanwhile. Deploy again.`);
  const answered = await trySite(place, product);
  if (answered) await record(place, { ...release, answered });
  else console.log('All stacks are up to date, but the site does not answer correctly.');
  return answered;
}
