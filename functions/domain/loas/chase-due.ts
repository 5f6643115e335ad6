import { isWithProvider, waitedDays } from '#shared/rules/chase/loas.ts';
import { londonParts } from '#shared/rules/london.ts';
import { get, transact, tryUpdate } from '../../aws/table.ts';
import { SYSTEM } from '../../services/audit-log/entry.ts';
import { clientIdOf, idOfChild } from '../../services/keys/keys.ts';
import { type Due, notDue } from '../../services/scheduler/scheduler.ts';
import { readSettings } from '../../services/settings.ts';
import { type ClientItem, clientKey } from '../clients/client.ts';
import { entryWrites } from '../clients/client-writes.ts';
import type { LoaItem } from './loa.ts';

/** Records once that a letter is to be chased, which notifies the adviser. Skips letters of completed clients. */
export async function chaseDue(due: Due, now: Date): Promise<void> {
  const loa = await get<LoaItem>(due);
  if (!loa) return;
  const client = await get<ClientItem>(clientKey(clientIdOf(loa)));
  if (!client || client.deleting) return;
  const { provider, state, nextChase } = loa.card;
  const today = londonParts(now).date;
  const lock = [['version', '=', loa.version]] as const;
  const isDue = isWithProvider(state) && nextChase !== undefined && nextChase <= today && loa.toldFor !== nextChase;
  if (!isDue || client.card.completedAt !== undefined) {
    await tryUpdate(loa, { ...notDue, when: lock });
    return;
  }
  const { firm } = await readSettings();
  const days = waitedDays(loa.card, today, firm.closedDays) ?? 0;
  const happened = { action: 'loa-due', data: { provider, days }, ref: idOfChild(loa) } as const;
  await transact([
    ...entryWrites({ actor: SYSTEM, client, now }, happened),
    { update: loa, change: { set: { ...notDue.set, toldFor: nextChase }, when: lock } },
  ]);
}
