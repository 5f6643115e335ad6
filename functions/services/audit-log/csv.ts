import { changesText } from '#shared/audit-log/kind.ts';
import type { FirmAuditEntry } from '#shared/contract/firm.ts';
import { csv } from '../csv.ts';

const HEAD = ['Time', 'Who', 'Role', 'What', 'About', 'Changes'];

/** Returns entries as CSV. Pages are parts of one file, so only the first has a head. */
export const auditCsv = (entries: readonly FirmAuditEntry[], isFirst: boolean) =>
  csv(
    entries.map(({ at, actorName, actorFor, actorType, summary, about, changes }) => [
      at,
      actorFor === undefined ? actorName : `${actorName} for ${actorFor}`,
      actorType,
      summary,
      about ?? '',
      changesText(changes),
    ]),
    isFirst ? HEAD : undefined,
  );
