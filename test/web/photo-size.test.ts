import { expect, test } from 'vitest';
import { MAX_FILE_BYTES } from '#shared/rules/limits.ts';
import { type Encoding, nextEncoding } from '../../web/src/parts/upload/photo-size.ts';

const shown = (encoding: Encoding | undefined) => encoding && `${encoding.width}×${encoding.height}`;

test.each<[string, number, number, string | undefined]>([
  ['a phone photo', 4032, 3024, '4032×3024'],
  ['a small picture', 600, 400, '600×400'],
  ['a photo of 108 million pixels', 12_000, 9000, '4619×3464'],
  ['a scan at 600 dpi', 4960, 7016, '3363×4757'],
  ['a tall screenshot', 828, 12_000, '828×12000'],
  ['a screenshot above the pixel limit of iPhones', 1170, 16_000, '1082×14792'],
  ['the tallest reported screenshot', 1290, 19_854, '1020×15692'],
  ['a wide sheet', 14_000, 900, '14000×900'],
  ['a narrow strip', 400, 30_000, '400×30000'],
  ['a screenshot that would be too narrow to read', 1170, 40_000, undefined],
  ['a narrow strip above the pixel limit of iPhones', 400, 50_000, undefined],
])('%s of %i×%i is first encoded at %s', (_, width, height, size) => {
  const first = nextEncoding({ width, height });
  expect(shown(first)).toBe(size);
  if (first) expect(first.quality).toBe(0.85);
});

/** Returns the encodings tried until one is small enough, for pixels of this size at full quality. */
function tries(width: number, height: number, bytesOfPixel: number): string[] {
  const found: string[] = [];
  for (let next = nextEncoding({ width, height }); next; ) {
    const bytes = next.width * next.height * next.quality * bytesOfPixel;
    found.push(`${shown(next)} at ${next.quality}`);
    if (bytes <= MAX_FILE_BYTES) return found;
    next = nextEncoding({ width, height }, { ...next, bytes });
  }
  return [...found, 'none'];
}

test.each<[string, number, number, number, string[]]>([
  ['with little detail keeps its size', 4032, 3024, 0.4, ['4032×3024 at 0.85']],
  ['with more detail loses quality', 4032, 3024, 0.6, ['4032×3024 at 0.85', '4032×3024 at 0.7', '4032×3024 at 0.55']],
  [
    'of noise loses pixels last, only as many as needed',
    4032,
    3024,
    0.9,
    ['4032×3024 at 0.85', '4032×3024 at 0.7', '4032×3024 at 0.55', '3025×2269 at 0.55'],
  ],
  [
    'of noise in a tall screenshot stays wide enough to read',
    1170,
    12_000,
    2,
    ['1170×12000 at 0.85', '1170×12000 at 0.7', '1170×12000 at 0.55', '800×8205 at 0.55', 'none'],
  ],
  [
    'of noise in a narrow strip loses no pixels',
    700,
    12_000,
    2,
    ['700×12000 at 0.85', '700×12000 at 0.7', '700×12000 at 0.55', 'none'],
  ],
])('a picture %s', (_, width, height, bytesOfPixel, expected) =>
  expect(tries(width, height, bytesOfPixel)).toEqual(expected),
);
