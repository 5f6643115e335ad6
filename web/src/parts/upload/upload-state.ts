import { MAX_FILE_BYTES } from '#shared/rules/limits.ts';

/** A task, a request or a stage that a file is for; without any, the client. */
export interface UploadTarget {
  /** Unique on a page. Of a request with its time of asking, to leave out files of earlier rounds. */
  key: string;
  /** Null without a stage, and for a task or request, which already has a stage. */
  stageId: string | null;
  taskId?: string | undefined;
  requestId?: string | undefined;
  /** Title of the task or request, used in the names of photos. */
  title?: string | undefined;
}

/**
 * State of one file. `fraction` runs from 0 to 1; at 1 the bytes have arrived and the server processes them. A large
 * file waits for a lost connection, or is paused by its sender.
 */
export type UploadState =
  | { kind: 'preparing' }
  | { kind: 'waiting' }
  | { kind: 'sending'; fraction: number; isCutOff?: boolean }
  | { kind: 'paused'; fraction: number }
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

export const isUnderWay = ({ state }: Stateful) => state.kind !== 'done' && state.kind !== 'failed';
export const hasFailed = ({ state }: Stateful) => state.kind === 'failed';
export const isDone = ({ state }: Stateful) => state.kind === 'done';
export const mayPass = ({ state }: Stateful) => state.kind === 'failed' && state.canRetry;

/** Returns true while a file can still be cancelled: once it has arrived completely, it is stored. */
export const canStop = (item: Stateful) =>
  isUnderWay(item) && !(item.state.kind === 'sending' && item.state.fraction === 1);

export const canPause = (item: Pick<QueuedFile, 'state' | 'file'>) =>
  isLarge(item) && (item.state.kind === 'waiting' || (item.state.kind === 'sending' && item.state.fraction < 1));

/** Returns true for a file that is sent in parts, so that it can be paused. */
export const isLarge = ({ file }: Pick<QueuedFile, 'file'>) => file.size > MAX_FILE_BYTES;

/** Returns the progress of a file, from 0 to 1. */
export const fractionOf = ({ state }: Stateful) =>
  'fraction' in state ? state.fraction : state.kind === 'done' ? 1 : 0;

const MB = 1024 * 1024;
const inMb = (bytes: number) => Math.round(bytes / MB);

/** Returns the state of a file in words. */
export function labelOf({ state, file }: Pick<QueuedFile, 'state' | 'file'>): string {
  const percent = `${Math.floor(fractionOf({ state }) * 100)}%`;
  switch (state.kind) {
    case 'preparing':
      return 'Making it smaller...';
    case 'waiting':
      return 'Waiting';
    case 'paused':
      return `Paused. ${percent} is here.`;
    case 'sending':
      if (state.isCutOff) return `Waiting for the connection. ${percent} is here.`;
      if (state.fraction === 1) return isLarge({ file }) ? 'Checking...' : 'Encrypting...';
      return isLarge({ file })
        ? `Sending ${inMb(state.fraction * file.size)} of ${inMb(file.size)} MB · ${percent}`
        : `Sending ${percent}`;
    case 'done':
      return 'Sent';
    case 'failed':
      return 'Not sent';
  }
}
