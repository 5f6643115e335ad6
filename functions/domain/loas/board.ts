import type { LoaOnBoard } from '#shared/contract/loas.ts';
import { isUnderWay } from '#shared/rules/chase/loas.ts';
import type { Calendar } from '#shared/rules/working-days.ts';
import { getTogether, itemAt } from '../../aws/table.ts';
import { clientIdOf, PREFIX } from '../../services/keys/keys.ts';
import type { Staff } from '../accounts/session.ts';
import { adviserIdOf, type ClientItem, clientKey } from '../clients/client.ts';
import { wholeList } from '../clients/firm-lists.ts';
import { type LoaItem, type LoaRow, toLoa } from './loa.ts';

/** Returns the letters under way of an adviser's clients, by their next chase. Admins get those of all advisers. */
export async function loasOnBoard(actor: Staff, own: LoaRow[], calendar: Calendar): Promise<LoaOnBoard[]> {
  const { items: rows, names } = await wholeList(actor, own, PREFIX.indexedLoa);
  const stored = await getTogether(rows.flatMap((row) => [row, clientKey(clientIdOf(row))]));
  return rows
    .sort((a, b) => (a.gsk < b.gsk ? -1 : 1))
    .flatMap((row) => {
      const loa = itemAt<LoaItem>(stored, row);
      const client = itemAt<ClientItem>(stored, clientKey(clientIdOf(row)));
      // The index may lag behind a step or a reassignment.
      if (!loa || !isUnderWay(loa.summary.state) || client?.gpk !== row.gpk) return [];
      if (client.summary.completedAt !== undefined) return [];
      const adviserId = adviserIdOf(client);
      const adviserName = names.get(adviserId) ?? '';
      return [{ ...toLoa(loa, calendar), clientName: client.summary.name, adviserId, adviserName }];
    });
}
