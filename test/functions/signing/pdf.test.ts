import { inflateSync } from 'node:zlib';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { pdfActs } from '#functions/domain/documents/files/pdf.ts';
import { checkPdf, type PdfProblem } from '#functions/domain/signing/check-pdf.ts';
import { inspectPdf, stampPdf } from '#functions/domain/signing/pdf.ts';
import { pageTreeOf } from '#functions/domain/signing/pdf-pages.ts';
import { dictionaryOf, objectOf, sectionsOf } from '#functions/domain/signing/pdf-sections.ts';
import { stamped } from '#functions/domain/signing/stamp.ts';
import { SIGNING_LIMITS } from '#shared/rules/limits.ts';
import { demoFile } from '../../../infra/local/demo/snapshot.ts';
import { CERTIFICATE, MARK } from '../../support/files/certificate.ts';
import { compressedPdf, pdf } from '../../support/files/pdfs.ts';
import {
  bombPdf,
  circlePdf,
  deepPdf,
  emptyPdf,
  hybridPdf,
  linearPdf,
  listedPdf,
  miscountedPdf,
  paddedPdf,
  pagesPdf,
  placesPdf,
  treePdf,
  turnedPdf,
  twoCopiesPdf,
  updatedPdf,
} from '../../support/files/signing-pdfs.ts';

afterEach(() => {
  vi.useRealTimers();
});

const SCRIPT = '/OpenAction << /S /JavaScript /JS (x) >>';
const field = (more: string) =>
  pdf('/AcroForm << /Fields [6 0 R] /SigFlags 3 >>', [`<< /FT /Sig /T (a) ${more} >>`, '<< /Type /Sig >>']);
const emptyField = pdf('/AcroForm << /Fields [6 0 R] >>', [
  '<< /Type /Annot /Subtype /Widget /FT /Sig /T (a) /Rect [0 0 9 9] /P 3 0 R >>',
]);

/** Returns what a reader that follows the cross-reference sections finds. */
function readAs(bytes: Buffer) {
  const sections = sectionsOf(bytes);
  const tree = pageTreeOf(sections);
  const at = (number: number) => ({ place: sections.places.get(number), value: objectOf(sections, number) });
  return { pages: tree.pages.map(at), last: Object.fromEntries(dictionaryOf(sections, tree.pages.at(-1) ?? 0).pairs) };
}

