import { changesText } from '#shared/audit-log/kind.ts';
import type { FirmAuditEntry } from '#shared/contract/firm.ts';
import { sayActor } from '#shared/rules/colleagues.ts';
import { csv } from '../csv.ts';

const HEAD = ['Time', 'Who', 'Role', 'What', 'About', 'Changes'];

/** Returns entries as CSV. Pages are parts of one file, so only the first has a head. */
export const auditCsv = (entries: readonly FirmAuditEntry[], isFirst: boolean) =>
  csv(
    entries.map((entry) => [
      entry.at,
      sayActor(entry),
      entry.actorType,
      entry.summary,
      entry.about ?? '',
      changesText(entry.changes),
    ]),
    isFirst ? HEAD : undefined,
  );
