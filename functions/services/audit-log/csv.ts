import type { RecordLine } from '#shared/contract/firm.ts';

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
export const recordCsv = (lines: readonly RecordLine[], isFirst: boolean) =>
  csv(
    lines.map((line) => [line.at, line.actorName, line.actorType, line.summary, line.about ?? '']),
    isFirst ? HEAD : undefined,
  );
