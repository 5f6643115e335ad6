import { put } from '../../aws/table.ts';
import { lineAt, SYSTEM } from '../../services/audit-log/entry.ts';
import { recordOfFirm } from '../../services/audit-log/firm-log.ts';
import { timeKey } from '../../services/keys/ids.ts';
import { AUDIT, idOf, PREFIX } from '../../services/keys/keys.ts';
import { logged } from '../../services/keys/pseudonym.ts';
import type { AdviserItem } from './account.ts';

const HOUR_MS = 60 * 60 * 1000;
/** Ends the key of an hour's entry, where other keys have random characters. */
const OF_HOUR = '0'.repeat(16);

/**
 * Records a refused sign-in. All addresses without an account share one entry an hour, so that strangers cannot fill the audit
 * log. Both cases are one write, so that their time does not tell them apart.
 */
export async function recordRefusal(account: AdviserItem | undefined, address: string, now: Date): Promise<void> {
  const action = 'sign-in-refused';
  if (account) {
    const data = { address: logged(address), name: account.card.name };
    return recordOfFirm(SYSTEM, { action, data, ref: idOf(account.pk) }, now);
  }
  const hour = timeKey(new Date(now.getTime() - (now.getTime() % HOUR_MS)));
  await put({ ...lineAt({ pk: AUDIT, sk: `${PREFIX.activity}${hour}${OF_HOUR}` }, SYSTEM, { action, data: {} }) });
}
