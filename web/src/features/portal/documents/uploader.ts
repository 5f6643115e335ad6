import { countOf } from '#shared/rules/counted-words.ts';
import { type Failure, failureNotice } from '../../../lib/http/failure.ts';
import { queryClient } from '../../../lib/query/query.ts';
import { notify, type ToastContent } from '../../../lib/screen/notify.ts';
import { fitPhoto, isLargePhoto } from '../../../parts/upload/fit-photo.ts';
import { asPages } from '../../../parts/upload/page-names.ts';
import { discardUpload, uploadDocument } from '../../../parts/upload/upload.ts';
import { hasFailed, isDone, mayPass, type QueuedFile } from '../../../parts/upload/upload-state.ts';
import { uploadsOf } from '../../../parts/upload/uploads.ts';
import { portalQuery } from '../portal-query.ts';
import { rereadJourney } from '../queries.ts';
import { clientWords } from '../requests/client-words.ts';
import { storeUnsent, type Uploader, type UploadTarget } from './uploader-context.ts';

const FAILURE: Failure = { title: 'Upload Failed', description: 'Failed to upload document', server: true };

/** Returns the toast of a file that was refused before it was sent. */
const refusalOf = ({ state }: QueuedFile): ToastContent => ({
  title: FAILURE.title,
  description: state.kind === 'failed' ? state.reason : undefined,
});

/**
 * Shows one toast for all ended uploads; failures are listed on the page too. `refusals` holds the server's refusals by
 * file.
 */
function notifyEnd(ended: readonly QueuedFile[], refusals: ReadonlyMap<number, ToastContent>) {
  const lost = ended.find(hasFailed);
  if (lost) return notify(refusals.get(lost.id) ?? refusalOf(lost), 'error');
  const subject = ended.length === 1 ? 'Your document has' : `Your ${countOf(ended.length, 'document')} have`;
  notify({ title: 'Document Uploaded', description: `${subject} been securely encrypted and stored.` });
}

interface Portal {
  clientId: string;
  token: string | undefined;
  adviser: string;
  /** Largest file. The server applies a lower one that was set since. */
  maxMb: number;
}

export function createUploader({ clientId, token, adviser, maxMb }: Portal): Uploader {
  const refusals = new Map<number, ToastContent>();
  const earlier = new Set<number>();
  const words = clientWords(adviser);
  const queue = uploadsOf(
    { clientId, token },
    {
      send: (upload, { id }) =>
        uploadDocument(upload).catch((cause: unknown) => {
          const error = upload.requestId === undefined ? cause : words(cause);
          if (error === cause) refusals.set(id, failureNotice(error, FAILURE));
          // Nobody can continue an upload for a request that takes no more files.
          else discardUpload(upload.file);
          throw error;
        }),
      maxMb: () => maxMb,
      documents: () => queryClient.getQueryData(portalQuery(token ?? '').queryKey)?.documents ?? [],
      rereadDocuments: rereadJourney,
      // Files of a task or request stay listed there; others appear in the list of documents.
      staysListed: ({ target }) => target.title !== undefined,
      onEnd: (ended) => {
        notifyEnd(ended, refusals);
        for (const { id } of ended) earlier.add(id);
        // After a failure, the next poll for news refetches the journey.
        if (ended.some(({ state, target }) => state.kind !== 'failed' || state.canRetry || target.requestId))
          void rereadJourney().catch(() => undefined);
      },
    },
  );
  queue.subscribe(() => storeUnsent(clientId, queue.files()));
  const of = (target: UploadTarget) => (item: QueuedFile) => item.target.key === target.key;
  // One photo at a time: an old phone lacks the memory for several.
  let last: Promise<unknown> = Promise.resolve();
  const fitting = (file: File) => {
    const isWanted = () => queue.files().some((item) => item.file === file);
    const next = last.then(() => (isWanted() ? fitPhoto(file, maxMb) : file));
    last = next.catch(() => undefined);
    return next;
  };
  return {
    files: queue.files,
    subscribe: queue.subscribe,
    isEarlier: (item) => isDone(item) && earlier.has(item.id),
    send: ({ files, target, isPhoto }) => {
      // The new files replace those that can never be sent.
      queue.remove((item) => of(target)(item) && hasFailed(item) && !mayPass(item));
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
      for (const { id } of queue.files().filter(of(target)).filter(mayPass)) queue.retry(id);
    },
    forgetStored: ({ key }) => queue.remove((item) => item.target.key === key && isDone(item)),
    cancel: (target) => queue.cancel(of(target)),
    stored: (target) => queue.stored().filter(of(target)),
    pause: (target) => queue.pause(of(target)),
    unpause: (target) => queue.unpause(of(target)),
  };
}
