import { createContext, use, useSyncExternalStore } from 'react';
import { inTab } from '../../../lib/storage/storage.ts';
import { isOfFile, unfinishedUploads } from '../../../lib/storage/unfinished-uploads.ts';
import { isLarge, isUnderWay, mayPass, type Queued, type UploadState } from '../../../parts/upload/upload-state.ts';

/** Destination of uploads: a task, a request, a stage or, without a stage, the client's page. */
export interface UploadTarget {
  /** Id of the task or stage, or blank. For a request with its time of asking, to leave out files of earlier rounds. */
  key: string;
  /** Null without a stage, and for a task or request, which already has a stage. */
  stageId: string | null;
  taskId?: string | undefined;
  requestId?: string | undefined;
  /** Title of the task or request, used in the names of photos. */
  title?: string;
  /** Files sent before this visit, so that page numbers continue. */
  sentBefore?: number;
  /** Returns the error to show instead of the server's. */
  errorFor?: (error: unknown) => unknown;
}

export type Source = 'files' | 'camera';

interface Picked {
  files: readonly File[];
  target: UploadTarget;
  isPhoto: boolean;
}

interface Picking {
  uploader: Uploader;
  pick: (target: UploadTarget, source?: Source) => void;
}

export type Page = Queued<{ target: UploadTarget }>;

/** Uploads files of an open portal. `subscribe` and `files` fit `useSyncExternalStore`. */
export interface Uploader {
  files: () => readonly Page[];
  subscribe: (listener: () => void) => () => void;
  /** Queues files in the given order; shrinks photos that are too large. */
  send: (picked: Picked) => void;
  /** Returns true for a file that was sent in an earlier batch. */
  isEarlier: (page: Page) => boolean;
  /** Retries the failed files of a target that may still succeed. */
  retry: (target: UploadTarget) => void;
  cancel: (target: UploadTarget) => void;
  /** Pauses the large files of a target. */
  pause: (target: UploadTarget) => void;
  unpause: (target: UploadTarget) => void;
}

export const UploaderContext = createContext<Picking | undefined>(undefined);

/** Returns the portal's uploader. Throws outside of a portal. */
export function useUploader(): Picking {
  const picking = use(UploaderContext);
  if (!picking) throw new Error('No portal is open');
  return picking;
}

export function useAllFiles() {
  const { uploader } = useUploader();
  return useSyncExternalStore(uploader.subscribe, uploader.files);
}

export const useFilesFor = ({ key }: Pick<UploadTarget, 'key'>) =>
  useAllFiles().filter((file) => file.target.key === key);

/** Number of unsent files when the page was left; `of` is the total. */
export interface Unsent {
  count: number;
  of: number;
}

type Sent = { target: { key: string }; state: UploadState; file: File };

const keyOf = (clientId: string) => `unsent/${clientId}`;

/** Remembers the number of unsent files for this tab, as a reload cannot resume them. */
export function storeUnsent(clientId: string, files: readonly Sent[]) {
  // Large files are remembered on their own, as they can be continued.
  const begun = files.some(isLarge) ? unfinishedUploads('client', clientId) : [];
  const isBegun = ({ file }: Sent) => begun.some((upload) => isOfFile(upload, file));
  const isUnsent = (file: Sent) => (isUnderWay(file) || mayPass(file)) && !isBegun(file);
  const unsent = files.filter(isUnsent);
  const keys = unsent.map(({ target }) => target.key);
  const together = files.filter(
    (file) => keys.includes(file.target.key) && (file.state.kind === 'done' || isUnsent(file)),
  );
  if (unsent.length === 0) return clearUnsent(clientId);
  inTab((storage) => storage.setItem(keyOf(clientId), `${unsent.length} ${together.length}`));
}

export function readUnsent(clientId: string): Unsent | undefined {
  const [count, of] = (inTab((storage) => storage.getItem(keyOf(clientId))) ?? '').split(' ').map(Number);
  return count && of ? { count, of } : undefined;
}

export const clearUnsent = (clientId: string) => void inTab((storage) => storage.removeItem(keyOf(clientId)));
