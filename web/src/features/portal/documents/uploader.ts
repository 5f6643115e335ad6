import { countOf } from '#shared/rules/counted-words.ts';
import { MAX_FILE_BYTES } from '#shared/rules/limits.ts';
import { type Failure, failureNotice } from '../../../lib/http/failure.ts';
import { notify, type ToastContent } from '../../../lib/screen/notify.ts';
import { drawOnWhite } from '../../../parts/upload/draw-on-white.ts';
import {
  discardUpload,
  expectUnchanged,
  FileError,
  fileRefusal,
  uploadDocument,
} from '../../../parts/upload/upload.ts';
import { uploadQueue, watchUploads } from '../../../parts/upload/upload-queue.ts';
import { isUnderWay, mayPass } from '../../../parts/upload/upload-state.ts';
import { rereadJourney } from '../queries.ts';
import { nextEncoding } from './photo-size.ts';
import { type Page, storeUnsent, type Uploader, type UploadTarget } from './uploader-context.ts';

const EXTENSION = /\.\w+$/;

const isPhoto = ({ type }: File) => type.startsWith('image/');
const named = (file: File, name: string) =>
  new File([file], name, { type: file.type, lastModified: file.lastModified });

/**
 * Names photos as pages of a task, as cameras name them all alike: "Payslip – page 2 of 5.jpg". `before` counts earlier
 * pages; the total is then unknown and omitted.
 */
export function asPages(
  files: readonly File[],
  title: string | undefined,
  before: number,
  fromCamera: boolean,
): File[] {
  const photos = files.filter(isPhoto);
  if (!title || (photos.length < 2 && before === 0 && !fromCamera)) return [...files];
  const stem = title.replace(/[/\\]/g, '-');
  const of = before === 0 && !fromCamera ? ` of ${photos.length}` : '';
  return files.map((file) =>
    isPhoto(file)
      ? named(file, `${stem} – page ${before + photos.indexOf(file) + 1}${of}${EXTENSION.exec(file.name)?.[0] ?? ''}`)
      : file,
  );
}

const TOO_LONG =
  'This picture is too large to send, and would be unreadable if made smaller. Please send it in parts, such as several screenshots.';

class UnreadableError extends FileError {}

async function encode(image: ImageBitmap): Promise<Blob> {
  // One canvas for all attempts, as each takes up to 64 MB.
  const canvas = new OffscreenCanvas(1, 1);
  for (let next = nextEncoding(image); next; ) {
    const { width, height, quality } = next;
    Object.assign(canvas, { width, height });
    drawOnWhite(image, canvas);
    const jpeg = await canvas.convertToBlob({ type: 'image/jpeg', quality });
    if (jpeg.size <= MAX_FILE_BYTES) return jpeg;
    next = nextEncoding(image, { ...next, bytes: jpeg.size });
  }
  throw new UnreadableError(TOO_LONG);
}

async function shrink(photo: File): Promise<File> {
  await expectUnchanged(photo);
  const image = await createImageBitmap(photo);
  try {
    return new File([await encode(image)], `${photo.name.replace(/\.\w+$/, '')}.jpg`, { type: 'image/jpeg' });
  } finally {
    image.close();
  }
}

const isLargePhoto = ({ size, type }: File) => size > MAX_FILE_BYTES && type.startsWith('image/');

/**
 * Shrinks a photo to the size of one request. Returns it unchanged if the browser cannot, or if it would be unreadable
 * and the firm's limit allows it. Throws a {@link FileError} otherwise.
 */
const fitPhoto = (photo: File, maxMb: number): Promise<File> =>
  shrink(photo).catch((error: unknown) => {
    const isKept = error instanceof UnreadableError && fileRefusal(photo, maxMb) === undefined;
    if (error instanceof FileError && !isKept) throw error;
    return photo;
  });

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
