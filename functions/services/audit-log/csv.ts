import type { FirmAuditEntry } from '#shared/contract/firm.ts';
import { csv } from '../csv.ts';

const HEAD = ['Time', 'Who', 'Role', 'What', 'About'];

/** Returns entries as CSV. Pages are parts of one file, so only the first has a head. */
export const auditCsv = (entries: readonly FirmAuditEntry[], isFirst: boolean) =>
  csv(
    entries.map((entry) => [entry.at, entry.actorName, entry.actorType, entry.summary, entry.about ?? '']),
    isFirst ? HEAD : undefined,
  );
