import { query, transact } from '../../../aws/table.ts';
import type { Recorded } from '../../actor.ts';
import { conflict } from '../../errors.ts';
import { adviserPartition, idOf } from '../../keys.ts';
import { firmLine } from '../../record.ts';
import { type AdviserItem, hasSecondFactor } from '../account.ts';
import { FACTOR, factorsChanged, RECOVERY } from './factors.ts';

/**
 * Takes all second factors and recovery codes off an account whose holder has lost them, and ends all its sessions. Throws
 * 409 where it has none.
 */
export async function resetSecondFactor(account: AdviserItem, { by, now }: { by: Recorded; now: Date }): Promise<void> {
  const { name } = account.card;
  if (!hasSecondFactor(account)) throw conflict(`${name} has no second factor`);
  const factors = await query(adviserPartition(idOf(account.pk)), FACTOR);
  const others = factors.filter(({ sk }) => sk !== `${FACTOR}${RECOVERY}`);
  await transact([
    ...factorsChanged(account, {}, { endsSessions: true }),
    ...others.map((factor) => ({ delete: factor, when: [['pk', 'exists']] as const })),
    firmLine(by, { action: 'second-factor-reset', data: { name }, ref: idOf(account.pk) }, now),
  ]);
}
