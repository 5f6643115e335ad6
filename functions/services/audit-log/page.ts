import type { FirmAuditEntry } from '#shared/contract/firm.ts';
import { addDays, londonInstant } from '#shared/rules/london.ts';
import type { Range } from '../../aws/table.ts';
import { PREFIX, timeKey } from '../keys/keys.ts';

/** What of the firm's record is wanted. Days are London's, `YYYY-MM-DD`, both included. */
interface AuditFilter {
  actor?: string | undefined;
  action?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

const startOf = (day: string) => `${PREFIX.activity}${timeKey(londonInstant(day, '00:00'))}`;

/** Returns the range of a page; `undefined` if it is empty, because the table rejects such ranges. */
export function auditRange({ actor, action, from, to }: AuditFilter, cursor: string | undefined): Range | undefined {
  const end = to && startOf(addDays(to, 1));
  const start = cursor && `${PREFIX.activity}${cursor}`;
  const before = [end, start].filter((key) => key !== undefined).sort()[0];
  const first = from && startOf(from);
  if (before && first && before <= first) return undefined;
  const keep = (item: object) =>
    'actorId' in item &&
    'action' in item &&
    (actor === undefined || item.actorId === actor) &&
    (action === undefined || item.action === action);
  return { newestFirst: true, before, ...(first && { from: first }), ...((actor || action) && { keep }) };
}

/** A spreadsheet would run what begins like this as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** One value as CSV, in quotes; what a spreadsheet would take for a formula gets an apostrophe before it. */
const cell = (value: string) => `"${(FORMULA.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`;

/** What spreadsheets want at the beginning of a file in UTF-8. */
const MARK = '\uFEFF';

/** Returns rows as CSV (RFC 4180) in UTF-8: with a head a file of its own, without one what goes on where another ended. */
const csv = (rows: readonly (readonly string[])[], head?: readonly string[]) =>
  Buffer.from(
    `${head ? MARK : ''}${[...(head ? [head] : []), ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`,
  );

const HEAD = ['Time', 'Who', 'Role', 'What', 'About'];

/** Returns entries of the firm's audit log as CSV. Pages are parts of one file, so only the first has a head. */
export const auditCsv = (entries: readonly FirmAuditEntry[], isFirst: boolean) =>
  csv(
    entries.map((entry) => [entry.at, entry.actorName, entry.actorType, entry.summary, entry.about ?? '']),
    isFirst ? HEAD : undefined,
  );
