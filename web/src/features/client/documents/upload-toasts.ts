import { countOf } from '#shared/rules/words.ts';
import { notify } from '../../../lib/screen/notify.ts';
import type { Uploading } from './uploads.ts';

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
export function tellUploads(ended: readonly Uploading[]) {
  const failed = ended.filter(({ state }) => state.kind === 'failed');
  const done = ended.filter(({ state }) => state.kind === 'done');
  if (failed.length > 0) tellFailed(failed, done.length);
  else tellStored(done);
}
