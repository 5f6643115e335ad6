/** A spreadsheet would run what begins like this as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** One value as CSV, in quotes; what a spreadsheet would take for a formula gets an apostrophe before it. */
const cell = (value: string) => `"${(FORMULA.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`;

/** What spreadsheets want at the beginning of a file in UTF-8. */
const MARK = '\uFEFF';

/** Rows as CSV (RFC 4180) in UTF-8: with a head a file of its own, without one what goes on where another ended. */
export const csv = (rows: readonly (readonly string[])[], head?: readonly string[]) =>
  Buffer.from(
    `${head ? MARK : ''}${[...(head ? [head] : []), ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`,
  );
