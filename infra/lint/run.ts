import { mkdtempDisposable, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { childEnvironment, run, stopTasks } from '../tools/process.ts';
import { virtualEnvironment } from '../tools/python.mjs';
import { appFor, settingsOf, VARIANTS } from './variants.ts';

/** Synthesizes every variant, which runs cdk-nag. Returns each different template once. */
async function synthesizeAll(folder: string): Promise<string[]> {
  const byContent = new Map<string, string>();
  for (const variant of VARIANTS) {
    const app = await appFor(settingsOf(variant), path.join(folder, variant));
    for (const { templateFullPath: file } of app.synth().stacks) byContent.set(await readFile(file, 'utf8'), file);
  }
  return [...byContent.values()];
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stopTasks);
await using folder = await mkdtempDisposable(path.join(tmpdir(), 'lint-cloud-'));
const programs = await virtualEnvironment('lint', run);
const files = await synthesizeAll(folder.path);
// Skips checkov's update check.
const env = childEnvironment({ CKV_SKIP_PACKAGE_UPDATE_CHECK: 'true', NO_COLOR: '1' });
const results = await Promise.allSettled([
  run(path.join(programs, 'cfn-lint'), ['--template', ...files], env),
  run(path.join(programs, 'checkov'), ['--file', ...files], env),
]);
for (const result of results) if (result.status === 'rejected') console.error(String(result.reason));
const isClean = results.every(({ status }) => status === 'fulfilled');
if (isClean) console.log(`cdk-nag, cfn-lint and checkov find nothing in ${files.length} templates`);
process.exitCode = isClean ? 0 : 1;