describe('a PDF to sign', () => {
  const SIGNABLE: [string, Buffer, number][] = [
    ['with a table of objects', pdf(), 1],
    ['with streams of objects', compressedPdf(), 1],
    ['with a stream of places that has a filter', placesPdf(true), 1],
    ['with a stream of places that is not packed', placesPdf(false), 1],
    ['with a table and a stream of places', hybridPdf(), 1],
    ['that was saved again', updatedPdf(), 1],
    ['that is linearised', linearPdf(), 1],
    ['whose tree turns and crops its pages', turnedPdf(), 1],
    ['whose list of pages is an object', listedPdf(), 1],
    ['below some nodes', deepPdf(40), 1],
    ['with 200 pages', pagesPdf(200), 200],
    ['with a signature field that is empty', emptyField, 1],
    ['of 20 MB', paddedPdf(SIGNING_LIMITS.bytes), 1],
  ];
  test.each(SIGNABLE)('%s keeps its bytes and pages, and gets one more', async (_, bytes, pages) => {
    expect(await checkPdf(bytes)).toEqual({ pages });
    const copy = await stamped(bytes, CERTIFICATE, MARK);
    expect(copy.subarray(0, bytes.length).equals(bytes)).toBe(true);
    expect(copy.includes('/XRef', bytes.length)).toBe(sectionsOf(bytes).isStream);
    const [before, after] = [readAs(bytes), readAs(copy)];
    expect(after.pages).toHaveLength(pages + 1);
    expect(after.pages.slice(0, -1)).toEqual(before.pages);
    const A4 = ['0', '0', '595.28', '841.89'];
    expect(after.last).toMatchObject({ '/MediaBox': A4, '/CropBox': A4, '/Rotate': '0' });
    expect(after.last).not.toHaveProperty('/UserUnit');
    expect(pdfActs(copy)).toBe(false);
  });

  test('can be the demo firm’s, and its copy can be signed again', async () => {
    const file = await demoFile('Client engagement letter.pdf');
    const bytes = Buffer.from(await file.arrayBuffer());
    const copy = await stampPdf(bytes, CERTIFICATE, MARK);
    expect(await inspectPdf(copy)).toEqual({ pages: 2 });
    expect(readAs(await stampPdf(copy, CERTIFICATE, MARK)).pages).toHaveLength(3);
  });

  test('does not get missing objects from the last page', async () => {
    const missing = Array.from({ length: 9 }, (_, i) => `/X${i} ${i + 6} 0 R`).join(' ');
    const bytes = pdf(`/PieceInfo << ${missing} >>`);
    const copy = await stamped(bytes, CERTIFICATE, MARK);
    const added = [...sectionsOf(copy).places.keys()].filter((number) => number > 5);
    expect(added.length).toBeGreaterThan(2);
    expect(Math.min(...added)).toBeGreaterThan(14);
  });

  test('shows the mark as a mask without colours, and the facts in plain letters', async () => {
    const sections = sectionsOf(await stamped(pdf(), CERTIFICATE, MARK));
    const streams = [...sections.places].flatMap(([number, place]) => {
      const value = 'at' in place && objectOf(sections, number);
      return value && typeof value === 'object' && 'pairs' in value
        ? [{ place, pairs: Object.fromEntries(value.pairs) }]
        : [];
    });
    const bytesOf = (at: number) => {
      const start = sections.text.indexOf('stream', at) + 'stream\n'.length;
      return inflateSync(sections.bytes.subarray(start));
    };
    const found = (key: string, value: string) => streams.filter(({ pairs }) => pairs[key] === value);
    const [mask] = found('/Subtype', '/Image');
    expect(mask?.pairs).toMatchObject({ '/ImageMask': 'true', '/Width': '16', '/Height': '16', '/Decode': ['1', '0'] });
    expect(mask?.pairs).not.toHaveProperty('/ColorSpace');
    expect(mask && bytesOf(mask.place.at)).toEqual(MARK.bits);
    const drawn = streams
      .filter(({ pairs }) => '/Filter' in pairs && pairs['/Type'] === undefined)
      .map(({ place }) => bytesOf(place.at).toString());
    const text = drawn.flatMap((content) =>
      [...content.matchAll(/<([\dA-F]+)> Tj/g)].map(([, hex = '']) => Buffer.from(hex, 'hex').toString()),
    );
    expect(text).toEqual(
      expect.arrayContaining([
        'Certificate of signature',
        "Lukasz Muller-O'Brien",
        'a3f5'.repeat(16),
        '4 July 2026, 00:02 in London (2026-07-03 23:02:07 UTC)',
        '4 July 2026, 00:01 in London (2026-07-03 23:01:30 UTC)',
        'By the secret link, and the code, which was emailed',
        'Marlowe & Finch Financial Planning confirms that this page was made by its portal in the way described.',
      ]),
    );
  });
});

