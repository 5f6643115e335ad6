/** State of one file. `fraction` runs from 0 to 1; at 1 the bytes have arrived and the server processes them. */
export type UploadState =
  | { kind: 'preparing' }
  | { kind: 'waiting' }
  | { kind: 'sending'; fraction: number }
  | { kind: 'done' }
  | { kind: 'failed'; reason: string | undefined; canRetry: boolean; isCutOff: boolean };

/** A file of a queue; `P` is its owner's data, such as a stage or a task. */
export type Queued<P> = P & { readonly id: number; readonly file: File; readonly state: UploadState };

export const isUnderWay = ({ state }: { state: UploadState }) => state.kind !== 'done' && state.kind !== 'failed';
export const mayPass = ({ state }: { state: UploadState }) => state.kind === 'failed' && state.canRetry;

/** Returns true while a file can still be cancelled: once it has arrived completely, it is stored. */
export const canStop = (item: { state: UploadState }) =>
  isUnderWay(item) && !(item.state.kind === 'sending' && item.state.fraction === 1);
