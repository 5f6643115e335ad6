/** How far one file is. `fraction` runs from 0 to 1, where the bytes have arrived and are being encrypted. */
export type UploadState =
  /** Being made ready to be sent. */
  | { kind: 'preparing' }
  | { kind: 'waiting' }
  | { kind: 'sending'; fraction: number }
  | { kind: 'done' }
  | { kind: 'failed'; reason: string | undefined; canRetry: boolean; isCutOff: boolean };

/** A file of a queue; `P` is what its owner says of it, such as a stage or a task. */
export type Queued<P> = P & { readonly id: number; readonly file: File; readonly state: UploadState };

/** Returns true until a file was sent or has failed. */
export const isUnderWay = ({ state }: { state: UploadState }) => state.kind !== 'done' && state.kind !== 'failed';
/** Returns true if a file failed and may get through on another try. */
export const mayPass = ({ state }: { state: UploadState }) => state.kind === 'failed' && state.canRetry;

/** Returns true while a file can be kept from being stored: what has arrived cannot be called back. */
export const canStop = (item: { state: UploadState }) =>
  isUnderWay(item) && !(item.state.kind === 'sending' && item.state.fraction === 1);
