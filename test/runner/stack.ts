import { freePort } from '#infra/local/ports.ts';
import { type LocalStack, type Stopper, startLocal } from '#infra/local/start.ts';
import { LocalError, readSettings } from '#infra/tools/settings.ts';
import { keptStack } from '#infra/tools/state.ts';
import { newStage, removeStage } from './test-stage.ts';

/**
 * Starts a stack with the demo firm and a test clock on a free port, with its data in `stateDir`.
 * Uses the emulator at EMULATOR_URL, and removes the stack in the end; starts an emulator if there is none.
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

type Place = Pick<LocalStack, 'origin' | 'emulatorUrl' | 'emulator' | 'outputs'>;
const environment = ({ origin, emulatorUrl, emulator, outputs }: Place, stateDir: string) => ({
  TEST_ORIGIN: origin,
  TEST_EMULATOR: emulatorUrl,
  TEST_EMULATOR_KIND: emulator,
  TEST_OUTPUTS: JSON.stringify(outputs),
  STATE_DIR: stateDir,
});

/** The environment by which tests find a stack of their own, started for them. */
export const ownStack = async (stateDir: string, stopper: Stopper) =>
  environment(await startTestStack(stateDir, stopper), stateDir);

/** The environment by which tests find the stack that `npm run stack` keeps up. Throws {@link LocalError} where there is none. */
export async function runningStack() {
  const stack = await keptStack();
  if (!stack) throw new LocalError('No stack is kept up: start one with "npm run stack".');
  return environment(stack, stack.stateDir);
}
