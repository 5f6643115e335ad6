import { Worker } from 'node:worker_threads';

/** A stack in memory that belongs to this process. */
interface Memory {
  environment: NodeJS.ProcessEnv;
  worker: Worker;
}

const shared = globalThis as { stackInMemory?: Promise<Memory> };

function next(worker: Worker): Promise<NodeJS.ProcessEnv> {
  const { promise, resolve, reject } = Promise.withResolvers<NodeJS.ProcessEnv>();
  worker.once('message', resolve);
  worker.once('error', reject);
  return promise;
}

async function start(): Promise<Memory> {
  const worker = new Worker(new URL('./main.ts', import.meta.url), { stdout: true });
  const environment = await next(worker);
  worker.unref();
  return { environment, worker };
}

// Test files of one process come one after the other: each finds the same stack, empty but for the demo firm's admin.
const isNew = !shared.stackInMemory;
shared.stackInMemory ??= start();
const { environment, worker } = await shared.stackInMemory;
Object.assign(process.env, environment);
if (!isNew) {
  worker.postMessage('reset');
  await next(worker);
}
