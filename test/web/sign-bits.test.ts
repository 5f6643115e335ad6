import { expect, test } from 'vitest';
import { bitsOf, inkIn, pixelsOf } from '../../web/src/features/portal/sign/bits.ts';
import { linesIn, textOf } from '../../web/src/features/portal/sign/drawing.ts';

/** Returns a picture from rows of dots: `#` is ink, `+` is covered by less than half. */
function picture(...rows: string[]) {
  const cover = (dot: string) => ({ '#': 255, '+': 127 })[dot] ?? 0;
  const data = rows.flatMap((row) => [...row].flatMap((dot) => [0, 0, 0, cover(dot)]));
  return { width: rows[0]?.length ?? 0, height: rows.length, data };
}

const bytesOf = (bits: string) => [...Buffer.from(bits, 'base64')].map((byte) => byte.toString(2).padStart(8, '0'));

test('a picture has one bit a dot from the top left, and each row is filled to a byte', () => {
  const { width, height, bits } = bitsOf(picture('#........#', '.#+.......'));
  expect([width, height]).toEqual([10, 2]);
  expect(bytesOf(bits)).toEqual(['10000000', '01000000', '01000000', '00000000']);
});

test('a picture that is shown has the dots that are sent', () => {
  const sent = bitsOf(picture('#..#+....#', '.###......'));
  expect(bitsOf({ ...sent, data: pixelsOf(sent) })).toEqual(sent);
});

test('the ink is cropped to its outermost dots, and an empty or faint picture has none', () => {
  expect(inkIn(picture('......', '..+#..', '...#..', '.#....'))).toEqual({ x: 1, y: 1, width: 3, height: 3 });
  expect(inkIn(picture('....', '.++.'))).toBeUndefined();
});

test('a drawing is kept without its speed and pressure, and fits another screen', () => {
  const points = [
    { x: 10, y: 20.4, time: 1, pressure: 0.5 },
    { x: 30, y: 40, time: 9, pressure: 0.9 },
  ];
  const text = textOf([{ points }], 2);
  expect(text).toBe('[[20,41,60,80]]');
  expect(linesIn(text, 4)).toEqual([
    [
      { x: 5, y: 10.25 },
      { x: 15, y: 20 },
    ],
  ]);
  expect(linesIn('', 1)).toEqual([]);
});
