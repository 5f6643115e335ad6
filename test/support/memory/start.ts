import { Worker } from 'node:worker_threads';
import { clockBuffer } from '../clock.ts';

type Environment = Record<'TEST_ORIGIN' | 'TEST_EMULATOR' | 'TEST_OUTPUTS' | 'STATE_DIR', string>;

export interface Memory {
  environment: Environment;
  /** Deletes everything except the demo firm's admin. */
  reset(): Promise<void>;
}

/** Starts a stack in a thread that ends with this process. */
export async function startMemory(): Promise<Memory> {
  const worker = new Worker(new URL('./main.ts', import.meta.url), { workerData: { clock: clockBuffer } });
  const ready = () => {
    const { promise, resolve, reject } = Promise.withResolvers<Environment>();
    worker.once('message', resolve);
    worker.once('error', reject);
    return promise;
  };
  const environment = await ready();
  worker.unref();
  const reset = async () => {
    worker.postMessage('reset');
    await ready();
  };
  return { environment, reset };
}
