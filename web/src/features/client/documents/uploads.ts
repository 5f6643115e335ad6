import { MutationObserver } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { displayName } from '#shared/rules/documents.ts';
import { countOf } from '#shared/rules/words.ts';
import { sessionLost, signedOut } from '../../../lib/http/session-events.ts';
import { queryClient } from '../../../lib/query/query.ts';
import { notify } from '../../../lib/screen/notify.ts';
import { type UploadQueue, uploadQueue, watchUploads } from '../../../parts/upload/upload-queue.ts';
import type { Queued } from '../../../parts/upload/upload-state.ts';
import { documentsQuery } from '../queries.ts';
import { upload } from './changes.ts';

const reasonOf = ({ state }: Uploading) => (state.kind === 'failed' ? state.reason : undefined);

function tellStored(done: readonly Uploading[]) {
  const known = done.filter(({ isKnown }) => isKnown);
  const isOne = done.length === 1;
  notify({
    title: isOne ? 'Document Uploaded' : `${done.length} Documents Uploaded`,
    description: isOne
      ? 'The document has been securely encrypted and stored.'
      : `${done.length} documents have been securely encrypted and stored.`,
    ...(known.length > 0 && {
      reason: isOne
        ? 'There was one of this name already: both are kept.'
        : `${countOf(known.length, 'name')} ${known.length === 1 ? 'was' : 'were'} there already: all are kept.`,
    }),
  });
}

function tellFailed(failed: readonly Uploading[], stored: number) {
  const reasons = [...new Set(failed.map(reasonOf))];
  const after =
    stored > 0 ? `${countOf(stored, 'other document')} ${stored === 1 ? 'was' : 'were'} uploaded.` : undefined;
  const reason = [reasons.length === 1 ? reasons[0] : 'The list of uploads says why.', after].filter(Boolean).join(' ');
  const description = failed.length === 1 ? 'Failed to upload document' : `Failed to upload ${failed.length} documents`;
  notify({ title: 'Upload Failed', description, ...(reason && { reason }) }, 'error');
}

/** Says once how the uploads of a while went (product 8). */
function tellUploads(ended: readonly Uploading[]) {
  const failed = ended.filter(({ state }) => state.kind === 'failed');
  const done = ended.filter(({ state }) => state.kind === 'done');
  if (failed.length > 0) tellFailed(failed, done.length);
  else tellStored(done);
}

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
