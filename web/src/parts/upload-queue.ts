import { canRetry, reasonOf } from '../lib/failure.ts';
import { fileRefusal } from './upload.ts';

/** How far one file is. `fraction` runs from 0 to 1, where the bytes have arrived and are being encrypted. */
export type UploadState =
  | { kind: 'waiting' }
  | { kind: 'sending'; fraction: number }
  | { kind: 'done' }
  | { kind: 'failed'; reason: string | undefined; canRetry: boolean };

/** A file of a queue; `P` is what its owner says of it, such as a stage or a task. */
export type Queued<P> = P & { readonly id: number; readonly file: File; readonly state: UploadState };

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

/** Whether a file can still be kept from being stored: what has arrived cannot be called back. */
export const canStop = (item: { state: UploadState }) =>
  isUnderWay(item) && !(item.state.kind === 'sending' && item.state.fraction === 1);

const failure = (error: unknown): UploadState => ({
  kind: 'failed',
  reason: reasonOf(error),
  canRetry: canRetry(error),
});

/** Most files that are sent at the same time. */
const AT_ONCE = 3;

/** Whether a file waits to be sent or is being sent. */
export const isUnderWay = ({ state }: { state: UploadState }) => state.kind === 'waiting' || state.kind === 'sending';
/** Whether a file failed and may get through yet. */
export const mayPass = ({ state }: { state: UploadState }) => state.kind === 'failed' && state.canRetry;

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

  const enter = (entry: P & { file: File }): Item => {
    last += 1;
    const reason = fileRefusal(entry.file);
    const state: UploadState = reason === undefined ? { kind: 'waiting' } : { kind: 'failed', reason, canRetry: false };
    return { ...entry, id: last, state };
  };

  return {
    files: () => items,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Puts files at the end of the queue. */
    add: (entries: readonly (P & { file: File })[]) => {
      const added = entries.map(enter);
      ended.push(...added.filter((item) => !isUnderWay(item)));
      show([...items, ...added]);
      goOn();
    },
    /** Sends what failed and may get through again: one file, or all of them. */
    retry: (id?: number) => {
      const isMeant = (item: Item) => mayPass(item) && (id === undefined || item.id === id);
      ended = ended.filter((item) => !isMeant(item));
      show(items.map((item) => (isMeant(item) ? { ...item, state: { kind: 'waiting' } } : item)));
      goOn();
    },
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
