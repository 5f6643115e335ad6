import { query, transact } from '../../../aws/table.ts';
import type { EntryActor } from '../../../services/audit-log/entry.ts';
import { firmEntry } from '../../../services/audit-log/firm-log.ts';
import { conflict } from '../../../services/errors.ts';
import { adviserPartition, idOf } from '../../../services/keys/keys.ts';
import { type AdviserItem, hasSecondFactor } from '../account.ts';
import { FACTOR, factorsChanged, RECOVERY } from './factors.ts';
import { codeCounters } from './guesses.ts';

/** Removes all factors and recovery codes, resets the counters of wrong codes, and ends all sessions. */
export async function resetSecondFactor(
  account: AdviserItem,
  { by, now }: { by: EntryActor; now: Date },
): Promise<void> {
  const { name } = account.summary;
  if (!hasSecondFactor(account)) throw conflict(`${name} has no second factor`);
  const id = idOf(account.pk);
  const [factors, counters] = await Promise.all([query(adviserPartition(id), FACTOR), codeCounters(id)]);
  const others = factors.filter(({ sk }) => sk !== `${FACTOR}${RECOVERY}`);
  await transact([
    ...factorsChanged(account, {}, { endsSessions: true }),
    ...counters.map((counter) => ({ delete: counter })),
    ...others.map((factor) => ({ delete: factor, when: [['pk', 'exists']] as const })),
    firmEntry(by, { action: 'second-factor-reset', data: { name }, ref: id }, now),
  ]);
}
