import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '#infra/local/ports.ts';
import { type LocalStack, type Stopper, startLocal } from '#infra/local/start.ts';
import { LocalError, readSettings } from '#infra/tools/settings.ts';
import { keptStack } from '#infra/tools/state.ts';
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

/**
 * Returns the environment by which tests find their stack: the one that `npm run stack` keeps up, or one started now.
 * Throws {@link LocalError} if none is kept up.
 */
export async function stackEnvironment(isKept: boolean, stopper: Stopper) {
  const stack = isKept ? await keptStack() : await ownStack(stopper);
  if (!stack) throw new LocalError('No stack is kept up: start one with "npm run stack".');
  return {
    TEST_ORIGIN: stack.origin,
    TEST_EMULATOR: stack.emulatorUrl,
    TEST_EMULATOR_KIND: stack.emulator,
    TEST_OUTPUTS: JSON.stringify(stack.outputs),
    STATE_DIR: stack.stateDir,
  };
}
