import type { RequestToReview } from '#shared/contract/requests.ts';
import { getTogether, itemAt } from '../../aws/table.ts';
import { clientIdOf } from '../../services/keys/keys.ts';
import type { Staff } from '../accounts/session.ts';
import { adviserIdOf, type ClientItem, clientKey } from '../clients/client.ts';
import { wholeList } from '../clients/firm-lists.ts';
import { REQUEST_ROW, type RequestItem, type RequestRow, toRequest } from './request.ts';

/** Returns the requests that an adviser must decide on, the longest waiting first. Admins get those of all advisers. */
export async function requestsToReview(actor: Staff, own: RequestRow[]): Promise<RequestToReview[]> {
  const { items: rows, names } = await wholeList(actor, own, REQUEST_ROW.submitted);
  const stored = await getTogether(rows.flatMap((row) => [row, clientKey(clientIdOf(row))]));
  return rows
    .sort((a, b) => (a.gsk < b.gsk ? -1 : 1))
    .flatMap((row) => {
      const request = itemAt<RequestItem>(stored, row);
      const client = itemAt<ClientItem>(stored, clientKey(clientIdOf(row)));
      // The index may lag behind a decision or a reassignment.
      if (request?.summary.state !== 'submitted' || client?.gpk !== row.gpk) return [];
      const adviserId = adviserIdOf(client);
      const adviserName = names.get(adviserId) ?? '';
      return [{ ...toRequest(request), clientName: client.summary.name, adviserId, adviserName }];
    });
}
