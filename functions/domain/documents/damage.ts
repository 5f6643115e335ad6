import { put } from '../../aws/table.ts';
import type { ActivityItem } from '../activity.ts';
import { AUDIT } from '../keys.ts';
import { tellAdmins } from '../notices/notify.ts';

/** Copies the entry about a damaged document to the firm's audit log, under the same key, and notifies admins of the copy. */
export const tellOfDamage = (line: ActivityItem, now: Date): Promise<void> =>
  line.pk === AUDIT ? tellAdmins(line, now) : put({ ...line, pk: AUDIT });
