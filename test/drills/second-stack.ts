import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';
import { apiUrlOf } from '#infra/local/deploy.ts';
import { startOrigin } from '#infra/local/origin.ts';
import { freePort } from '#infra/local/ports.ts';
import { emulatorAccess } from '#infra/tools/emulator-access.ts';
import { childEnvironment, run } from '#infra/tools/process.ts';
import { type Outputs, State } from '#infra/tools/state.ts';
import { SITE } from '#infra/tools/web.ts';
import { newStage, removeStage } from '../runner/test-stage.ts';
import { functionEnvironment } from '../support/event.ts';
import { emulatorUrl } from '../support/stack.ts';

export interface SecondStack {
  /** State directory by which commands act on this stack. */
  folder: string;
  origin: string;
  outputs: Outputs;
  /** Directs all later calls and reads of the test file to this stack. */
  use(): void;
}

async function deploy(folder: string, settings: Record<string, string>): Promise<Outputs> {
  const file = path.join(folder, 'outputs.json');
  const options = ['--require-approval', 'never', '--method', 'direct', '--no-notices', '--outputs-file', file];
  const environment = childEnvironment({ ...settings, ...emulatorAccess(emulatorUrl()) });
  await run('cdk', ['deploy', ...options, '--output', path.join(folder, 'cdk.out')], environment);
  const [outputs] = Object.values(JSON.parse(await readFile(file, 'utf8')) as Record<string, Outputs>);
  if (!outputs) throw new Error('The second stack has no outputs');
  return outputs;
}

export async function secondStack(more: Record<string, string>): Promise<SecondStack> {
  const folder = await mkdtemp(path.join(tmpdir(), 'second-stack-'));
  const port = await freePort();
  const ORIGIN = `http://localhost:${port}`;
  const stage = newStage();
  const outputs = await deploy(folder, { ...more, STAGE: stage, ORIGIN });
  const apiUrl = apiUrlOf(emulatorUrl(), outputs);
  const close = await startOrigin(port, { site: SITE, apiUrl, mailbox: async () => undefined });
  afterAll(async () => {
    await close();
    await removeStage(emulatorUrl(), stage);
    await rm(folder, { recursive: true });
  });
  const state = new State(folder);
  await state.write('run', { pid: process.pid, emulatorUrl: emulatorUrl(), port });
  await state.write('stack', { digest: '', outputs });
  const use = () => {
    Object.assign(process.env, { TEST_ORIGIN: ORIGIN, TEST_OUTPUTS: JSON.stringify(outputs) });
    Object.assign(process.env, functionEnvironment());
  };
  return { folder, origin: ORIGIN, outputs, use };
}
