import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '#infra/local/ports.ts';
import { Stopper, startLocal } from '#infra/local/start.ts';

// Benchmarks on a local stack. Compares alternating measurements of one run, because absolute times depend on the machine.
// `npm run bench -- page` runs only the parts with "page" in their title.

const PARTS: Record<string, () => Promise<Iterable<string> | AsyncIterable<string>>> = {
  'Cold starts': async () => (await import('./cold.ts')).coldStarts(),
  'Warm calls': async () => (await import('./warm.ts')).warmCalls(),
  'Documents of 4 MiB': async () => (await import('./documents.ts')).largeDocuments(),
  'Files of 50 MB': async () => (await import('./documents.ts')).filesOf50Mb(),
  'Hostile files of 31 MB': async () => (await import('./hostile-files.ts')).hostileSeconds(),
  'Page loads (Lighthouse, mobile)': async () => (await import('./pages.ts')).pageLoads(),
};

/** The original, as helpers of the tests capture what is written to the console. */
const write = process.stdout.write.bind(process.stdout);
const print = (line: string) => write(`${line}\n`);

const words = process.argv.slice(2).map((word) => word.toLowerCase());
const isWanted = (title: string) => words.length === 0 || words.some((word) => title.toLowerCase().includes(word));

const stopper = new Stopper();
stopper.exitOnSignals(1);
const folder = await mkdtemp(path.join(tmpdir(), 'onboarding-portal-bench-'));
try {
  const [port, emulatorPort] = [await freePort(), await freePort()];
  const stateDir = path.join(folder, 'state');
  const { origin, emulatorUrl, outputs } = await startLocal({ port, emulatorPort, stateDir, demoData: true }, stopper);
  Object.assign(process.env, {
    TEST_ORIGIN: origin,
    TEST_EMULATOR: emulatorUrl,
    TEST_OUTPUTS: JSON.stringify(outputs),
    STATE_DIR: stateDir,
  });
  for (const [title, part] of Object.entries(PARTS).filter(([title]) => isWanted(title))) {
    print(`\n${title}`);
    for await (const line of await part()) print(`  ${line}`);
  }
} finally {
  await stopper.stop();
  await rm(folder, { recursive: true, force: true });
}
