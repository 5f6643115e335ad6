import type { Happened } from '#shared/activity.ts';
import type { RecordLine } from '#shared/contract/firm.ts';
import { put, queryPart, type Range, type Write } from '../../aws/table.ts';
import { AUDIT, childKeyOf, FIRM, itemKey, newChildKey, PREFIX } from '../keys/keys.ts';
import * as KEYS from '../keys/kinds.ts';
import { type ActivityItem, lineAt, type Recorded, toLine } from './entry.ts';

export const toRecordLine = (item: ActivityItem): RecordLine => ({
  id: childKeyOf(item),
  ...toLine(item),
  about: (item.v === 2 && item.ref) || null,
});

/** Returns the write of an entry, which outlives clients and accounts and names a client by id alone. */
export const firmLine = (actor: Recorded, happened: Happened, now: Date): Write & { put: object } => ({
  put: { ...lineAt(itemKey(KEYS.firmEntry, '', newChildKey(now)), actor, happened) },
});

/** Records what changes no data, such as a refused sign-in. */
export const recordOfFirm = (actor: Recorded, happened: Happened, now: Date) =>
  put(firmLine(actor, happened, now).put as never);

/** Pages of 1 MB, some 4,000 entries each, that an answer reads at most while it looks for those that a filter keeps. */
const MAX_PAGES = 4;

/** A part of the audit log, newest first; `next` is the key to go on before, where there may be more. */
export interface AuditPage {
  entries: ActivityItem[];
  next?: string;
}

/** Reads entries, newest first. Entries that migration 9 has not moved yet are in the firm's partition. */
export async function auditLog({ limit, ...range }: Range & { limit: number }): Promise<AuditPage> {
  const asked = { maxPages: MAX_PAGES, ...range, newestFirst: true, limit: limit + 1 };
  const parts = await Promise.all([AUDIT, FIRM.pk].map((pk) => queryPart<ActivityItem>(pk, PREFIX.activity, asked)));
  // Below where one of them stopped, the other may have entries that belong before those of the first.
  const stoppedAt = parts
    .flatMap((part) => part.stoppedAt ?? [])
    .sort()
    .at(-1);
  const found = parts
    .flatMap(({ items }) => items)
    .filter(({ sk }) => stoppedAt === undefined || sk >= stoppedAt)
    .sort((a, b) => (a.sk < b.sk ? 1 : -1));
  const entries = found.slice(0, limit);
  const last = found.length > limit ? entries.at(-1)?.sk : stoppedAt;
  return { entries, ...(last !== undefined && { next: last.slice(PREFIX.activity.length) }) };
}
