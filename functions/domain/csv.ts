/** A spreadsheet would run what begins like this as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** One value as CSV, in quotes; what a spreadsheet would take for a formula gets an apostrophe before it. */
const cell = (value: string) => `"${(FORMULA.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`;

/** Rows as CSV (RFC 4180) with a head, in UTF-8 with the mark that spreadsheets want. */
export const csv = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  Buffer.from(`\uFEFF${[head, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`);
