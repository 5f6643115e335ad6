import { describe, expect, test } from 'vitest';
import { checkFile } from '#functions/domain/documents/files/check.ts';
import { sizeInPdf } from '../../web/src/parts/upload/photos/draw-photo.ts';
import { photoPdf } from '../../web/src/parts/upload/photos/photo-pdf.ts';

const JPEG = Buffer.from('ffd8ffe000104a46494600ff25254f46ffd9', 'hex');

const pdfOf = async (...pages: readonly (readonly [width: number, height: number, turns?: number])[]) => {
  const jpeg = new Blob([JPEG]);
  const pdf = photoPdf(pages.map(([width, height, turns = 0]) => ({ jpeg, width, height, turns })));
  return Buffer.from(await pdf.arrayBuffer());
};

describe('a PDF of photos', () => {
  test('has a page for each photo, and passes the checks of an upload with a preview', async () => {
    const pdf = await pdfOf([1800, 2400], [2400, 1800], [800, 12_000]);
    const text = pdf.toString('latin1');
    expect(text).toContain('/Kids [3 0 R 6 0 R 9 0 R] /Count 3');
    expect(text.match(/\/Type \/Page /g)).toHaveLength(3);
    expect(text.split(JPEG.toString('latin1'))).toHaveLength(4);
    expect(await checkFile('Payslip.pdf', pdf)).toEqual({ type: 'application/pdf', preview: true });
  });

  test('has cross-references to the first byte of each object and of the table', async () => {
    const text = (await pdfOf([1800, 2400], [2400, 1800])).toString('latin1');
    const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1]);
    const [head, ...entries] = text.slice(start).match(/^\d{10} \d{5} [fn] $/gm) ?? [];
    expect(text.slice(start)).toMatch(/^xref\n0 9\n/);
    expect(head).toBe('0000000000 65535 f ');
    expect(entries.map((entry) => text.slice(Number.parseInt(entry, 10)).split('\n', 1)[0])).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `${number} 0 obj`),
    );
  });

  test.each([
    ['an upright photo', [1800, 2400, 0], '0 0 595 842] /Rotate 0', '595 0 0 793.33 0 24.33'],
    ['a wide photo', [2400, 1800, 0], '0 0 842 595] /Rotate 0', '793.33 0 0 595 24.33 0'],
    ['a photo that was rotated five times', [2400, 1800, 5], '0 0 842 595] /Rotate 90', '793.33 0 0 595 24.33 0'],
    ['a tall screenshot', [800, 12_000, 0], '0 0 595 842] /Rotate 0', '56.13 0 0 842 269.43 0'],
  ] as const)('fits %s in the middle of an A4 page', async (_, page, box, matrix) => {
    const text = (await pdfOf(page)).toString('latin1');
    expect(text).toContain(`/MediaBox [${box}`);
    expect(text).toContain(`\nq ${matrix} cm /Photo Do Q\n`);
    expect(text).toContain(`/Width ${page[0]} /Height ${page[1]} `);
  });
});

test.each([
  ['a phone photo', 4032, 3024, '2400×1800', '4032×3024'],
  ['a small picture', 600, 400, '600×400', '600×400'],
  ['a tall screenshot', 1170, 12_000, '800×8205', '1170×12000'],
  ['a photo of 108 million pixels', 12_000, 9000, '2400×1800', '4619×3464'],
])('%s of %i×%i becomes %s in a PDF, and %s at full size', (_, width, height, ...sizes) => {
  const shown = [false, true].map((isFull) => sizeInPdf({ width, height }, isFull));
  expect(shown.map((size) => `${size.width}×${size.height}`)).toEqual(sizes);
});
