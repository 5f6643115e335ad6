import { MAX_FILE_BYTES } from '#shared/rules/limits.ts';
import { personIdIn } from '../../../lib/http/token.ts';
import { queryClient } from '../../../lib/query/query.ts';
import { isOfFile, unfinishedUploads } from '../../../lib/storage/unfinished-uploads.ts';
import { discardUpload, uploadDocument, uploadsOf } from '../../../parts/upload/client-uploads.ts';
import { asPages, isQueuedPhoto } from '../../../parts/upload/page-names.ts';
import {
  hasFailed,
  isDone,
  isLarge,
  isUploadUnderWay,
  mayPass,
  type QueuedFile,
} from '../../../parts/upload/queued-file.ts';
import { portalQuery } from '../portal-query.ts';
import { rereadJourney } from '../queries.ts';
import { requestRefusal } from '../requests/refusals.ts';
import type { Outcomes } from './end-notice.ts';
import { clearUnsent, type PortalTarget, storeUnsent, type Uploader } from './uploader-context.ts';

const isLargePhoto = ({ size, type }: File) => size > MAX_FILE_BYTES && type.startsWith('image/');

/** Makes a photo small enough. Sends it as it is if the code for that cannot be loaded. */
const fitted = (photo: File, maxMb: number): Promise<File> =>
  import('../../../parts/upload/fit-photo.ts').then(
    ({ fitPhoto }) => fitPhoto(photo, maxMb),
    () => photo,
  );

/** Remembers which files are unsent, in case the page is left. */
function noteUnsent(personId: string, files: readonly QueuedFile[]) {
  // Large files are remembered on their own, as they can be continued.
  const begun = files.some(isLarge) ? unfinishedUploads('client', personId) : [];
  const isBegun = ({ file }: QueuedFile) => begun.some((upload) => isOfFile(upload, file));
  const isUnsent = (file: QueuedFile) => (isUploadUnderWay(file) || mayPass(file)) && !isBegun(file);
  const unsent = files.filter(isUnsent);
  const keys = unsent.map(({ target }) => target.key);
  const together = files.filter((file) => keys.includes(file.target.key) && (isDone(file) || isUnsent(file)));
  if (unsent.length === 0) return clearUnsent(personId);
  storeUnsent(personId, { count: unsent.length, of: together.length });
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
  /** Titles of settled requests, by document that was sent for them. */
  const settled = new Map<string, string | undefined>();
  const refusal = requestRefusal(adviser);
  const queue = uploadsOf(
    { clientId, token },
    {
      send: (upload, { id, target }) =>
        uploadDocument(upload).then(
          (document) => {
            if (upload.requestId === undefined || document.requestId !== null) return;
            outcomes.unlinked.add(id);
            settled.set(document.id, target.title);
          },
          (cause: unknown) => {
            const error = upload.requestId === undefined ? cause : refusal(cause);
            if (error === cause) outcomes.refusals.set(id, error);
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
        // The page says the same.
        import('./end-notice.ts').then(({ notifyEnd }) => notifyEnd(ended, outcomes, adviser)).catch(() => undefined);
        for (const { id } of ended) earlier.add(id);
        // After a failure, the next poll for news refetches the journey.
        if (ended.some(({ state, target }) => state.kind !== 'failed' || state.canRetry || target.requestId))
          void rereadJourney().catch(() => undefined);
      },
    },
  );
  const personId = personIdIn(token ?? clientId);
  queue.subscribe(() => noteUnsent(personId, queue.files()));
  const of = (target: PortalTarget) => (item: QueuedFile) => item.target.key === target.key;
  // One photo at a time: an old phone lacks the memory for several.
  let last: Promise<unknown> = Promise.resolve();
  const fitting = (file: File) => {
    const isWanted = () => queue.files().some((item) => item.file === file);
    const next = last.then(() => (isWanted() ? fitted(file, maxMb) : file));
    last = next.catch(() => undefined);
    return next;
  };
  return {
    ...queue,
    settledTitle: (documentId) => settled.get(documentId),
    isEarlier: (item) => isDone(item) && earlier.has(item.id),
    send: ({ files, target, isCamera, isContinued = false }) => {
      // The new files replace those that can never be sent.
      queue.remove((item) => of(target)(item) && hasFailed(item) && !mayPass(item));
      if (isContinued) return queue.add(files.map((file) => ({ file, target })));
      const before = (target.photosBefore ?? 0) + queue.files().filter(of(target)).filter(isQueuedPhoto).length;
      queue.add(
        asPages(files, target.title, before, isCamera).map((file) => ({
          file,
          target,
          ready: isLargePhoto(file) ? fitting(file) : undefined,
        })),
      );
    },
    forgetStored: ({ key }) => queue.remove((item) => item.target.key === key && isDone(item)),
  };
}
