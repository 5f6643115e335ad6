import type { RequestToReview } from '#shared/contract/requests.ts';
import type { RowPage } from '../../aws/table.ts';
import { childId, childKeyOf, clientIdOf, idOfChild, timeOfKey } from '../../services/keys/keys.ts';
import type { Staff } from '../accounts/session.ts';
import { ownRowPage, type PageQuery, pageOfRows, type RowRange } from '../clients/row-pages.ts';
import { kindOf, REQUEST_ROW, type RequestRow } from './request.ts';

const QUEUE: RowRange = { prefix: REQUEST_ROW.submitted, most: 500 };

/** Reads an adviser's review queue during the identity check. */
export const ownQueue = (adviserId: string | undefined, query: PageQuery) =>
  ownRowPage<RequestRow>(adviserId, QUEUE, query);

function toReview(row: RequestRow) {
  const { summary } = row;
  const clientId = clientIdOf(row);
  return {
    id: idOfChild(row),
    clientId,
    title: summary.title,
    kind: kindOf(row),
    stageId: summary.stage === undefined ? null : childId(clientId, summary.stage),
    dueDate: summary.due ?? null,
    answer: summary.answer ?? null,
    state: summary.state,
    round: summary.attempt,
    files: summary.files,
    askedAt: summary.askedAt,
    submittedAt: summary.submittedAt ?? null,
    createdAt: timeOfKey(childKeyOf(row)),
    version: summary.version ?? 0,
  };
}

/** Returns a page of the requests that an adviser must decide on, the longest waiting first. Admins get those of all. */
export const requestsToReview = (actor: Staff, own: RowPage<RequestRow> | undefined, query: PageQuery) =>
  pageOfRows(actor, own, QUEUE, query, {
    call: 'GET /api/requests/review',
    show: (row, whose): RequestToReview => ({ ...toReview(row), ...whose }),
  });
