import { deleteAll, get, query } from '../../aws/table.ts';
import type { ActivityItem } from '../activity.ts';
import { adviserPartition } from '../keys.ts';
import { adviserKey } from './account.ts';

/** Removes what hung off an account that was deleted: sessions, notices, choices, mail that waits. */
export async function sweepAccount(line: ActivityItem): Promise<void> {
  const id = line.v === 2 ? line.ref : undefined;
  if (id === undefined || (await get(adviserKey(id)))) return;
  await deleteAll(await query(adviserPartition(id), ''));
}
