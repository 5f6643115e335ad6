import type { Document } from '#shared/contract/documents.ts';
import type { Portal } from '#shared/contract/portal.ts';
import type { ClientRequest } from '#shared/contract/requests.ts';
import { readDraft, useDraftKey } from '../../../lib/drafts/drafts.ts';
import type { UploadTarget } from '../../../parts/upload/queued-file.ts';
import { useAccess } from '../access.ts';

/** Returns true while the client has to send something. */
export const isOpenRequest = ({ state }: Pick<ClientRequest, 'state'>) => state === 'open';

/** Returns true while the reader has to send or sign something. Staff read as the first person does. */
export const isToDo = (request: ClientRequest, { me }: Pick<Portal, 'me'>) =>
  isOpenRequest(request) && (!request.sign || request.sign.person === (me?.number ?? 1));

export function useOpenRequests() {
  const { portal } = useAccess();
  return portal.requests.filter((request) => isToDo(request, portal));
}

/** Returns the title for the client. */
export const titleOf = ({ facts, title }: ClientRequest) => (facts ? 'Your Fact-Find' : title);

/** Returns how many files came since the request was made or sent back. */
export const filesSinceAsked = (
  { id, round, files, reason, askedAt }: ClientRequest,
  documents: readonly Document[],
): number =>
  // Without a reason, all files count: an older document may have been filed under the request.
  reason === null
    ? files
    : documents.filter((file) => file.requestId === id && file.round === round && file.uploadedAt > askedAt).length;

/** Key of the upload target. Differs after each decision, as a new one needs new files. */
export const targetKey = ({ id, askedAt }: ClientRequest) => `${id} ${askedAt}`;

export const requestTarget = (request: ClientRequest): UploadTarget => ({
  key: targetKey(request),
  stageId: null,
  requestId: request.id,
  title: request.title,
});

export const answerDraft = (requestId: string) => `answer/${requestId}`;

/** Returns true if the client typed an answer, but has not sent it. */
export function useHasAnswerDraft(requestId: string): boolean {
  const key = useDraftKey(answerDraft(requestId));
  return key !== undefined && readDraft(key) !== '';
}
