import { deleteAll, get, query } from '../../aws/table.ts';
import type { ActivityItem } from '../../services/audit-log/entry.ts';
import { adviserPartition, childKeyOf } from '../../services/keys/keys.ts';
import { adviserKey } from './account.ts';
import { PASSKEYS, passkeyClaimKey } from './factors/passkeys.ts';

/** Removes what hung off an account that was deleted: sessions, notices, choices, mail that waits, and its claims of passkeys. */
export async function sweepAccount(line: ActivityItem): Promise<void> {
  const id = line.v === 2 ? line.ref : undefined;
  if (id === undefined || (await get(adviserKey(id)))) return;
  const items = await query(adviserPartition(id), '');
  const passkeys = items.filter(({ sk }) => sk.startsWith(PASSKEYS));
  await deleteAll([...passkeys.map((passkey) => passkeyClaimKey(childKeyOf(passkey))), ...items]);
}
