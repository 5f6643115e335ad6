import { MutationObserver } from '@tanstack/react-query';
import { countOf } from '#shared/rules/counted-words.ts';
import { displayName } from '#shared/rules/documents.ts';
import { MAX_UPLOAD_MB } from '#shared/rules/limits.ts';
import { catchUp, mayShow, queryClient } from '../../../lib/query/query.ts';
import { notify } from '../../../lib/screen/notify.ts';
import { effectOf } from '../../../parts/refreshes.ts';
import { settingsQuery } from '../../../parts/settings.ts';
import { uploadsOf, useFiles } from '../../../parts/upload/client-uploads.ts';
import { hasFailed, isDone, type QueuedFile, type UploadTarget } from '../../../parts/upload/queued-file.ts';
import { documentsQuery } from '../queries.ts';
import { uploadFile } from './changes.ts';

const reasonOf = ({ state }: QueuedFile) => (state.kind === 'failed' ? state.reason : undefined);

function notifyStored(done: readonly QueuedFile[]) {
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

function notifyFailed(failed: readonly QueuedFile[], stored: number) {
  const reasons = [...new Set(failed.map(reasonOf))];
  const after =
    stored > 0 ? `${countOf(stored, 'other document')} ${stored === 1 ? 'was' : 'were'} uploaded.` : undefined;
  const detail = [reasons.length === 1 ? reasons[0] : 'The list of uploads says why.', after].filter(Boolean).join(' ');
  const description = failed.length === 1 ? 'Failed to upload document' : `Failed to upload ${failed.length} documents`;
  notify({ title: 'Upload Failed', description, ...(detail && { detail }) }, 'error');
}

/** Shows one toast for all uploads that ended since the last one. */
function notifyEnded(ended: readonly QueuedFile[]) {
  const failed = ended.filter(hasFailed);
  const done = ended.filter(isDone);
  if (failed.length > 0) notifyFailed(failed, done.length);
  else notifyStored(done);
}

/** Returns the largest file in MB. The server applies a lower one that was set since. */
export const maxMb = () => queryClient.getQueryData(settingsQuery.queryKey)?.documents.maxMb ?? MAX_UPLOAD_MB;

export const uploadToStage = (stageId: string | null = null): UploadTarget => ({ key: stageId ?? '', stageId });
export const uploadToRequest = (requestId: string): UploadTarget => ({ key: requestId, stageId: null, requestId });

/** Adds the target to each file. Compares display names, which can differ from file names. */
function withTarget(files: readonly File[], target: UploadTarget, existingNames: readonly string[]) {
  const names = new Set(existingNames);
  return files.map((file) => {
    const name = displayName(file.name);
    const isKnown = names.has(name);
    names.add(name);
    return { file, target, isKnown };
  });
}

export function useUploads(clientId: string) {
  const queue = uploadsOf(
    { clientId },
    {
      send: async (sent, { target }) => {
        const stored = await new MutationObserver(queryClient, uploadFile).mutate(sent);
        target.onStored?.(stored);
      },
      onEnd: notifyEnded,
      staysListed: () => false,
      documents: () => queryClient.getQueryData(documentsQuery(clientId).queryKey) ?? [],
      rereadDocuments: () => catchUp(effectOf('POST /api/clients/{id}/documents'), mayShow([clientId])),
      maxMb,
    },
  );
  const files = useFiles(queue);
  const add = (added: readonly File[], target: UploadTarget) => {
    const documents = queryClient.getQueryData(documentsQuery(clientId).queryKey) ?? [];
    const existingNames = [
      ...documents.map(({ name }) => name),
      ...queue.files().map(({ file }) => displayName(file.name)),
    ];
    queue.add(withTarget(added, target, existingNames));
  };
  return { queue, files, stored: queue.stored(), add };
}
