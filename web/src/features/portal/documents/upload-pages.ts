import { countOf } from '#shared/rules/words.ts';
import { type Failure, failureNotice } from '../../../lib/failure.ts';
import { type Notice, notify } from '../../../lib/notify.ts';
import { uploadDocument } from '../../../parts/upload.ts';
import { isUnderWay, mayPass, type Queued, uploadQueue } from '../../../parts/upload-queue.ts';
import { rereadJourney } from '../queries.ts';
import { asPages } from './page-names.ts';
import { fitPhoto } from './photo.ts';
import type { Picked, Target } from './uploads.tsx';

/** A file on its way, and what it is for. */
export type Page = Queued<{ target: Target }>;

/** Uploads of an open portal; `subscribe` and `files` are what `useSyncExternalStore` takes. */
export interface Uploads {
  files: () => readonly Page[];
  subscribe: (listener: () => void) => () => void;
  /** Sends files, photos among them made smaller where they are too large, in the order given. */
  send: (picked: Picked) => Promise<void>;
  /** Sends again what failed of something and may get through. */
  retry: (target: Target) => void;
  /** Sends no more of something. */
  cancel: (target: Target) => void;
}

const failed = ({ state }: Page) => state.kind === 'failed';

const FAILURE: Failure = { title: 'Upload Failed', description: 'Failed to upload document', server: true };

/** What a toast says of a file that failed (product 8): why, where it was refused here. */
const refusalOf = ({ state }: Page): Notice => ({
  title: FAILURE.title,
  description: state.kind === 'failed' ? state.reason : undefined,
});

/** Says in one toast how it went; what failed is told beside it too. `said` is what the server's answers are in words. */
function tell(ended: readonly Page[], said: ReadonlyMap<number, Notice>) {
  const lost = ended.find(failed);
  if (lost) return notify(said.get(lost.id) ?? refusalOf(lost), 'error');
  const what = ended.length === 1 ? 'Your document has' : `Your ${countOf(ended.length, 'document')} have`;
  notify({ title: 'Document Uploaded', description: `${what} been securely encrypted and stored.` });
}

/** The uploads of a client's portal. */
export function uploadsOf(clientId: string, token: string | undefined): Uploads {
  const said = new Map<number, Notice>();
  const queue = uploadQueue<{ target: Target }>({
    send: ({ id, file, target }, way) =>
      uploadDocument({ clientId, token, file, stageId: target.stageId ?? undefined, ...way }).catch(
        (error: unknown) => {
          said.set(id, failureNotice(error, FAILURE));
          throw error;
        },
      ),
    onEnd: (ended) => {
      tell(ended, said);
      // What a task got stays at the task; all other documents are in a list.
      queue.remove(({ state, target }) => state.kind === 'done' && target.title === undefined);
      // Where it cannot be read now, the next question for news brings it.
      if (ended.some(({ state }) => state.kind !== 'failed' || state.canRetry))
        void rereadJourney().catch(() => undefined);
    },
  });
  const of = (target: Target) => (page: Page) => page.target.key === target.key;
  const cancelled = new Map<string, number>();
  const cancelsOf = ({ key }: Target) => cancelled.get(key) ?? 0;
  const add = async ({ files, target, isPhoto }: Picked, isWanted: () => boolean) => {
    // What can never be sent is what the client chooses others for.
    queue.remove((page) => of(target)(page) && failed(page) && !mayPass(page));
    const before = queue.files().filter(of(target)).length;
    for (const file of asPages(files, target.title, before, isPhoto)) {
      const fitting = await fitPhoto(file);
      if (!isWanted()) return;
      queue.add([{ file: fitting, target }]);
    }
  };
  // One after the other, as pages count those before them, and making a photo smaller takes its time.
  let added = Promise.resolve();
  return {
    files: queue.files,
    subscribe: queue.subscribe,
    send: (picked) => {
      // Not those that were still to come when all of them were cancelled.
      const cancels = cancelsOf(picked.target);
      added = added.then(() => add(picked, () => cancelsOf(picked.target) === cancels));
      return added;
    },
    retry: (target) => {
      for (const page of queue.files().filter(of(target)).filter(mayPass)) queue.retry(page.id);
    },
    cancel: (target) => {
      cancelled.set(target.key, cancelsOf(target) + 1);
      queue.remove((page) => of(target)(page) && isUnderWay(page));
    },
  };
}
