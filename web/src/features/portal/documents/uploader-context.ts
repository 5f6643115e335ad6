import { createContext, use, useSyncExternalStore } from 'react';
import type { ClientTask } from '#shared/contract/tasks.ts';
import { inTab } from '../../../lib/storage/storage.ts';
import type { Uploads } from '../../../parts/upload/client-uploads.ts';
import type { QueuedFile, UploadTarget as Target } from '../../../parts/upload/queued-file.ts';

/** Destination of uploads of a client. */
export interface PortalTarget extends Target {
  /** Photos sent before this visit, so that page numbers continue. */
  photosBefore?: number;
}

export type PickSource = 'files' | 'camera';

export interface Picked {
  files: readonly File[];
  target: PortalTarget;
  isCamera: boolean;
  /** Set for the rest of an unfinished file, which must not change. */
  isContinued?: boolean;
}

interface Picking {
  /** Undefined until its code has loaded, which the first screen does not wait for. */
  uploader: Uploader | undefined;
  /** Sends files once the uploader has loaded. */
  send: (picked: Picked) => void;
  pick: (target: PortalTarget, source?: PickSource) => void;
}

/** Uploads files of an open portal. */
export interface Uploader extends Uploads {
  /** Queues files in the given order; shrinks photos that are too large. */
  send: (picked: Picked) => void;
  /** Returns true for a file that was sent in an earlier batch. */
  isEarlier: (item: QueuedFile) => boolean;
  /** Returns the title of the request that a document was sent for in this visit, if it was already settled. */
  settledTitle: (documentId: string) => string | undefined;
  /** Forgets which files were stored, once one of them was removed. */
  forgetStored: (target: Pick<PortalTarget, 'key'>) => void;
}

export const taskTarget = ({ id, title }: Pick<ClientTask, 'id' | 'title'>): PortalTarget => ({
  key: id,
  stageId: null,
  taskId: id,
  title,
});

export const UploaderContext = createContext<Picking | undefined>(undefined);

/** Returns the portal's uploader. Throws outside of a portal. */
export function useUploader(): Picking {
  const picking = use(UploaderContext);
  if (!picking) throw new Error('No portal is open');
  return picking;
}

const NO_FILES: readonly QueuedFile[] = [];
const noFiles = () => NO_FILES;
const noSubscription = () => () => undefined;

export function useAllFiles() {
  const { uploader } = useUploader();
  return useSyncExternalStore(uploader?.subscribe ?? noSubscription, uploader?.files ?? noFiles);
}

export const useFilesFor = ({ key }: Pick<PortalTarget, 'key'>) =>
  useAllFiles().filter((file) => file.target.key === key);

/** Number of unsent files when the page was left; `of` is the total. */
export interface Unsent {
  count: number;
  of: number;
}

const keyOf = (personId: string) => `unsent/${personId}`;

/** Remembers the number of unsent files for this tab, as a reload cannot resume them. */
export const storeUnsent = (personId: string, { count, of }: Unsent) =>
  void inTab((storage) => storage.setItem(keyOf(personId), `${count} ${of}`));

export function readUnsent(personId: string): Unsent | undefined {
  const [count, of] = (inTab((storage) => storage.getItem(keyOf(personId))) ?? '').split(' ').map(Number);
  return count && of ? { count, of } : undefined;
}

export const clearUnsent = (personId: string) => void inTab((storage) => storage.removeItem(keyOf(personId)));
