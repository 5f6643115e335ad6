import { countOf } from '#shared/rules/counted-words.ts';
import { type Failure, failureNotice } from '../../../lib/http/failure.ts';
import { notify, type ToastContent } from '../../../lib/screen/notify.ts';
import { fitPhoto, isLargePhoto } from '../../../parts/upload/fit-photo.ts';
import { asPages } from '../../../parts/upload/page-names.ts';
import { discardUpload, uploadDocument } from '../../../parts/upload/upload.ts';
import { uploadQueue, watchUploads } from '../../../parts/upload/upload-queue.ts';
import { isUnderWay, mayPass } from '../../../parts/upload/upload-state.ts';
import { rereadJourney } from '../queries.ts';
import { type Page, storeUnsent, type Uploader, type UploadTarget } from './uploader-context.ts';

const failed = ({ state }: Page) => state.kind === 'failed';

const FAILURE: Failure = { title: 'Upload Failed', description: 'Failed to upload document', server: true };

/** Returns the toast of a file that was refused before it was sent. */
const refusalOf = ({ state }: Page): ToastContent => ({
  title: FAILURE.title,
  description: state.kind === 'failed' ? state.reason : undefined,
});

/**
 * Shows one toast for all ended uploads; failures are listed on the page too. `refusals` holds the server's refusals by
 * file.
 */
function notifyEnd(ended: readonly Page[], refusals: ReadonlyMap<number, ToastContent>) {
  const lost = ended.find(failed);
  if (lost) return notify(refusals.get(lost.id) ?? refusalOf(lost), 'error');
  const subject = ended.length === 1 ? 'Your document has' : `Your ${countOf(ended.length, 'document')} have`;
  notify({ title: 'Document Uploaded', description: `${subject} been securely encrypted and stored.` });
}

/** `maxMb` is the largest file; the server applies a lower one that was set since. */
export function createUploader(clientId: string, token: string | undefined, maxMb: number): Uploader {
  const refusals = new Map<number, ToastContent>();
  const earlier = new Set<number>();
  const queue = uploadQueue<{ target: UploadTarget }>({
    send: ({ id, file, target }, way) =>
      uploadDocument({
        clientId,
        token,
        file,
        stageId: target.stageId ?? undefined,
        taskId: target.taskId,
        requestId: target.requestId,
        ...way,
      }).catch((cause: unknown) => {
        const error = target.errorFor?.(cause) ?? cause;
        if (error === cause) refusals.set(id, failureNotice(error, FAILURE));
        // Nobody can continue an upload for a request that takes no more files.
        else discardUpload(file);
        throw error;
      }),
    onDiscard: discardUpload,
    maxMb: () => maxMb,
    onEnd: (ended) => {
      notifyEnd(ended, refusals);
      for (const { id } of ended) earlier.add(id);
      // Files of a task or request stay listed there; others appear in the list of documents.
      queue.remove(({ state, target }) => state.kind === 'done' && target.title === undefined);
      // After a failure, the next poll for news refetches the journey.
      if (ended.some(({ state, target }) => state.kind !== 'failed' || state.canRetry || target.requestId))
        void rereadJourney().catch(() => undefined);
    },
  });
  watchUploads(queue);
  queue.subscribe(() => storeUnsent(clientId, queue.files()));
  const of = (target: UploadTarget) => (page: Page) => page.target.key === target.key;
  // One photo at a time: an old phone lacks the memory for several.
  let last: Promise<unknown> = Promise.resolve();
  const fitting = (file: File) => {
    const isWanted = () => queue.files().some((page) => page.file === file);
    const next = last.then(() => (isWanted() ? fitPhoto(file, maxMb) : file));
    last = next.catch(() => undefined);
    return next;
  };
  return {
    files: queue.files,
    subscribe: queue.subscribe,
    isEarlier: ({ id, state }) => state.kind === 'done' && earlier.has(id),
    send: ({ files, target, isPhoto }) => {
      // The new files replace those that can never be sent.
      queue.remove((page) => of(target)(page) && failed(page) && !mayPass(page));
      const before = (target.sentBefore ?? 0) + queue.files().filter(of(target)).length;
      queue.add(
        asPages(files, target.title, before, isPhoto).map((file) => ({
          file,
          target,
          ready: isLargePhoto(file) ? fitting(file) : undefined,
        })),
      );
    },
    retry: (target) => {
      for (const page of queue.files().filter(of(target)).filter(mayPass)) queue.retry(page.id);
    },
    cancel: (target) => queue.remove((page) => of(target)(page) && isUnderWay(page)),
    pause: (target) => queue.pause(of(target)),
    unpause: (target) => queue.unpause(of(target)),
  };
}
