import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { clockBuffer, START, setNow } from '../clock.ts';

type Environment = Record<'TEST_ORIGIN' | 'TEST_EMULATOR' | 'TEST_OUTPUTS' | 'STATE_DIR', string>;

interface Front {
  /** Origin of a server that forwards to the stack. */
  origin: string;
  /** Port on which the stack serves. */
  port: number;
}

export interface Memory {
  environment: Environment;
  /** Starts the time again, and deletes everything except the demo firm's admin. */
  reset(): Promise<void>;
}

/** Starts a stack in a thread that ends with this process, perhaps behind another server. */
export async function startMemory(front?: Front): Promise<Memory> {
  const worker = new Worker(new URL('./main.ts', import.meta.url), { workerData: { clock: clockBuffer, front } });
  const ready = async (): Promise<Environment> => (await once(worker, 'message'))[0];
  const environment = await ready();
  worker.unref();
  const reset = async () => {
    setNow(START);
    worker.postMessage('reset');
    await ready();
  };
  return { environment, reset };
}
