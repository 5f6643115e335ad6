import { ConnectionError } from '../../lib/http/api.ts';
import { canRetry, reasonOf } from '../../lib/http/failure.ts';
import {
  canPause,
  isDone,
  isUploadPaused,
  isUploadUnderWay,
  mayPass,
  type Progress,
  type QueuedFile,
  storedOf,
  type UploadState,
} from './queued-file.ts';
import { FileError, fileRefusal } from './refusals.ts';

/** A file to queue. `ready` resolves with the file to send instead, such as a smaller photo. */
export type QueueInput = Omit<QueuedFile, 'id' | 'state'> & { ready?: Promise<File> | undefined };

export interface SendOptions {
  onProgress: (progress: Progress) => void;
  /** Aborted if the file is paused or removed from the queue. */
  signal: AbortSignal;
}

interface Options {
  send: (item: QueuedFile, way: SendOptions) => Promise<unknown>;
  /** Called once nothing is under way, with all files that ended since the last call. */
  onEnd?: (ended: readonly QueuedFile[]) => void;
  /** Returns true for a stored file that stays in the queue; by default all do. */
  staysListed?: (item: QueuedFile) => boolean;
  /** Called for each file that is removed before it was stored. */
  onDiscard?: (file: File) => void;
  /** Largest file in MB. */
  maxMb: () => number;
}

const failure = (error: unknown): UploadState => ({
  kind: 'failed',
  reason: reasonOf(error),
  canRetry: canRetry(error) && !(error instanceof FileError),
  isCutOff: error instanceof ConnectionError,
});
const refusal = (reason: string): UploadState => ({ kind: 'failed', reason, canRetry: false, isCutOff: false });
const CONCURRENCY = 3;

/**
 * Uploads files with limited concurrency, first in first out, and tracks their progress. Files that can never be sent
 * fail immediately, without a retry.
 * `subscribe` and `files` are the arguments of `useSyncExternalStore`.
 */
export function uploadQueue({ send, onEnd, staysListed = () => true, onDiscard, maxMb }: Options) {
  type Item = QueuedFile;
  let items: readonly Item[] = [];
  let ended: Item[] = [];
  let stored: readonly Item[] = [];
  let last = 0;
  const stops = new Map<number, AbortController>();
  const listeners = new Set<() => void>();

  const show = (next: readonly Item[]) => {
    items = next;
    if (items.length === 0) stored = [];
    for (const listener of listeners) listener();
  };
  const set = (id: number, state: UploadState) =>
    show(items.map((item) => (item.id === id ? { ...item, state } : item)));

  const stateOf = (file: File): UploadState => {
    const reason = fileRefusal(file, maxMb());
    return reason === undefined ? { kind: 'waiting' } : refusal(reason);
  };

  const end = (id: number, stop: AbortController, state: UploadState) => {
    // A paused upload rejects too, perhaps after it was continued.
    if (stops.get(id) !== stop) return;
    stops.delete(id);
    set(id, state);
    ended.push(...items.filter((item) => item.id === id));
    startNext();
  };

  const start = (item: Item) => {
    const stop = new AbortController();
    stops.set(item.id, stop);
    set(item.id, { kind: 'sending', fraction: 0 });
    const onProgress = (progress: Progress) =>
      stops.get(item.id) === stop && set(item.id, { kind: 'sending', ...progress });
    send(item, { onProgress, signal: stop.signal }).then(
      () => end(item.id, stop, { kind: 'done' }),
      (error: unknown) => end(item.id, stop, failure(error)),
    );
  };

  function startNext() {
    const waiting = items.filter(({ state }) => state.kind === 'waiting');
    for (const item of waiting.slice(0, CONCURRENCY - stops.size)) start(item);
    if (items.some((item) => isUploadUnderWay(item) && !isUploadPaused(item)) || ended.length === 0) return;
    const all = ended;
    ended = [];
    onEnd?.(all);
    const left = items.filter((item) => isDone(item) && !staysListed(item));
    stored = [...stored, ...left];
    if (left.length > 0) show(items.filter((item) => !left.includes(item)));
  }

  const prepared = (id: number, file: File, state: UploadState) => {
    show(items.map((item) => (item.id === id ? { ...item, file, state } : item)));
    if (state.kind === 'failed') ended.push(...items.filter((item) => item.id === id));
    startNext();
  };

  const enter = ({ ready, ...entry }: QueueInput): Item => {
    last += 1;
    const id = last;
    ready?.then(
      (file) => prepared(id, file, stateOf(file)),
      (error: unknown) => prepared(id, entry.file, failure(error)),
    );
    const state: UploadState = ready ? { kind: 'preparing' } : stateOf(entry.file);
    return { ...entry, id, state };
  };

  /** Retries the failed files for which `matches` returns true, if a retry can help. */
  const retry = (matches: (item: Item) => boolean) => {
    const retried = items.filter(mayPass).filter(matches);
    ended = ended.filter((item) => !retried.some(({ id }) => id === item.id));
    show(items.map((item) => (retried.includes(item) ? { ...item, state: { kind: 'waiting' } } : item)));
    startNext();
  };

  const abort = (id: number) => {
    stops.get(id)?.abort();
    stops.delete(id);
  };

  return {
    files: () => items,
    /** Files that were stored and left the queue since it was last empty. Counts include them. */
    stored: () => stored,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    add: (entries: readonly QueueInput[]) => {
      const added = entries.map(enter);
      ended.push(...added.filter((item) => !isUploadUnderWay(item)));
      show([...items, ...added]);
      startNext();
    },
    retry,
    /** Retries the files that a lost connection interrupted. */
    resume: () => retry(({ state }) => state.kind === 'failed' && state.isCutOff),
    pause: (matches: (item: Item) => boolean) => {
      for (const item of items.filter(canPause).filter(matches)) {
        abort(item.id);
        set(item.id, { kind: 'paused', stored: storedOf(item) });
      }
      startNext();
    },
    /** Continues paused files. */
    unpause: (matches: (item: Item) => boolean) => {
      const isContinued = (item: Item) => isUploadPaused(item) && matches(item);
      show(items.map((item) => (isContinued(item) ? { ...item, state: { kind: 'waiting' } } : item)));
      startNext();
    },
    /** Removes files from the queue and aborts their uploads. */
    remove: (matches: (item: Item) => boolean) => {
      const removed = items.filter(matches);
      show(items.filter((item) => !removed.includes(item)));
      for (const { id, state, file } of removed) {
        abort(id);
        if (state.kind !== 'done') onDiscard?.(file);
      }
      startNext();
    },
    /** Aborts and forgets all uploads without discarding what has arrived, so that it can be continued. */
    stop: () => {
      for (const { id } of items) abort(id);
      show([]);
    },
  };
}

export type UploadQueue = ReturnType<typeof uploadQueue>;

/** Confirms leaving the page during uploads, and resumes interrupted uploads once the connection is back. */
export function watchUploads({ files, subscribe, resume }: UploadQueue) {
  // A function for each queue, so that one queue does not remove the other's.
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  subscribe(() => {
    if (files().some(isUploadUnderWay)) window.addEventListener('beforeunload', ask);
    else window.removeEventListener('beforeunload', ask);
  });
  window.addEventListener('online', resume);
}
