import { countOf } from '#shared/rules/counted-words.ts';
import { type Failure, failureNotice } from '../../../lib/http/failure.ts';
import { notify, type ToastContent } from '../../../lib/screen/notify.ts';
import { hasFailed, type QueuedFile } from '../../../parts/upload/queued-file.ts';

/** Results of uploads, by file of the queue. */
export interface Outcomes {
  /** Errors of the server. */
  refusals: Map<number, unknown>;
  /** Files whose request was settled before they arrived. */
  unlinked: Set<number>;
}

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
export function notifyEnd(ended: readonly QueuedFile[], { refusals, unlinked }: Outcomes, adviser: string) {
  const failed = ended.filter(hasFailed);
  const [lost] = failed;
  if (lost && failed.length < ended.length)
    return notify(
      { title: FAILURE.title, description: `${sentOf(failed.length, ended.length)} The page says why.` },
      'error',
    );
  if (lost)
    return notify(refusals.has(lost.id) ? failureNotice(refusals.get(lost.id), FAILURE) : refusalOf(lost), 'error');
  const subject = ended.length === 1 ? 'Your document has' : `Your ${countOf(ended.length, 'document')} have`;
  const alone = ended.find(({ id }) => unlinked.has(id))?.target.title;
  notify({
    title: 'Document Uploaded',
    description: `${subject} been securely encrypted and stored.`,
    ...(alone && {
      detail: `${adviser} has already dealt with “${alone}”. You can find your file under Your Documents.`,
    }),
  });
}
