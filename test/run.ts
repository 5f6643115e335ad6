import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '#infra/local/ports.ts';
import { Stopper, startLocal } from '#infra/local/start.ts';
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

async function unitAndApi(folder: string, env: Record<string, string>): Promise<Counts> {
  const report = path.join(folder, 'vitest.json');
  const code = await runTool(
    'vitest',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    env,
  );
  const { numPassedTests = 0, numFailedTests = 0 } = (await readReport(report)) as {
    numPassedTests?: number;
    numFailedTests?: number;
  };
  return { passed: numPassedTests, failed: code === 0 ? numFailedTests : Math.max(1, numFailedTests) };
}

async function browser(folder: string, env: Record<string, string>): Promise<Counts> {
  const report = path.join(folder, 'playwright.json');
  const code = await runTool('playwright', ['test', '--config', 'test/e2e/playwright.config.ts'], {
    ...env,
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  });
  const { stats } = (await readReport(report)) as { stats?: { expected: number; unexpected: number; flaky: number } };
  const { expected = 0, unexpected = 0, flaky = 0 } = stats ?? {};
  if (flaky > 0) console.log(`${flaky} browser tests passed only when they were repeated: see "flaky" above`);
  return { passed: expected + flaky, failed: code === 0 ? unexpected : Math.max(1, unexpected) };
}

async function runAll(folder: string, stopper: Stopper): Promise<Counts> {
  const executable = findBrowser();
  const [port, emulatorPort] = [await freePort(), await freePort()];
  console.log('starting the local stack for the tests');
  const settings = { port, emulatorPort, stateDir: path.join(folder, 'state'), demoData: true };
  const { origin, emulatorUrl, outputs } = await startLocal(settings, stopper);
  const env = {
    TEST_ORIGIN: origin,
    TEST_EMULATOR: emulatorUrl,
    TEST_OUTPUTS: JSON.stringify(outputs),
    STATE_DIR: settings.stateDir,
    TEST_BROWSER: executable,
  };
  const first = await unitAndApi(folder, env);
  const second = await browser(folder, env);
  return { passed: first.passed + second.passed, failed: first.failed + second.failed };
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
