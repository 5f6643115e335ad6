import { ConnectionError } from '../../lib/http/api.ts';
import { canRetry, reasonOf } from '../../lib/http/failure.ts';
import { FileError, fileRefusal } from './upload.ts';
import { isUnderWay, mayPass, type Queued, type UploadState } from './upload-state.ts';

/** A file to be queued; `ready` resolves with what is sent instead, such as a smaller photo, or rejects with why nothing can be. */
export type Entry<P> = P & { file: File; ready?: Promise<File> | undefined };

/** What sending one file may tell and has to listen to. */
export interface Way {
  onProgress: (fraction: number) => void;
  /** Aborted where the file is taken off the queue. */
  signal: AbortSignal;
}

interface Options<P> {
  /** Sends one file; what it throws is told at the file. */
  send: (file: Queued<P>, way: Way) => Promise<unknown>;
  /** Called once nothing is under way any more, with all that came to an end since it was called before. */
  onEnd?: (ended: readonly Queued<P>[]) => void;
}

const failure = (error: unknown): UploadState => ({
  kind: 'failed',
  reason: reasonOf(error),
  canRetry: canRetry(error) && !(error instanceof FileError),
  isCutOff: error instanceof ConnectionError,
});
const refusal = (reason: string): UploadState => ({ kind: 'failed', reason, canRetry: false, isCutOff: false });
const stateOf = (file: File): UploadState => {
  const reason = fileRefusal(file);
  return reason === undefined ? { kind: 'waiting' } : refusal(reason);
};

/** Most files that are sent at the same time. */
const AT_ONCE = 3;

/**
 * Sends files a few at a time, the first one first, and knows how far each is. What can never be sent is told at once, and
 * not offered again. `subscribe` and `files` are what
 * `useSyncExternalStore` takes.
 */
export function uploadQueue<P extends object>({ send, onEnd }: Options<P>) {
  type Item = Queued<P>;
  let items: readonly Item[] = [];
  let ended: Item[] = [];
  let last = 0;
  const stops = new Map<number, AbortController>();
  const listeners = new Set<() => void>();

  const show = (next: readonly Item[]) => {
    items = next;
    for (const listener of listeners) listener();
  };
  const set = (id: number, state: UploadState) =>
    show(items.map((item) => (item.id === id ? { ...item, state } : item)));

  const end = (id: number, state: UploadState) => {
    if (!stops.delete(id)) return;
    set(id, state);
    ended.push(...items.filter((item) => item.id === id));
    goOn();
  };

  const start = (item: Item) => {
    const stop = new AbortController();
    stops.set(item.id, stop);
    set(item.id, { kind: 'sending', fraction: 0 });
    const onProgress = (fraction: number) => stops.has(item.id) && set(item.id, { kind: 'sending', fraction });
    send(item, { onProgress, signal: stop.signal }).then(
      () => end(item.id, { kind: 'done' }),
      (error: unknown) => end(item.id, failure(error)),
    );
  };

  function goOn() {
    const waiting = items.filter(({ state }) => state.kind === 'waiting');
    for (const item of waiting.slice(0, AT_ONCE - stops.size)) start(item);
    if (items.some(isUnderWay) || ended.length === 0) return;
    const all = ended;
    ended = [];
    onEnd?.(all);
  }

  const prepared = (id: number, file: File, state: UploadState) => {
    show(items.map((item) => (item.id === id ? { ...item, file, state } : item)));
    if (state.kind === 'failed') ended.push(...items.filter((item) => item.id === id));
    goOn();
  };

  const enter = ({ ready, ...entry }: Entry<P>): Item => {
    last += 1;
    const id = last;
    ready?.then(
      (file) => prepared(id, file, stateOf(file)),
      (error: unknown) => prepared(id, entry.file, failure(error)),
    );
    const state: UploadState = ready ? { kind: 'preparing' } : stateOf(entry.file);
    return { ...(entry as P & { file: File }), id, state };
  };

  /** Sends again what failed, may get through, and is meant. */
  const retry = (isMeant: (item: Item) => boolean) => {
    const again = items.filter(mayPass).filter(isMeant);
    ended = ended.filter((item) => !again.some(({ id }) => id === item.id));
    show(items.map((item) => (again.includes(item) ? { ...item, state: { kind: 'waiting' } } : item)));
    goOn();
  };

  return {
    files: () => items,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Puts files at the end of the queue. */
    add: (entries: readonly Entry<P>[]) => {
      const added = entries.map(enter);
      ended.push(...added.filter((item) => !isUnderWay(item)));
      show([...items, ...added]);
      goOn();
    },
    /** Sends what failed and may get through again: one file, or all of them. */
    retry: (id?: number) => retry((item) => id === undefined || item.id === id),
    /** Sends again what the connection cut off. */
    resume: () => retry(({ state }) => state.kind === 'failed' && state.isCutOff),
    /** Takes files off the queue: what is being sent is sent no further. */
    remove: (isMeant: (item: Item) => boolean) => {
      const gone = items.filter(isMeant);
      show(items.filter((item) => !gone.includes(item)));
      for (const { id } of gone) {
        stops.get(id)?.abort();
        stops.delete(id);
      }
      goOn();
    },
  };
}

/** A queue of files, each with what its owner says of it. */
export type UploadQueue<P extends object> = ReturnType<typeof uploadQueue<P>>;

/** Asks before the page is left while files are under way, and resumes what the connection cut off once it is back. */
export function watchUploads<P extends object>({ files, subscribe, resume }: UploadQueue<P>) {
  // A function for each queue, so that one queue does not remove the other's.
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  subscribe(() => {
    if (files().some(isUnderWay)) window.addEventListener('beforeunload', ask);
    else window.removeEventListener('beforeunload', ask);
  });
  window.addEventListener('online', resume);
}
