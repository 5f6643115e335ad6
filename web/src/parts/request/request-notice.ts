import type { DocumentRequest } from '#shared/contract/requests.ts';
import { type RequestAct, resultOfAct } from '#shared/rules/request-acts.ts';
import { REQUEST_TEXTS } from '#shared/rules/request-texts.ts';
import { deletedNotice, finalNotice, type Notice } from '../../ui/overlay/notice.ts';

/**
 * Returns the notice of a dialog once its act is refused; `request` is undefined once it is deleted. `isByStaff` is true
 * for a fact-find of which staff gave every answer.
 */
export function requestNotice(
  act: RequestAct,
  request: Pick<DocumentRequest, 'kind' | 'state' | 'files' | 'facts'> | undefined,
  isByStaff = false,
): Notice | undefined {
  if (!request) return deletedNotice('request');
  const result = resultOfAct(act, {
    ...request,
    hasContent: request.files > 0 || request.facts?.isBegun === true,
    isByStaff,
  });
  if ('next' in result) return;
  return finalNotice('refused' in result ? result.refused : REQUEST_TEXTS.settled);
}
