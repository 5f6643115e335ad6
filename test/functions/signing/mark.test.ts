import { describe, expect, test } from 'vitest';
import { checkedMark } from '#functions/domain/signing/mark.ts';

/** Returns a mark with a number of dots of ink, from the top left. */
function markOf(width: number, height: number, ink: number, more = 0) {
  const row = Math.ceil(width / 8);
  const bytes = Buffer.alloc(row * height + more);
  for (let i = 0; i < ink; i += 1) {
    const [x, y] = [i % width, Math.floor(i / width)];
    bytes[y * row + (x >> 3)] = (bytes[y * row + (x >> 3)] ?? 0) | (0x80 >> (x & 7));
  }
  return { width, height, bits: bytes.toString('base64') };
}

describe('a mark', () => {
  test.each([
    ['of the largest size', markOf(1200, 400, 4800)],
    ['of one dot in a thousand', markOf(100, 100, 10)],
    ['of 60 % ink', markOf(100, 100, 6000)],
    ['whose rows end within a byte', markOf(13, 7, 20)],
    ['of one row', markOf(8, 1, 4)],
  ])('%s is kept as it is', (_, sent) => {
    const { bits, ...size } = checkedMark(sent);
    expect({ ...size, bits: bits.toString('base64') }).toEqual(sent);
  });

  const good = markOf(16, 16, 40);
  test.each([
    ['is empty', markOf(100, 100, 0)],
    ['has less ink than one dot in a thousand', markOf(100, 100, 9)],
    ['has more than 60 % ink', markOf(100, 100, 6001)],
    ['is too wide', markOf(1201, 10, 500)],
    ['is too high', markOf(10, 401, 500)],
    ['is too short', { ...good, height: 17 }],
    ['is too long', markOf(16, 16, 40, 1)],
    ['has no width', { ...good, width: 0 }],
    ['has a negative size', { width: -16, height: -16, bits: good.bits }],
    ['has half a dot', { ...good, width: 15.5 }],
    ['has a size that is no number', { ...good, height: Number.NaN }],
    ['has ink right of its last dot', { ...markOf(16, 16, 40), width: 9 }],
    ['is no base64', { ...good, bits: `!${good.bits.slice(1)}` }],
    ['ends early', { ...good, bits: `${good.bits.slice(0, -4)}AA==` }],
    ['is a picture of another kind', { ...good, bits: Buffer.from('\x89PNG\r\n').toString('base64') }],
  ])('that %s is refused', (_, sent) => {
    expect(() => checkedMark(sent)).toThrow(
      expect.objectContaining({ status: 400, fields: { mark: 'Please write or draw your name.' } }),
    );
  });
});
