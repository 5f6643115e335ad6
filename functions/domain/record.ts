import type { Happened } from '#shared/activity.ts';
import type { RecordLine } from '#shared/contract/firm.ts';
import { put, query, type Range, type Write } from '../aws/table.ts';
import { type ActivityItem, lineAt, toLine } from './activity.ts';
import type { Recorded } from './actor.ts';
import { newChildKey } from './ids.ts';
import { AUDIT, childKeyOf, FIRM, PREFIX } from './keys.ts';

type Who = Pick<Recorded, 'kind' | 'id' | 'name'>;

/** Who does what a job does by itself. */
export const SYSTEM: Recorded = { kind: 'system', id: 'system', name: 'System' };

/** One line of the firm's record, for people. */
export const toRecordLine = (item: ActivityItem): RecordLine => ({
  id: childKeyOf(item),
  ...toLine(item),
  about: (item.v === 2 && item.ref) || null,
});

/**
 * Returns the write of an entry in the firm's audit log, for the transaction of the change. It outlives clients and accounts, and
 * names a client by id alone (contract, New).
 */
export const firmLine = (actor: Who, happened: Happened, now: Date): Write & { put: object } => ({
  put: { ...lineAt({ pk: AUDIT, sk: `${PREFIX.activity}${newChildKey(now)}` }, actor, happened) },
});

/** Records what changes no data, such as a refused sign-in. */
export const recordOfFirm = (actor: Who, happened: Happened, now: Date) =>
  put(firmLine(actor, happened, now).put as never);

/**
 * Reads the firm's audit log, newest entries first. Entries that migration 9 has not moved yet are in the firm's partition:
 * both are read in parallel.
 */
export async function auditLog(range: Range): Promise<ActivityItem[]> {
  const newestFirst = { ...range, newestFirst: true };
  const found = await Promise.all([AUDIT, FIRM.pk].map((pk) => query<ActivityItem>(pk, PREFIX.activity, newestFirst)));
  return found
    .flat()
    .sort((a, b) => (a.sk < b.sk ? 1 : -1))
    .slice(0, range.limit);
}
