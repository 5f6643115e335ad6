import { env } from '../aws/env.ts';
import { logFault } from '../services/log/log.ts';

/** Timeout in milliseconds, after which a person would have given up. */
const LIMIT = 10_000;
const SCRIPT = /<script[^>]+src="([^"]+)"/;
const REFUSAL = /^\{"message":"[^"]/;

export class Fault extends Error {}

/** Returns the network's code, such as ENOTFOUND or CERT_HAS_EXPIRED, or TimeoutError. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.name;
}

interface SiteResponse {
  headers: Headers;
  body: string;
}

async function fetchChecked(
  url: URL,
  limit: number,
  status: number,
  kind: 'html' | 'javascript' | 'json',
): Promise<SiteResponse> {
  const request = {
    redirect: 'manual',
    signal: AbortSignal.timeout(limit),
    // The web ACL blocks requests without a user agent.
    headers: { 'user-agent': 'onboarding-portal-check' },
  } as const;
  try {
    const response = await fetch(url, request);
    const [type = ''] = (response.headers.get('content-type') ?? '').split(';', 1);
    if (response.status !== status || !type.endsWith(`/${kind}`))
      throw new Fault(`${url} answers ${response.status} ${type}, not ${status} ${kind}`);
    return { headers: response.headers, body: await response.text() };
  } catch (error) {
    throw error instanceof Fault ? error : new Fault(`${url} does not answer: ${reasonOf(error)}`);
  }
}

async function checkPage(origin: string, limit: number): Promise<Headers> {
  const page = new URL('/', origin);
  const { headers, body } = await fetchChecked(page, limit, 200, 'html');
  const [, script] = SCRIPT.exec(body) ?? [];
  if (!script) throw new Fault(`${page} contains no script`);
  await fetchChecked(new URL(script, page), limit, 200, 'javascript');
  return headers;
}

async function checkApi(origin: string, limit: number): Promise<Headers> {
  const call = new URL('/api/auth/me', origin);
  const { headers, body } = await fetchChecked(call, limit, 401, 'json');
  if (!REFUSAL.test(body)) throw new Fault(`${call} does not answer in the contract’s form`);
  return headers;
}

/** Checks the page, its script and one refused call, without signing in. Throws the first {@link Fault}. */
export async function checkSite(origin: string, limit = LIMIT): Promise<{ page: Headers; call: Headers }> {
  const [page, call] = await Promise.all([checkPage(origin, limit), checkApi(origin, limit)]);
  return { page, call };
}

/** Checks each origin in `ORIGINS`. Throws on a fault, so that the function's error alarm fires. */
export async function handler(): Promise<void> {
  const origins = env('ORIGINS').split(' ');
  const checks = await Promise.allSettled(origins.map((origin) => checkSite(origin)));
  const faults = checks.flatMap((check) => (check.status === 'rejected' ? [check.reason] : []));
  for (const fault of faults) logFault('site', fault);
  if (faults.length > 0) throw new Error(`The site check failed for ${faults.length} of ${origins.length} origins`);
}
