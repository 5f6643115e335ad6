import { env } from '../aws/env.ts';
import { logFault } from '../domain/log.ts';
import { checkSite } from '../domain/site-check.ts';

/**
 * Checks the site under each of its names, which stand in `ORIGINS` with spaces between. A line of the log says what is
 * wrong under a name. Throws then, so that it counts as an error of the function, which is what the alarm waits for.
 */
export async function handler(): Promise<void> {
  const origins = env('ORIGINS').split(' ');
  const checks = await Promise.allSettled(origins.map((origin) => checkSite(origin)));
  const faults = checks.flatMap((check) => (check.status === 'rejected' ? [check.reason] : []));
  for (const fault of faults) logFault('site', fault);
  if (faults.length > 0) throw new Error(`The site fails under ${faults.length} of ${origins.length} names`);
}
