import { countOf } from '#shared/rules/counted-words.ts';
import { MAX_FILE_BYTES } from '#shared/rules/limits.ts';
import { type Failure, failureNotice } from '../../../lib/http/failure.ts';
import { queryClient } from '../../../lib/query/query.ts';
import { notify, type ToastContent } from '../../../lib/screen/notify.ts';
import { asPages, isPhoto } from '../../../parts/upload/page-names.ts';
import { hasFailed, isDone, mayPass, type QueuedFile } from '../../../parts/upload/upload-state.ts';
import { discardUpload, uploadDocument, uploadsOf } from '../../../parts/upload/uploads.ts';
import { portalQuery } from '../portal-query.ts';
import { rereadJourney } from '../queries.ts';
import { clientWords } from '../requests/client-words.ts';
import { storeUnsent, type Uploader, type UploadTarget } from './uploader-context.ts';

const isLargePhoto = ({ size, type }: File) => size > MAX_FILE_BYTES && type.startsWith('image/');

/** Makes a photo small enough. Sends it as it is if the code for that cannot be loaded. */
const fitted = (photo: File, maxMb: number): Promise<File> =>
  import('../../../parts/upload/fit-photo.ts').then(
    ({ fitPhoto }) => fitPhoto(photo, maxMb),
    () => photo,
  );

const FAILURE: Failure = { title: 'Upload Failed', description: 'Failed to upload document', server: true };

/** Returns the toast of a file that was refused before it was sent. */
const refusalOf = ({ state }: QueuedFile): ToastContent => ({
  title: FAILURE.title,
  description: state.kind === 'failed' ? state.reason : undefined,
});

/** Returns how many files of a batch were sent: "1 of 6 files sent. 5 were not." */
export const sentOf = (failed: number, all: number) =>
  `${all - failed} of ${countOf(all, 'file')} sent. ${failed} ${failed === 1 ? 'was' : 'were'} not.`;

/** Shows one toast for all ended uploads; failures are listed on the page too. */
function notifyEnd(ended: readonly QueuedFile[], { refusals, unlinked }: Outcomes) {
  const failed = ended.filter(hasFailed);
  const [lost] = failed;
  if (lost && failed.length < ended.length)
    return notify(
      { title: FAILURE.title, description: `${sentOf(failed.length, ended.length)} The page says why.` },
      'error',
    );
  if (lost) return notify(refusals.get(lost.id) ?? refusalOf(lost), 'error');
  const subject = ended.length === 1 ? 'Your document has' : `Your ${countOf(ended.length, 'document')} have`;
  const alone = ended.find(({ id }) => unlinked.has(id))?.target.title;
  notify({
    title: 'Document Uploaded',
    description: `${subject} been securely encrypted and stored.`,
    ...(alone && { detail: `“${alone}” is closed by now, so look for the file under Your Documents.` }),
  });
}

/** Results of uploads, by file of the queue. */
interface Outcomes {
  /** The server's refusals. */
  refusals: Map<number, ToastContent>;
  /** Files whose request was settled before they arrived. */
  unlinked: Set<number>;
}

interface Portal {
  clientId: string;
  token: string | undefined;
  adviser: string;
  /** Largest file. The server applies a lower one that was set since. */
  maxMb: number;
}

export function createUploader({ clientId, token, adviser, maxMb }: Portal): Uploader {
  const outcomes: Outcomes = { refusals: new Map(), unlinked: new Set() };
  const earlier = new Set<number>();
  const words = clientWords(adviser);
  const queue = uploadsOf(
    { clientId, token },
    {
      send: (upload, { id }) =>
        uploadDocument(upload).then(
          ({ requestId }) => {
            if (upload.requestId !== undefined && requestId === null) outcomes.unlinked.add(id);
          },
          (cause: unknown) => {
            const error = upload.requestId === undefined ? cause : words(cause);
            if (error === cause) outcomes.refusals.set(id, failureNotice(error, FAILURE));
            // Nobody can continue an upload for a request that takes no more files.
            else void discardUpload(upload.file);
            throw error;
          },
        ),
      maxMb: () => maxMb,
      documents: () => queryClient.getQueryData(portalQuery(token ?? '').queryKey)?.documents ?? [],
      rereadDocuments: rereadJourney,
      // Files of a task or request stay listed there; others appear in the list of documents.
      staysListed: ({ target }) => target.title !== undefined,
      onEnd: (ended) => {
        notifyEnd(ended, outcomes);
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
    const next = last.then(() => (isWanted() ? fitted(file, maxMb) : file));
    last = next.catch(() => undefined);
    return next;
  };
  return {
    files: queue.files,
    subscribe: queue.subscribe,
    isEarlier: (item) => isDone(item) && earlier.has(item.id),
    send: ({ files, target, isCamera, isContinued = false }) => {
      // The new files replace those that can never be sent.
      queue.remove((item) => of(target)(item) && hasFailed(item) && !mayPass(item));
      if (isContinued) return queue.add(files.map((file) => ({ file, target })));
      const before = (target.photosBefore ?? 0) + queue.files().filter(of(target)).filter(isPhoto).length;
      queue.add(
        asPages(files, target.title, before, isCamera).map((file) => ({
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
