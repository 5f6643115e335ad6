import { chaseDayOf, isWithProvider, waitedDays } from '#shared/rules/loas.ts';
import { londonParts } from '#shared/rules/london.ts';
import { unchanged } from '../../aws/expressions.ts';
import { get, query, transact, tryUpdate } from '../../aws/table.ts';
import { type EntryOf, SYSTEM } from '../../services/audit-log/entry.ts';
import { clientIdOf, clientPartition, idOfChild, PREFIX } from '../../services/keys/keys.ts';
import { type DueItem, notDue } from '../../services/scheduler/scheduler.ts';
import { readSettings } from '../../services/settings.ts';
import { type ClientItem, clientKey } from '../clients/client.ts';
import { entryWrites } from '../clients/client-writes.ts';
import type { LoaItem } from './loa.ts';
import { chaseKeys, lock } from './loa-write.ts';

/** Returns the day of a chase that its adviser is still to be notified about. */
const dayToTell = ({ summary, toldFor }: LoaItem, closed: readonly string[]) =>
  isWithProvider(summary.state) && toldFor !== summary.nextChase ? chaseDayOf(summary, closed) : undefined;

/** Records once that a letter is to be chased, which notifies the adviser. Skips letters of completed clients. */
export async function chaseDue(due: DueItem, now: Date): Promise<void> {
  const loa = await get<LoaItem>(due);
  if (!loa) return;
  const client = await get<ClientItem>(clientKey(clientIdOf(loa)));
  if (!client || client.deleting) return;
  const settings = await readSettings();
  const { firm } = settings;
  const { provider, nextChase } = loa.summary;
  const today = londonParts(now).date;
  const day = dayToTell(loa, firm.closedDays);
  if (day === undefined || day > today || client.summary.completedAt !== undefined) {
    const later = day !== undefined && day > today ? chaseKeys(loa, day, settings) : notDue.set;
    await tryUpdate(loa, { set: later, when: lock(loa) });
    return;
  }
  const days = waitedDays(loa.summary, today, firm.closedDays) ?? 0;
  const happened = { action: 'loa-due', data: { provider, days }, ref: idOfChild(loa) } as const;
  await transact([
    ...entryWrites({ actor: SYSTEM, client, now }, happened),
    { update: loa, change: { set: { ...notDue.set, toldFor: nextChase }, when: lock(loa) } },
  ]);
}

/** Makes chases due again that came while the client was completed, when no notice left. Idempotent. */
export async function chaseReopened(entry: EntryOf<'client-reopened' | 'client-reassigned'>): Promise<void> {
  if (entry.data.completed !== false) return;
  const [loas, settings] = await Promise.all([
    query<LoaItem>(clientPartition(clientIdOf(entry)), PREFIX.loa),
    readSettings(),
  ]);
  for (const loa of loas) {
    const day = loa.dpk === undefined ? dayToTell(loa, settings.firm.closedDays) : undefined;
    if (day === undefined) continue;
    const { nextChase } = loa.summary;
    // A step that was noted meanwhile has planned a day of its own.
    const when = [unchanged('summary/nextChase', nextChase), unchanged('toldFor', loa.toldFor)];
    await tryUpdate(loa, { set: chaseKeys(loa, day, settings), when });
  }
}
