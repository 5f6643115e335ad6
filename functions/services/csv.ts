/** Spreadsheets run a value that begins like this as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

export type Cell = string | number;

const textCell = (value: string) => `"${(FORMULA.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`;
const cell = (value: Cell) => (typeof value === 'number' ? String(value) : textCell(value));

/** Byte order mark, by which spreadsheets recognise UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Returns rows as CSV (RFC 4180). Without a head they continue another part. */
export const csv = (rows: readonly (readonly Cell[])[], head?: readonly string[]) =>
  Buffer.from(
    `${head ? BYTE_ORDER_MARK : ''}${[...(head ? [head] : []), ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`,
  );

/** Returns the headers of a CSV file that browsers save. */
export const csvHeaders = (fileName: string) => ({
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': `attachment; filename="${fileName}"`,
});
