import { MAX_FILE_BYTES } from '#shared/rules/limits.ts';

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

/** A file of a queue; `P` is its owner's data, such as a stage or a task. */
export type Queued<P> = P & { readonly id: number; readonly file: File; readonly state: UploadState };

export const isUnderWay = ({ state }: { state: UploadState }) => state.kind !== 'done' && state.kind !== 'failed';
export const mayPass = ({ state }: { state: UploadState }) => state.kind === 'failed' && state.canRetry;

/** Returns true while a file can still be cancelled: once it has arrived completely, it is stored. */
export const canStop = (item: { state: UploadState }) =>
  isUnderWay(item) && !(item.state.kind === 'sending' && item.state.fraction === 1);

export const canPause = (item: { state: UploadState; file: File }) =>
  isLarge(item) && (item.state.kind === 'waiting' || (item.state.kind === 'sending' && item.state.fraction < 1));

/** Returns true for a file that is sent in parts, so that it can be paused. */
export const isLarge = ({ file }: { file: File }) => file.size > MAX_FILE_BYTES;
