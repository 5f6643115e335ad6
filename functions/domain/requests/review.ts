import { addressOf } from '#shared/contract/address.ts';
import type { RequestToReview } from '#shared/contract/requests.ts';
import type { RowPage } from '../../aws/table.ts';
import { childId, childKeyOf, clientIdOf, idOfChild, timeOfKey } from '../../services/keys/keys.ts';
import type { Staff } from '../accounts/session.ts';
import { adviserIdOf } from '../clients/client.ts';
import { ownRowPage, type PageQuery, pageOfRows, type RowRange } from '../clients/row-pages.ts';
import { REQUEST_ROW, type RequestRow } from './request.ts';

const QUEUE: RowRange = { prefix: REQUEST_ROW.submitted, most: 500 };

/** Reads an adviser's review queue during the identity check. */
export const ownQueue = (adviserId: string | undefined, query: PageQuery) =>
  ownRowPage<RequestRow>(adviserId, QUEUE, query);

function toReview(row: RequestRow, names: ReadonlyMap<string, string>): RequestToReview {
  const { summary } = row;
  const [clientId, adviserId] = [clientIdOf(row), adviserIdOf(row)];
  return {
    id: idOfChild(row),
    clientId,
    title: summary.title,
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
    clientName: summary.clientName ?? '',
    adviserId,
    adviserName: names.get(adviserId) ?? '',
  };
}

/** Returns a page of the requests that an adviser must decide on, the longest waiting first. Admins get those of all. */
export async function requestsToReview(
  actor: Staff,
  own: RowPage<RequestRow> | undefined,
  query: PageQuery,
): Promise<{ requests: RequestToReview[]; next: string | undefined }> {
  const { rows, names, next } = await pageOfRows(actor, own, QUEUE, query);
  const { adviser, limit = QUEUE.most } = query;
  const further = next && { adviser, limit: String(limit), cursor: next };
  return {
    requests: rows.map((row) => toReview(row, names)),
    next: further && addressOf('GET /api/requests/review', {}, further).url,
  };
}
