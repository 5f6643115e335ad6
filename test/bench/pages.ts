import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { childEnvironment, run } from '#infra/tools/process.ts';
import { browsers } from '../browser.ts';
import { newAdviser, newClient } from '../support/builders.ts';
import { manyClients } from '../support/people/crowd.ts';
import { siteOrigin } from '../support/stack.ts';
import { median } from './child.ts';

const TURNS = 5;
const CLIENTS = 500;
/** Downloaded only for this benchmark, because it takes 185 MB. */
const LIGHTHOUSE = 'lighthouse@13.5.0';
const FIGURES = {
  TBT: 'total-blocking-time',
  LCP: 'largest-contentful-paint',
  CLS: 'cumulative-layout-shift',
  KB: 'total-byte-weight',
} as const;

interface Report {
  /** How fast the machine is: some 1500 on a desk, some 100 on a slow phone. */
  environment: { benchmarkIndex: number };
  categories: { performance: { score: number } };
  audits: Record<string, { numericValue: number }>;
}

/** Lighthouse's result for a page on a phone with a slow connection. */
async function reportOf(url: string, cookie: string, folder: string): Promise<Report> {
  const output = path.join(folder, 'report.json');
  const options = [
    '--quiet',
    '--output=json',
    `--output-path=${output}`,
    '--only-categories=performance',
    '--chrome-flags=--headless=new --no-sandbox',
    `--extra-headers=${JSON.stringify(cookie ? { Cookie: cookie } : {})}`,
  ];
  const environment = childEnvironment({ CHROME_PATH: browsers().TEST_WHOLE_BROWSER });
  await run('npm', ['exec', '--yes', `--package=${LIGHTHOUSE}`, '--', 'lighthouse', url, ...options], environment);
  return JSON.parse(await readFile(output, 'utf8'));
}

/** Retries a run once, because Lighthouse sometimes loses its trace. */
const surely = <T>(ask: () => Promise<T>): Promise<T> => ask().catch(ask);

/** The pages that are opened most, with who opens them. */
async function pages(): Promise<[name: string, address: string, cookie: string][]> {
  const adviser = await newAdviser();
  await manyClients(adviser, CLIENTS);
  const { id, token } = await newClient(adviser);
  const { cookie = '' } = adviser;
  return [
    ['login', '/', ''],
    ['portal', `/portal/${token}`, ''],
    ['dashboard', '/dashboard', cookie],
    ['clients', '/clients', cookie],
    ['client page', `/adviser/client/${id}`, cookie],
  ];
}

/** G7: Lighthouse, mobile, of the five pages: medians. Below 95 look at what else the machine does first. */
export async function* pageLoads(): AsyncGenerator<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'onboarding-portal-lighthouse-'));
  yield 'page          score   TBT ms   LCP ms      CLS       KB  machine';
  try {
    for (const [name, address, cookie] of await pages()) {
      const reports: Report[] = [];
      for (let turn = 0; turn < TURNS; turn += 1)
        reports.push(await surely(() => reportOf(siteOrigin() + address, cookie, folder)));
      const of = (audit: string) => median(reports.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN));
      const score = median(reports.map(({ categories }) => categories.performance.score)) * 100;
      const figures = [score, of(FIGURES.TBT), of(FIGURES.LCP)].map((figure) => figure.toFixed(0).padStart(9));
      const [shift, kilobytes] = [of(FIGURES.CLS).toFixed(3), (of(FIGURES.KB) / 1000).toFixed(0)];
      const machine = median(reports.map(({ environment }) => environment.benchmarkIndex)).toFixed(0);
      const last = [shift, kilobytes, machine].map((figure) => figure.padStart(9));
      yield `${name.padEnd(10)}${[...figures, ...last].join('')}`;
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
