import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '#infra/local/ports.ts';
import { Stopper, startLocal } from '#infra/local/start.ts';
import { buildWeb } from '#infra/local/web.ts';
import { findBrowser } from './browser.ts';

interface Counts {
  passed: number;
  failed: number;
}

const BIN = path.resolve('node_modules/.bin');

function runTool(tool: string, args: string[], env: Record<string, string>): Promise<number> {
  const child = spawn(path.join(BIN, tool), args, { stdio: 'inherit', env: { ...process.env, ...env } });
  return new Promise((resolve, reject) => child.on('exit', (code) => resolve(code ?? 1)).on('error', reject));
}

async function readReport(file: string): Promise<Record<string, unknown>> {
  return JSON.parse(await readFile(file, 'utf8').catch(() => '{}'));
}

async function vitest(folder: string, projects: string[], env: Record<string, string> = {}): Promise<Counts> {
  const report = path.join(folder, `vitest-${projects.join('-')}.json`);
  const chosen = projects.flatMap((project) => ['--project', project]);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const code = await runTool('vitest', ['run', ...chosen, ...reporters], env);
  const { numPassedTests = 0, numFailedTests = 0 } = (await readReport(report)) as {
    numPassedTests?: number;
    numFailedTests?: number;
  };
  return { passed: numPassedTests, failed: code === 0 ? numFailedTests : Math.max(1, numFailedTests) };
}

async function browser(folder: string, env: Record<string, string>): Promise<Counts> {
  const report = path.join(folder, 'playwright.json');
  const code = await runTool('playwright', ['test', '--config', 'test/playwright.config.ts'], {
    ...env,
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  });
  const { stats } = (await readReport(report)) as { stats?: { expected: number; unexpected: number } };
  const { expected = 0, unexpected = 0 } = stats ?? {};
  return { passed: expected, failed: code === 0 ? unexpected : Math.max(1, unexpected) };
}

async function stackOf(folder: string, stopper: Stopper): Promise<Record<string, string>> {
  const [port, emulatorPort] = [await freePort(), await freePort()];
  console.log('starting the local stack for the tests');
  const settings = { port, emulatorPort, stateDir: path.join(folder, 'state'), demoData: true };
  const { origin, emulatorUrl, outputs } = await startLocal(settings, stopper);
  return {
    TEST_ORIGIN: origin,
    TEST_EMULATOR: emulatorUrl,
    TEST_OUTPUTS: JSON.stringify(outputs),
    STATE_DIR: settings.stateDir,
  };
}

async function runAll(folder: string, stopper: Stopper): Promise<Counts> {
  const executable = findBrowser();
  // Unit tests look at the built app and need no stack: they run while it starts.
  await buildWeb();
  const [stack, unit] = await Promise.all([stackOf(folder, stopper), vitest(folder, ['unit'])]);
  const env = { ...stack, TEST_BROWSER: executable };
  const counts = [unit, await vitest(folder, ['ops', 'api'], env), await browser(folder, env)];
  const sum = (of: keyof Counts) => counts.reduce((total, count) => total + count[of], 0);
  return { passed: sum('passed'), failed: sum('failed') };
}

const stopper = new Stopper();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => stopper.stop().then(() => process.exit(1)));
const folder = await mkdtemp(path.join(tmpdir(), 'onboarding-portal-test-'));
try {
  const { passed, failed } = await runAll(folder, stopper);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
} finally {
  await stopper.stop();
  await rm(folder, { recursive: true, force: true });
}
