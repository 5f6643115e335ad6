import type { Stopper } from '#infra/local/start.ts';

const PARENT_CHECK_MS = 500;

/** Stops all that was started, and then this process, on Ctrl-C, on a wish to end, or once nobody waits for it any more. */
export function stopWhenAsked(stopper: Stopper): void {
  const stop = () => stopper.stop().then(() => process.exit(1));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && stop(), PARENT_CHECK_MS).unref();
}
