import { ApiError, ConnectionError, PlainError } from '../../../lib/http/api.ts';

export const MAX_TRIES = 20;
/** After these, 15 seconds, the server's fault is shown. */
const MAX_FAULTS = 5;
const LONGEST_S = 30;

/** Milliseconds until the next try: 1, 2, 4 and so on up to 30 seconds. */
export const delayAfter = (failures: number) => Math.min(2 ** (failures - 1), LONGEST_S) * 1000;

const canPass = (error: unknown) =>
  error instanceof ConnectionError ||
  (error instanceof ApiError && (error.status >= 500 || error.status === 429 || error.status === 408));

/** Waits until the next try, but not if the connection returns or the tab is shown: phones pause hidden ones. */
function wait(ms: number, signal: AbortSignal): Promise<void> {
  const done = new AbortController();
  let timer: ReturnType<typeof setTimeout>;
  return new Promise<void>((resolve) => {
    const listening = { signal: done.signal };
    timer = setTimeout(resolve, ms);
    window.addEventListener('online', () => resolve(), listening);
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && resolve(), listening);
    signal.addEventListener('abort', () => resolve(), listening);
  }).finally(() => {
    clearTimeout(timer);
    done.abort();
  });
}

interface Patience {
  signal: AbortSignal;
  /** Called when a lost connection makes it wait. */
  onCutOff: () => void;
}

const LOST = 'The connection was lost too often.';

/**
 * Repeats an idempotent request until it succeeds or is refused. Stops after {@link MAX_TRIES} lost connections, or
 * {@link MAX_FAULTS} faults of the server.
 */
export async function patiently<T>(attempt: () => Promise<T>, { signal, onCutOff }: Patience): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    if (signal.aborted) throw new ConnectionError();
    try {
      return await attempt();
    } catch (error) {
      if (signal.aborted || !canPass(error)) throw error;
      const isCutOff = error instanceof ConnectionError;
      if (!isCutOff && failures >= MAX_FAULTS) throw error;
      if (failures >= MAX_TRIES) throw new PlainError(LOST, { cause: error });
      if (isCutOff) onCutOff();
      await wait(delayAfter(failures), signal);
    }
  }
}
