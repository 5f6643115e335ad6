/** Spreadsheets run a value that begins like this as a formula. A sign before digits alone can do nothing. */
const FORMULA = /^[=@\t\r＝＠]|^[+\-＋－](?![\d ()-]*$)/;
/** Digits of which a spreadsheet would drop the leading zero, or those after the fifteenth. */
const DIGITS = /^(0\d{4}|\d{5}(?=\d{7}))(\d+)$/;
/** Country code of a number without a space after it, by the lengths of ITU E.164. */
const COUNTRY_CODE = /^\+(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})-?(?=[\d(][\d ()-]*$)/;

export type Cell = string | number;

/** Spaces a phone number so that spreadsheets take it for text. Quotes do not: CSV has no types. */
const spaced = (value: string) => value.replace(DIGITS, '$1 $2').replace(COUNTRY_CODE, '+$1 ');

const textCell = (value: string) => `"${(FORMULA.test(value) ? `'${value}` : spaced(value)).replaceAll('"', '""')}"`;
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
