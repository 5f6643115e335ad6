import { isUnderWay, type UploadQueue } from './upload-queue.ts';

/** Asks before the page is left while files are under way, and resumes what the connection cut off once it is back. */
export function watchUploads<P extends object>({ files, subscribe, resume }: UploadQueue<P>) {
  // A function for each queue, so that one queue does not remove the other's.
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  subscribe(() => {
    if (files().some(isUnderWay)) window.addEventListener('beforeunload', ask);
    else window.removeEventListener('beforeunload', ask);
  });
  window.addEventListener('online', resume);
}
