import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { kindAt } from '#infra/local/emulator-kinds.ts';
import { freePort } from '#infra/local/ports.ts';
import { type LocalStack, type Stopper, startLocal } from '#infra/local/start.ts';
import { isAlive } from '#infra/tools/process.ts';
import { CACHE_DIR, LocalError, readSettings } from '#infra/tools/settings.ts';
import { State } from '#infra/tools/state.ts';
import { newStage, removeStage } from './test-stage.ts';

/**
 * Starts a stack with the demo firm and a test clock on a free port, with its data in `stateDir`.
 * Uses the emulator at EMULATOR_URL and removes the stack at the end, or starts an emulator.
 */
export async function startTestStack(stateDir: string, stopper: Stopper): Promise<LocalStack> {
  const { emulatorUrl } = readSettings(process.env);
  const [port, emulatorPort] = [await freePort(), await freePort()];
  const own = { port, emulatorPort, stateDir, demoData: true, testClock: true };
  if (!emulatorUrl) return startLocal(own, stopper);
  const stage = newStage();
  await stopper.add(() => removeStage(emulatorUrl, stage));
  return startLocal({ ...own, emulatorUrl, stage }, stopper);
}

async function ownStack(stopper: Stopper) {
  const stateDir = await mkdtemp(path.join(tmpdir(), 'onboarding-portal-test-'));
  await stopper.add(() => rm(stateDir, { recursive: true, force: true }));
  return { ...(await startTestStack(stateDir, stopper)), stateDir };
}

/** State directory of `npm run stack`. */
export const KEPT_DIR = path.join(CACHE_DIR, 'stack');

/** Returns the stack of `npm run stack`. Throws {@link LocalError} unless it is ready. */
async function keptStack() {
  const state = new State(KEPT_DIR);
  const [run, stack, demo] = [await state.read('run'), await state.read('stack'), await state.read('demo')];
  if (!run || !stack || demo !== 'seeded' || !isAlive(run.pid))
    throw new LocalError('No stack is running: start one with "npm run stack".');
  const { emulatorUrl } = run;
  const emulator = (await kindAt(emulatorUrl))?.name;
  return { origin: `http://localhost:${run.port}`, emulatorUrl, emulator, outputs: stack.outputs, stateDir: KEPT_DIR };
}

/** Returns the environment by which tests find their stack: the one of `npm run stack`, or a new one. */
export async function stackEnvironment(isKept: boolean, stopper: Stopper) {
  const { origin, emulatorUrl, emulator, outputs, stateDir } = await (isKept ? keptStack() : ownStack(stopper));
  return {
    TEST_ORIGIN: origin,
    TEST_EMULATOR: emulatorUrl,
    TEST_EMULATOR_KIND: emulator,
    TEST_OUTPUTS: JSON.stringify(outputs),
    STATE_DIR: stateDir,
  };
}
