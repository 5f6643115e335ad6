import { put } from '../../aws/table.ts';
import type { ActivityItem } from '../activity.ts';
import { FIRM } from '../keys.ts';
import { tellAdmins } from '../notices/notify.ts';

/**
 * Repeats the line of a damaged document in the firm's record, under the same key: who found it may write to clients alone.
 * Of the line that is there admins are told.
 */
export const tellOfDamage = (line: ActivityItem, now: Date): Promise<void> =>
  line.pk === FIRM.pk ? tellAdmins(line, now) : put({ ...line, pk: FIRM.pk });