describe('a PDF that cannot be signed', () => {
  const late = '2 0 obj\n<< /Type /Pages /Kids [6 0 R] /Count 1 >>\nendobj\n';
  const REFUSED: [string, Buffer, PdfProblem][] = [
    ['has a password', pdf('', ['<< /Filter /Standard /V 4 >>'], '/Encrypt 6 0 R'), 'locked'],
    ['has a password and streams of objects', compressedPdf('', { trailer: '/Encrypt 8 0 R' }), 'locked'],
    ['has a password and acts', pdf(SCRIPT, ['<<>>'], '/Encrypt 6 0 R'), 'locked'],
    ['is signed', field('/V 7 0 R'), 'signed'],
    ['is signed and acts', pdf(SCRIPT, ['<< /Type /Sig /ByteRange [0 1 2 3] >>']), 'signed'],
    ['has a signed range', pdf('', ['<< /ByteRange [0 1 2 3] >>']), 'signed'],
    ['permits only some changes', pdf('/Perms << /DocMDP 6 0 R >>', ['<<>>']), 'signed'],
    ['is signed in a stream of objects', compressedPdf('/Perms << /DocMDP 5 0 R >>'), 'signed'],
    ['is signed and truncated', pdf('', ['<< /ByteRange [0 1 2 3] >>']).subarray(0, -30), 'signed'],
    ['runs a script', pdf(SCRIPT), 'acts'],
    ['runs a script from a stream of objects', compressedPdf(SCRIPT), 'acts'],
    ['has an attachment', pdf('/Names << /EmbeddedFiles 6 0 R >>', ['<<>>']), 'acts'],
    ['has 201 pages', pagesPdf(201), 'large'],
    ['is empty', Buffer.alloc(0), 'damaged'],
    ['is a text', Buffer.from('Dear Ms Miller'), 'damaged'],
    ['has zeros only', Buffer.alloc(1_000_000), 'damaged'],
    ['is truncated', pdf().subarray(0, -30), 'damaged'],
    ['lacks its beginning', pdf().subarray(20), 'damaged'],
    ['has no pages', emptyPdf(), 'damaged'],
    ['has a wrong count of pages', miscountedPdf(), 'damaged'],
    ['has pages in a circle', circlePdf(), 'damaged'],
    [
      'has one page twice',
      treePdf('<< /Type /Pages /Kids [3 0 R 3 0 R] /Count 2 >>', '<< /Type /Page /Parent 2 0 R >>'),
      'damaged',
    ],
    ['has pages below 10,000 nodes', deepPdf(10_000), 'damaged'],
    ['has no root', treePdf('<<>>'), 'damaged'],
    ['has places elsewhere', Buffer.concat([Buffer.from('\n'), pdf()]), 'damaged'],
    ['has another page tree, of which no section knows', twoCopiesPdf(late), 'damaged'],
    ['unpacks to far more than it has', bombPdf(), 'damaged'],
    ['refers to a number that readers do not know', pdf('/X 9000000000 0 R'), 'damaged'],
  ];
  test.each(REFUSED)('because it %s is refused', async (_, bytes, problem) => {
    expect(await checkPdf(bytes)).toEqual({ problem });
  });

  const DAMAGED = 'This PDF is damaged and cannot be signed.';
  const LARGE = 'Documents to sign can be at most 20 MB and 200 pages.';
  test.each([
    [pdf('/Encrypt << >>'), 'This PDF is locked with a password. Save it without one.'],
    [Buffer.alloc(0), DAMAGED],
    [pdf(SCRIPT), 'This PDF runs something when it is opened. Print it to a plain PDF first.'],
    [field('/V 7 0 R'), 'This PDF carries a digital signature, which signing here would break.'],
    [pagesPdf(201), LARGE],
    [Buffer.alloc(SIGNING_LIMITS.bytes + 1), LARGE],
  ])('is refused in words (%#)', async (bytes, message) => {
    await expect(inspectPdf(bytes)).rejects.toMatchObject({ status: 409, message });
  });

  test('is not stamped either, and that is no sentence to show', async () => {
    const error = await stampPdf(circlePdf(), CERTIFICATE, MARK).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toHaveProperty('status');
  });

  test('because it takes too long is damaged, and the next one is inspected', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const late = inspectPdf(pdf());
    vi.advanceTimersByTime(10_000);
    await expect(late).rejects.toMatchObject({ status: 409, message: DAMAGED });
    vi.useRealTimers();
    expect(await inspectPdf(pdf())).toEqual({ pages: 1 });
  });
});
