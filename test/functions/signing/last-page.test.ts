import { inflateSync } from 'node:zlib';
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { describe, expect, test } from 'vitest';
import { bothTimes, certificateRows, drawCertificate, MARK_BOX } from '#functions/domain/signing/last-page.ts';
import { plainLetters, wrapped } from '#functions/domain/signing/plain-letters.ts';
import { CERTIFICATE } from '../../support/files/certificate.ts';

describe('letters of the last page', () => {
  test.each([
    ['Łukasz Żółć', 'Lukasz Zolc'],
    ['José Groß-Straße', 'Jose Gross-Strasse'],
    ['Ærøskøbing, Œuvre', 'AEroskobing, OEuvre'],
    ['İstanbul ıssız', 'Istanbul issiz'],
    ['Đorđe Þór', 'Dorde Thor'],
    ['Nguyễn Thị', 'Nguyen Thi'],
    ['Jose\u0301', 'Jose'],
    ['“Our ‘terms’” – 2026…', '"Our \'terms\'" - 2026...'],
    ['£5,000 or €6,000', 'GBP 5,000 or EUR 6,000'],
    ['ﬁle\u00a0Ⅳ', 'file IV'],
    ['王小明', '???'],
    ['한글', '??'],
    ['Ann 😀', 'Ann ?'],
    ['a\tb\r\nc\u200bd\u202e', 'a b cd'],
    ['', ''],
  ])('%s become %s', (text, plain) => expect(plainLetters(text)).toBe(plain));

  test('every letter of Unicode’s first plane becomes ASCII', () => {
    const all = Array.from({ length: 0xd800 }, (_, i) => String.fromCharCode(i)).join('');
    expect(plainLetters(all)).toMatch(/^[ -~]+$/);
  });
});

test('lines wrap at words, and words longer than a line are broken', () => {
  const lines = (text: string) => wrapped(text, 5, ({ length }) => length);
  expect(lines('ab cd efg')).toEqual(['ab cd', 'efg']);
  expect(lines('ab cdefghijkl m')).toEqual(['ab', 'cdefg', 'hijkl', 'm']);
  expect(lines('abcdefg hi')).toEqual(['abcde', 'fg hi']);
  expect(lines('')).toEqual([]);
  expect(wrapped('WW', 1, () => 9)).toEqual(['W', 'W']);
});

test('times are in London and UTC, also where the days differ', () => {
  expect(bothTimes('2026-12-03T14:02:07.000Z')).toBe('3 December 2026, 14:02 in London (2026-12-03 14:02:07 UTC)');
  expect(bothTimes('2026-07-03T23:02:07.900Z')).toBe('4 July 2026, 00:02 in London (2026-07-03 23:02:07 UTC)');
});

test('another name on record is named beside the typed one', () => {
  expect(certificateRows({ ...CERTIFICATE, person: 'Ann Miller' })[0]).toEqual([
    'Signed by',
    'Łukasz Müller-O’Brien (on record: Ann Miller)',
  ]);
});

/** Returns the texts of a page, with their places and ends. */
async function drawn(facts: typeof CERTIFICATE) {
  const doc = await PDFDocument.create({ updateMetadata: false });
  const page = doc.addPage();
  const [plain, bold] = [StandardFonts.Helvetica, StandardFonts.HelveticaBold].map((name) =>
    doc.embedStandardFont(name),
  );
  if (!plain || !bold) return expect.fail('no fonts');
  drawCertificate(page, facts, { plain, bold });
  const content = (await doc.save({ useObjectStreams: false })) as Uint8Array;
  const bytes = Buffer.from(content);
  const start = bytes.indexOf('stream\n', bytes.indexOf('/FlateDecode')) + 'stream\n'.length;
  const text = inflateSync(bytes.subarray(start)).toString();
  const pattern = /\/(\S+) ([\d.]+) Tf[\s\S]*?1 0 0 1 ([\d.]+) ([\d.]+) Tm\s+<([\dA-F]*)> Tj/g;
  return [...text.matchAll(pattern)].map(([, font = '', size, x, y, hex = '']) => {
    const said = Buffer.from(hex, 'hex').toString();
    const width = (font.includes('Bold') ? bold : plain).widthOfTextAtSize(said, Number(size));
    return { said, size: Number(size), x: Number(x), y: Number(y), right: Number(x) + width };
  });
}

const long = (letter: string, length: number) => letter.repeat(length);
test.each([
  ['usual values', CERTIFICATE, 11],
  [
    'the longest names',
    { ...CERTIFICATE, signer: long('W', 200), person: long('M', 200), fileName: long('W', 255) },
    8,
  ],
  [
    'longer values than any',
    {
      ...CERTIFICATE,
      ...Object.fromEntries(
        Object.keys(CERTIFICATE).flatMap((key) => (/At$|pages/.test(key) ? [] : [[key, long('@', 5000)]])),
      ),
    },
    0,
  ],
])('%s stay within the page, one below the other', async (_, facts, least) => {
  const texts = await drawn(facts);
  expect(texts.length).toBeGreaterThan(30);
  expect(Math.max(...texts.map(({ right }) => right))).toBeLessThanOrEqual(595.28 - 56);
  expect(Math.min(...texts.map(({ y }) => y))).toBeGreaterThan(20);
  const rows = texts.filter(({ x, y }) => x > 100 && y < MARK_BOX.y);
  expect(rows.every(({ y, size }, i) => i === 0 || y <= (rows[i - 1]?.y ?? 0) - size)).toBe(true);
  expect(Math.min(...rows.map(({ y }) => y))).toBeGreaterThan(84);
  expect(Math.min(...rows.map(({ size }) => size))).toBeGreaterThanOrEqual(least);
});
