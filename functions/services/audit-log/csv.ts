import type { FirmAuditEntry } from '#shared/contract/firm.ts';

/** Spreadsheets run a value that begins like this as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

const cell = (value: string) => `"${(FORMULA.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`;

/** Byte order mark, by which spreadsheets recognise UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Returns rows as CSV (RFC 4180). Without a head they continue another part. */
const csv = (rows: readonly (readonly string[])[], head?: readonly string[]) =>
  Buffer.from(
    `${head ? BYTE_ORDER_MARK : ''}${[...(head ? [head] : []), ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`,
  );

const HEAD = ['Time', 'Who', 'Role', 'What', 'About'];

/** Returns entries as CSV. Pages are parts of one file, so only the first has a head. */
export const auditCsv = (entries: readonly FirmAuditEntry[], isFirst: boolean) =>
  csv(
    entries.map((entry) => [entry.at, entry.actorName, entry.actorType, entry.summary, entry.about ?? '']),
    isFirst ? HEAD : undefined,
  );
