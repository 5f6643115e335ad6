import { MutationObserver } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { DOCUMENTS_DEFAULTS } from '#shared/contract/setting-defaults.ts';
import { countOf } from '#shared/rules/counted-words.ts';
import { displayName } from '#shared/rules/documents.ts';
import { sessionLost, signedOut } from '../../../lib/http/session-events.ts';
import { queryClient } from '../../../lib/query/query.ts';
import { notify } from '../../../lib/screen/notify.ts';
import { settingsQuery } from '../../../parts/settings.ts';
import { discardUpload } from '../../../parts/upload/upload.ts';
import { type UploadQueue, uploadQueue, watchUploads } from '../../../parts/upload/upload-queue.ts';
import type { Queued } from '../../../parts/upload/upload-state.ts';
import { documentsQuery } from '../queries.ts';
import { upload } from './changes.ts';

const reasonOf = ({ state }: Uploading) => (state.kind === 'failed' ? state.reason : undefined);

function notifyStored(done: readonly Uploading[]) {
  const known = done.filter(({ isKnown }) => isKnown);
  const isOne = done.length === 1;
  notify({
    title: isOne ? 'Document Uploaded' : `${done.length} Documents Uploaded`,
    description: isOne
      ? 'The document has been securely encrypted and stored.'
      : `${done.length} documents have been securely encrypted and stored.`,
    ...(known.length > 0 && {
      detail: isOne
        ? 'A document with this name already existed. Both are kept.'
        : `${countOf(known.length, 'name')} already existed. All documents are kept.`,
    }),
  });
}

function notifyFailed(failed: readonly Uploading[], stored: number) {
  const reasons = [...new Set(failed.map(reasonOf))];
  const after =
    stored > 0 ? `${countOf(stored, 'other document')} ${stored === 1 ? 'was' : 'were'} uploaded.` : undefined;
  const detail = [reasons.length === 1 ? reasons[0] : 'The list of uploads says why.', after].filter(Boolean).join(' ');
  const description = failed.length === 1 ? 'Failed to upload document' : `Failed to upload ${failed.length} documents`;
  notify({ title: 'Upload Failed', description, ...(detail && { detail }) }, 'error');
}

/** Shows one toast for all uploads that ended since the last one. */
function notifyEnded(ended: readonly Uploading[]) {
  const failed = ended.filter(({ state }) => state.kind === 'failed');
  const done = ended.filter(({ state }) => state.kind === 'done');
  if (failed.length > 0) notifyFailed(failed, done.length);
  else notifyStored(done);
}

/** Stage or request that a file is for. */
interface Place {
  stageId: string | null;
  requestId?: string | undefined;
}

/** Details of an upload beside its file. */
interface UploadDetails extends Place {
  /** True if a document or an earlier upload has the same name. */
  isKnown: boolean;
}

export type Uploading = Queued<UploadDetails>;

// Kept outside React, so that uploads continue while the adviser is on another screen.
const queues = new Map<string, UploadQueue<UploadDetails>>();
/** Files uploaded since the queue was last empty, by client. Counts include them, though they have left the queue. */
const uploaded = new Map<string, readonly Uploading[]>();

/** Returns the largest file in MB. The server applies a lower one that was set since. */
export const maxMb = () => (queryClient.getQueryData(settingsQuery.queryKey)?.documents ?? DOCUMENTS_DEFAULTS).maxMb;

function newQueue(clientId: string): UploadQueue<UploadDetails> {
  const queue = uploadQueue<UploadDetails>({
    send: ({ file, stageId, requestId }, way) =>
      new MutationObserver(queryClient, upload).mutate({
        clientId,
        file,
        stageId: stageId ?? undefined,
        requestId,
        ...way,
      }),
    onDiscard: discardUpload,
    maxMb,
    onEnd: (ended) => {
      notifyEnded(ended);
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

/** Stops all uploads, so that nothing is sent after the adviser has signed out. */
function stopAll() {
  for (const queue of queues.values()) queue.stop();
  queues.clear();
}
sessionLost.on(stopAll);
signedOut.on(stopAll);

/** Adds the details to each file. Compares display names, which can differ from file names. */
function withDetails(files: readonly File[], place: Place, existingNames: readonly string[]) {
  const names = new Set(existingNames);
  return files.map((file) => {
    const name = displayName(file.name);
    const isKnown = names.has(name);
    names.add(name);
    return { file, ...place, isKnown };
  });
}

export function useUploads(clientId: string) {
  const queue = queues.get(clientId) ?? newQueue(clientId);
  const files = useSyncExternalStore(queue.subscribe, queue.files);
  const add = (added: readonly File[], place: Place) => {
    const documents = queryClient.getQueryData(documentsQuery(clientId).queryKey) ?? [];
    const existingNames = [
      ...documents.map(({ name }) => name),
      ...queue.files().map(({ file }) => displayName(file.name)),
    ];
    queue.add(withDetails(added, place, existingNames));
  };
  const { retry, remove, pause, unpause } = queue;
  return { files, uploaded: uploaded.get(clientId) ?? [], add, retry, remove, pause, unpause };
}
