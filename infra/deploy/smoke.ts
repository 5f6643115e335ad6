import { resolve4 } from 'node:dns/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { API_HEADERS, PAGE_HEADERS } from '../edge/security-headers.ts';

const TRY_MS = 10_000;
const PAUSE_MS = 5000;
const PATIENCE_SECONDS = 600;

/** What of an answer is not as it should be; `undefined` where all is. */
type Wrong = string | undefined;

const get = (url: string) => fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TRY_MS) });

function missingHeader(answer: Response, headers: Readonly<Record<string, string>>): Wrong {
  const name = Object.keys(headers).find((header) => answer.headers.get(header) !== headers[header]);
  return name && `${answer.url} has not the header ${name} that it should have`;
}

async function pageProblem(origin: string): Promise<Wrong> {
  const page = await get(`${origin}/`);
  const html = await page.text();
  if (page.status !== 200 || !page.headers.get('content-type')?.startsWith('text/html'))
    return `${origin}/ answers ${page.status} and not a page`;
  const script = /<script[^>]* src="([^"]+\.js)"/.exec(html)?.[1];
  if (!script) return `${origin}/ names no script`;
  const { status, headers } = await get(new URL(script, `${origin}/`).href);
  if (status !== 200 || !headers.get('content-type')?.includes('javascript'))
    return `${origin}/ names the script ${script}, which answers ${status}`;
  return missingHeader(page, PAGE_HEADERS);
}

async function callProblem(origin: string): Promise<Wrong> {
  const answer = await get(`${origin}/api/auth/me`);
  const body = (await answer.json().catch(() => ({}))) as { message?: unknown };
  if (answer.status !== 401 || typeof body.message !== 'string')
    return `${origin}/api/auth/me answers ${answer.status}, where 401 and a message are right`;
  if (!answer.headers.get('x-request-id')) return `${answer.url} has no x-request-id`;
  return missingHeader(answer, API_HEADERS);
}

/** What is wrong with a site as anybody sees it from outside: its page, the script of it, and a call of the API. */
async function siteProblem(origin: string): Promise<Wrong> {
  try {
    return (await pageProblem(origin)) ?? (await callProblem(origin));
  } catch (error) {
    const { message, cause } = error as Error;
    return `${origin} does not answer (${cause instanceof Error ? cause.message : message})`;
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
export const resolves = (host: string) =>
  resolve4(host).then(
    () => true,
    () => false,
  );
