import { createContext, use, useSyncExternalStore } from 'react';
import { inTab } from '../../../lib/storage/storage.ts';
import { isUnderWay, mayPass, type Queued, type UploadState } from '../../../parts/upload/upload-state.ts';

/** Destination of uploads: a task, a stage or, without a stage, the client's page. */
export interface UploadTarget {
  /** Id of the task or stage, or blank. */
  key: string;
  /** Null without a stage, and for a task, which already has a stage. */
  stageId: string | null;
  taskId?: string;
  /** Task title, used in the names of photos. */
  title?: string;
  /** Files sent before this visit, so that page numbers continue. */
  sentBefore?: number;
}

export type Source = 'files' | 'camera';

export interface Picked {
  files: readonly File[];
  target: UploadTarget;
  isPhoto: boolean;
}

export interface Picking {
  /** Absent while the deferred chunk loads. */
  uploads: Uploads | undefined;
  pick: (target: UploadTarget, source?: Source) => void;
}

export type Page = Queued<{ target: UploadTarget }>;

/** Uploads of an open portal. `subscribe` and `files` fit `useSyncExternalStore`. */
export interface Uploads {
  files: () => readonly Page[];
  subscribe: (listener: () => void) => () => void;
  /** Queues files in the given order; shrinks photos that are too large. */
  send: (picked: Picked) => void;
  /** Returns true for a file that was sent in an earlier batch. */
  isEarlier: (page: Page) => boolean;
  /** Retries the failed files of a target that may still succeed. */
  retry: (target: UploadTarget) => void;
  cancel: (target: UploadTarget) => void;
}

export const UploadsContext = createContext<Picking | undefined>(undefined);

/** Returns the portal's uploads. Throws outside of a portal. */
export function useUploads(): Picking {
  const uploads = use(UploadsContext);
  if (!uploads) throw new Error('No portal is open');
  return uploads;
}

const NONE: readonly Page[] = [];
const none = () => NONE;
const subscribeToNothing = () => () => undefined;

export function useAllFiles() {
  const { uploads } = useUploads();
  return useSyncExternalStore(uploads?.subscribe ?? subscribeToNothing, uploads?.files ?? none);
}

export const useFilesFor = ({ key }: Pick<UploadTarget, 'key'>) =>
  useAllFiles().filter((file) => file.target.key === key);

/** Number of unsent files when the page was left; `of` is the total. */
export interface Unsent {
  count: number;
  of: number;
}

type Sent = { target: { key: string }; state: UploadState };

const keyOf = (clientId: string) => `unsent/${clientId}`;
const isUnsent = (file: Sent) => isUnderWay(file) || mayPass(file);

/** Remembers the number of unsent files for this tab, as a reload cannot resume them. */
export function storeUnsent(clientId: string, files: readonly Sent[]) {
  const unsent = files.filter(isUnsent);
  const keys = unsent.map(({ target }) => target.key);
  const together = files.filter(
    ({ target, state }) => keys.includes(target.key) && (state.kind === 'done' || isUnsent({ target, state })),
  );
  if (unsent.length === 0) return clearUnsent(clientId);
  inTab((storage) => storage.setItem(keyOf(clientId), `${unsent.length} ${together.length}`));
}

export function readUnsent(clientId: string): Unsent | undefined {
  const [count, of] = (inTab((storage) => storage.getItem(keyOf(clientId))) ?? '').split(' ').map(Number);
  return count && of ? { count, of } : undefined;
}

export const clearUnsent = (clientId: string) => void inTab((storage) => storage.removeItem(keyOf(clientId)));
