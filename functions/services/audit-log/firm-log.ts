import type { Happened } from '#shared/audit-log/actions.ts';
import type { FirmAuditEntry } from '#shared/contract/firm.ts';
import { MB } from '#shared/rules/limits.ts';
import { fitting } from '../../aws/json-size.ts';
import { put, queryPart, type Range, type Write } from '../../aws/table.ts';
import * as KEYS from '../keys/item-kinds.ts';
import { AUDIT, childKeyOf, itemKey, newChildKey, PREFIX } from '../keys/keys.ts';
import { type AuditEntry, type EntryActor, newEntry, toEntry } from './entry.ts';

export const toFirmAuditEntry = (item: AuditEntry): FirmAuditEntry => ({
  id: childKeyOf(item),
  ...toEntry(item),
  about: item.ref ?? null,
});

/** Returns the write of an entry. Entries outlive clients and accounts, so they name a client by id only. */
export const firmEntry = (actor: EntryActor, happened: Happened, now: Date): Write & { put: object } => ({
  put: { ...newEntry(itemKey(KEYS.firmEntry, '', newChildKey(now)), actor, happened) },
});

export const writeFirmEntry = (actor: EntryActor, happened: Happened, now: Date) =>
  put(firmEntry(actor, happened, now).put as never);

/** Limit of 1 MB pages, about 4,000 entries each, that a request reads to find entries that match a filter. */
const MAX_PAGES = 4;

/** Entries with many old and new values make a page shorter: a Lambda response may hold 6 MB. */
const MAX_BYTES = 4 * MB;

/** Part of the audit log, newest first. `next` is the key to continue before. */
export interface AuditPage {
  entries: AuditEntry[];
  next?: string;
}

export async function auditLog({ limit, ...range }: Range & { limit: number }): Promise<AuditPage> {
  const options = { maxPages: MAX_PAGES, ...range, newestFirst: true, limit: limit + 1 };
  const { items, stoppedAt } = await queryPart<AuditEntry>(AUDIT, PREFIX.activity, options);
  const entries = fitting(items.slice(0, limit), MAX_BYTES);
  const last = items.length > entries.length ? entries.at(-1)?.sk : stoppedAt;
  return { entries, ...(last !== undefined && { next: last.slice(PREFIX.activity.length) }) };
}
