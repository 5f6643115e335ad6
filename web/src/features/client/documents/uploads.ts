import { MutationObserver } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { displayName } from '#shared/rules/documents.ts';
import { sessionLost, signedOut } from '../../../lib/http/session-events.ts';
import { queryClient } from '../../../lib/query/query.ts';
import { type Queued, type UploadQueue, uploadQueue } from '../../../parts/upload/upload-queue.ts';
import { watchUploads } from '../../../parts/upload/watch-uploads.ts';
import { upload } from './changes.ts';
import { documentsQuery } from './queries.ts';
import { tellUploads } from './upload-toasts.ts';

/** What the adviser's page says of a file that it sends. */
interface About {
  stageId: string | null;
  /** Whether a document or a file before it has the same name. */
  isKnown: boolean;
}

/** A file on its way to a client's documents. */
export type Uploading = Queued<About>;

// Beside the page, so that uploads go on while one works on another screen.
const queues = new Map<string, UploadQueue<About>>();
/** Files that were uploaded and left the queue since it was last empty, by client: the counts are of all files chosen. */
const uploaded = new Map<string, readonly Uploading[]>();

function newQueue(clientId: string): UploadQueue<About> {
  const queue = uploadQueue<About>({
    send: ({ file, stageId }, way) =>
      new MutationObserver(queryClient, upload).mutate({ clientId, file, stageId: stageId ?? undefined, ...way }),
    onEnd: (ended) => {
      tellUploads(ended);
      const done = ended.filter(({ state }) => state.kind === 'done');
      uploaded.set(clientId, [...(uploaded.get(clientId) ?? []), ...done]);
      queue.remove(({ state }) => state.kind === 'done');
    },
  });
  queue.subscribe(() => queue.files().length === 0 && uploaded.delete(clientId));
  watchUploads(queue);
  queues.set(clientId, queue);
  return queue;
}

/** Nothing is sent any further for somebody who has signed out. */
function stopAll() {
  for (const queue of queues.values()) queue.remove(() => true);
  queues.clear();
}
sessionLost.on(stopAll);
signedOut.on(stopAll);

/** Adds what is needed to know of each file; names count as people see them. */
function described(files: readonly File[], stageId: string | null, there: readonly string[]) {
  const names = new Set(there);
  return files.map((file) => {
    const name = displayName(file.name);
    const isKnown = names.has(name);
    names.add(name);
    return { file, stageId, isKnown };
  });
}

/** Files on their way to a client, and what can be done about them. */
export function useUploads(clientId: string) {
  const queue = queues.get(clientId) ?? newQueue(clientId);
  const files = useSyncExternalStore(queue.subscribe, queue.files);
  const add = (added: readonly File[], stageId: string | null) => {
    const documents = queryClient.getQueryData(documentsQuery(clientId).queryKey) ?? [];
    const there = [...documents.map(({ name }) => name), ...queue.files().map(({ file }) => displayName(file.name))];
    queue.add(described(added, stageId, there));
  };
  return { files, uploaded: uploaded.get(clientId) ?? [], add, retry: queue.retry, remove: queue.remove };
}
