import type { Document } from '#shared/contract/documents.ts';
import { MAX_FILE_BYTES } from '#shared/rules/limits.ts';

/** A task, a request or a stage that a file is for; without any, the client. */
export interface UploadTarget {
  /** Unique on a page. Of a request with its time of asking, to leave out files of earlier attempts. */
  key: string;
  /** Null without a stage, and for a task or request, which already has a stage. */
  stageId: string | null;
  taskId?: string | undefined;
  requestId?: string | undefined;
  /** Title of the task or request, used in the names of photos. */
  title?: string | undefined;
  /** Called once a file is stored. */
  onStored?: ((document: Document) => void) | undefined;
}

export interface Progress {
  /** Share of the bytes that have left, from 0 to 1. At 1 the server processes them, and nothing can be cancelled. */
  fraction: number;
  /** Share that the server has stored. Small files have none. */
  stored?: number;
  /** True while a large file waits for a lost connection. */
  isCutOff?: boolean;
}

export type UploadState =
  | { kind: 'preparing' }
  | { kind: 'waiting' }
  | ({ kind: 'sending' } & Progress)
  | { kind: 'paused'; stored: number }
  | { kind: 'done' }
  | { kind: 'failed'; reason: string | undefined; canRetry: boolean; isCutOff: boolean };

/** A file of a queue. */
export interface QueuedFile {
  readonly id: number;
  readonly file: File;
  readonly state: UploadState;
  readonly target: UploadTarget;
  /** True if a document or an earlier upload has the same name. */
  readonly isKnown?: boolean | undefined;
}

type Stateful = Pick<QueuedFile, 'state'>;

export const isUploadUnderWay = ({ state }: Stateful) => state.kind !== 'done' && state.kind !== 'failed';
export const hasFailed = ({ state }: Stateful) => state.kind === 'failed';
export const isDone = ({ state }: Stateful) => state.kind === 'done';
export const isUploadPaused = ({ state }: Stateful) => state.kind === 'paused';
export const mayPass = ({ state }: Stateful) => state.kind === 'failed' && state.canRetry;

/** Returns true once all bytes have left, so that the server may have stored the file. */
const isOut = ({ state }: Stateful) => state.kind === 'sending' && state.fraction === 1;

export const canStop = (item: Stateful) => isUploadUnderWay(item) && !isOut(item);

export const canPause = (item: Pick<QueuedFile, 'state' | 'file'>) =>
  isLarge(item) && (item.state.kind === 'waiting' || (item.state.kind === 'sending' && !isOut(item)));

/** Returns true for a file that is sent in parts, so that it can be paused. */
export const isLarge = ({ file }: Pick<QueuedFile, 'file'>) => file.size > MAX_FILE_BYTES;

/** Returns how much of a file the server keeps if it is stopped now, from 0 to 1. */
export const storedOf = ({ state }: Stateful) => ('stored' in state && state.stored) || 0;
