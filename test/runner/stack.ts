import { keptStack } from '#infra/local/kept-stack.ts';
import { freePort } from '#infra/local/ports.ts';
import { LocalError } from '#infra/local/settings.ts';
import { type LocalStack, type Stopper, startLocal } from '#infra/local/start.ts';

/** Starts a stack with the demo firm on free ports, its data in `stateDir`. */
export async function startTestStack(stateDir: string, stopper: Stopper): Promise<LocalStack> {
  const [port, emulatorPort] = [await freePort(), await freePort()];
  return startLocal({ port, emulatorPort, stateDir, demoData: true }, stopper);
}

type Place = Pick<LocalStack, 'origin' | 'emulatorUrl' | 'outputs'>;
const environment = ({ origin, emulatorUrl, outputs }: Place, stateDir: string) => ({
  TEST_ORIGIN: origin,
  TEST_EMULATOR: emulatorUrl,
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
