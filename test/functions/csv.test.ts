import { expect, test } from 'vitest';
import { csv } from '#functions/services/csv.ts';

const cellOf = (value: string) =>
  csv([[value]])
    .toString()
    .trimEnd();

test.each([
  ['07700900123', '07700 900123'],
  ['02079460000', '02079 460000'],
  ['447700900123456789', '44770 0900123456789'],
  ['+447700900123', '+44 7700900123'],
  ['+44-7700-900123', '+44 7700-900123'],
  ['+44(0)7700900123', '+44 (0)7700900123'],
  ['+353861234567', '+353 861234567'],
  ['+12025550123', '+1 2025550123'],
])('writes the phone number %s as %s, which no spreadsheet takes for a number', (phone, written) => {
  expect(cellOf(phone)).toBe(`"${written}"`);
});

test.each(['+44 7700 900123', '020 7946 0000', '(020) 7946 0000', '-', '-5', '2026-11-25', '12345', 'Jul 4'])(
  'writes %s as it is',
  (value) => {
    expect(cellOf(value)).toBe(`"${value}"`);
  },
);

test.each(['=1+1', '@now', '\t=1', '\r=1', '+1+cmd', '-2+3', '+A1', '＝1', '＋A1', '－A1', '＠now'])(
  'writes %j with an apostrophe, because it is a formula',
  (formula) => {
    expect(cellOf(formula)).toBe(`"'${formula}"`);
  },
);
