import { createContext, use, useSyncExternalStore } from 'react';
import { inTab } from '../../../lib/storage/storage.ts';
import { isUnderWay, mayPass, type Queued, type UploadState } from '../../../parts/upload/upload-state.ts';

/** What uploads are for: a task, a stage or, with no stage, the client's page. */
export interface Target {
  /** The task's or the stage's id, or blank. */
  key: string;
  /** The stage that documents are for; null where there is none, and for a task, which says its stage itself. */
  stageId: string | null;
  taskId?: string;
  /** What photos of it are called: the task's title. */
  title?: string;
  /** How many files it had before this visit, so that page numbers go on. */
  sentBefore?: number;
}

/** Where files come from: all that the phone offers, or its camera. */
export type Source = 'files' | 'camera';

/** Files that were chosen, and what they are for. */
export interface Picked {
  files: readonly File[];
  target: Target;
  isPhoto: boolean;
}

/** The uploads of the page, and the way to choose files for them. */
export interface Picking {
  /** What sends them; absent while its code is on its way. */
  uploads: Uploads | undefined;
  /** Lets the client choose files for something, or take a photo of it. */
  pick: (target: Target, source?: Source) => void;
}

/** A file on its way, and what it is for. */
export type Page = Queued<{ target: Target }>;

/** Uploads of an open portal; `subscribe` and `files` are what `useSyncExternalStore` takes. */
export interface Uploads {
  files: () => readonly Page[];
  subscribe: (listener: () => void) => () => void;
  /** Sends files, photos among them made smaller where they are too large, in the order given. */
  send: (picked: Picked) => void;
  /** Returns true for a file of an upload that had ended before. */
  isEarlier: (page: Page) => boolean;
  /** Sends again what failed of something and may get through. */
  retry: (target: Target) => void;
  /** Sends no more of something. */
  cancel: (target: Target) => void;
}

/** Holds the uploads for the parts of the page. */
export const UploadsContext = createContext<Picking | undefined>(undefined);

/** The portal's uploads. Throws outside of it. */
export function useUploads(): Picking {
  const uploads = use(UploadsContext);
  if (!uploads) throw new Error('No portal is open');
  return uploads;
}

const NONE: readonly Page[] = [];
const none = () => NONE;
const neverTells = () => () => undefined;

/** All files of this visit, with how far each is. */
export function useAllFiles() {
  const { uploads } = useUploads();
  return useSyncExternalStore(uploads?.subscribe ?? neverTells, uploads?.files ?? none);
}

/** The files for something, with how far each is. */
export const useFilesFor = ({ key }: Pick<Target, 'key'>) => useAllFiles().filter((file) => file.target.key === key);

/** How many files were not sent when the page was left, and of how many. */
export interface Unsent {
  count: number;
  of: number;
}

type Sent = { target: { key: string }; state: UploadState };

const keyOf = (clientId: string) => `unsent/${clientId}`;
const isUnsent = (file: Sent) => isUnderWay(file) || mayPass(file);

/** Keeps for this tab how many files are not sent yet, as a page that is loaded again cannot send them. */
export function keepUnsent(clientId: string, files: readonly Sent[]) {
  const unsent = files.filter(isUnsent);
  const keys = unsent.map(({ target }) => target.key);
  const together = files.filter(
    ({ target, state }) => keys.includes(target.key) && (state.kind === 'done' || isUnsent({ target, state })),
  );
  if (unsent.length === 0) return forgetUnsent(clientId);
  inTab((storage) => storage.setItem(keyOf(clientId), `${unsent.length} ${together.length}`));
}

/** Reads what was not sent when the page was left before. */
export function readUnsent(clientId: string): Unsent | undefined {
  const [count, of] = (inTab((storage) => storage.getItem(keyOf(clientId))) ?? '').split(' ').map(Number);
  return count && of ? { count, of } : undefined;
}

/** Forgets it: the client has read it, or sends files again. */
export const forgetUnsent = (clientId: string) => void inTab((storage) => storage.removeItem(keyOf(clientId)));
