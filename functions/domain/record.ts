import type { Happened } from '#shared/activity.ts';
import type { RecordLine } from '#shared/contract/firm.ts';
import { put, type Write } from '../aws/table.ts';
import { type ActivityItem, lineAt, toLine } from './activity.ts';
import type { Recorded } from './actor.ts';
import { newChildKey } from './ids.ts';
import { childKeyOf, FIRM, PREFIX } from './keys.ts';

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
 * A line of the firm's own record, which outlives clients and accounts: it goes into the transaction of what it tells of, and
 * says nothing of a client but its id (contract, New).
 */
export const firmLine = (actor: Who, happened: Happened, now: Date): Write & { put: object } => ({
  put: { ...lineAt({ pk: FIRM.pk, sk: `${PREFIX.activity}${newChildKey(now)}` }, actor, happened) },
});

/** Records what changes no data, such as a refused sign-in. */
export const recordOfFirm = (actor: Who, happened: Happened, now: Date) =>
  put(firmLine(actor, happened, now).put as never);
