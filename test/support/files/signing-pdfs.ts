import { deflateSync } from 'node:zlib';
import { compressedPdf, pdf, pdfOfObjects } from './pdfs.ts';

// PDFs to sign as programs and attackers write them.

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const TREE = { 1: '<< /Type /Catalog /Pages 2 0 R >>' };
const leaf = (parent: number, more = '') => `<< /Type /Page /Parent ${parent} 0 R ${more} >>`;
const node = (kids: readonly number[], count: number, more = '') =>
  `<< /Type /Pages /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] /Count ${count} ${more} >>`;

/** Returns a PDF with a number of pages. */
export const pagesPdf = (count: number): Buffer => {
  const numbers = Array.from({ length: count }, (_, i) => i + 3);
  const leaves = Object.fromEntries(numbers.map((number) => [number, leaf(2)]));
  return pdfOfObjects({ ...TREE, 2: node(numbers, count, '/MediaBox [0 0 300 200] /Resources << >>'), ...leaves });
};

/** Returns a PDF with one page of text whose tree turns and crops what inherits from it. */
export const turnedPdf = (): Buffer =>
  pdfOfObjects({
    ...TREE,
    2: node([3], 1, '/Rotate 90 /MediaBox [0 0 100 100] /CropBox [10 10 20 20] /Resources << >>'),
    3: node([4], 1, '/Parent 2 0 R /MediaBox [0 0 300 200] /CropBox [0 0 300 200]'),
    4: leaf(3, '/UserUnit 2 /Contents 5 0 R /Resources << /Font << /F 6 0 R >> >>'),
    5: '<< /Length 38 >>\nstream\nBT /F 24 Tf 40 90 Td (Our terms) Tj ET\nendstream',
    6: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  });

/** Returns a PDF with a page below a number of nodes. */
export const deepPdf = (depth: number): Buffer => {
  const nodes = Array.from({ length: depth }, (_, i) => [i + 2, node([i + 3], 1)]);
  return pdfOfObjects({ ...TREE, ...Object.fromEntries(nodes), [depth + 2]: leaf(depth + 1) });
};

export const treePdf = (root: string, ...more: string[]): Buffer =>
  pdfOfObjects({ ...TREE, 2: root, ...Object.fromEntries(more.map((object, i) => [i + 3, object])) });

export const circlePdf = (): Buffer => treePdf(node([3], 1), node([2], 1));
export const emptyPdf = (): Buffer => treePdf(node([], 0));
export const miscountedPdf = (): Buffer => treePdf(node([3], 2), leaf(2));
/** Returns a PDF whose list of pages is an object of its own. */
export const listedPdf = (): Buffer =>
  treePdf('<< /Type /Pages /Kids 3 0 R /Count 1 /MediaBox [0 0 300 200] >>', '[4 0 R]', leaf(2));

const startOf = (bytes: Buffer) => Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(bytes.toString('latin1'))?.[1]);

const entry = (at: number) => `${String(at).padStart(10, '0')} 00000 n \n`;

/** Returns a PDF to which a later save added a larger page. */
export function updatedPdf(): Buffer {
  const bytes = pdf();
  const page = '3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 300] >>\nendobj\n';
  const trailer = `<< /Size 6 /Root 1 0 R /Prev ${startOf(bytes)} >>`;
  const section = `xref\n3 1\n${entry(bytes.length)}trailer\n${trailer}\nstartxref\n${bytes.length + page.length}\n%%EOF\n`;
  return Buffer.concat([bytes, latin1(page + section)]);
}

/** Returns a PDF as Word writes it: after the table a stream of the same places, which an empty table names. */
export function hybridPdf(): Buffer {
  const bytes = pdf();
  const places = Buffer.alloc(3 * 6);
  for (let number = 1; number < 6; number += 1) {
    places.writeUInt8(1, number * 3);
    places.writeUInt16BE(bytes.indexOf(`${number} 0 obj`), number * 3 + 1);
  }
  const data = deflateSync(places);
  const section = `<< /Type /XRef /Size 6 /W [1 2 0] /Root 1 0 R /Filter /FlateDecode /Length ${data.length} >>`;
  const stream = `6 0 obj\n${section}\nstream\n${data.toString('latin1')}\nendstream\nendobj\n`;
  const trailer = `<< /Size 7 /Root 1 0 R /Prev ${startOf(bytes)} /XRefStm ${bytes.length} >>`;
  const table = `xref\n0 0\ntrailer\n${trailer}\nstartxref\n${bytes.length + stream.length}\n%%EOF\n`;
  return Buffer.concat([bytes, latin1(stream + table)]);
}

/** Returns a PDF whose first section is at its beginning, and which ends with the others. */
export function linearPdf(): Buffer {
  const head = '%PDF-1.4\n';
  const linear = '1 0 obj\n<< /Linearized 1 /L 1000 /H [500 100] /O 3 /E 900 /N 1 /T 800 >>\nendobj\n';
  const parts = [
    '2 0 obj\n<< /Type /Catalog /Pages 4 0 R >>\nendobj\n',
    '3 0 obj\n<< /Type /Page /Parent 4 0 R /MediaBox [0 0 300 200] >>\nendobj\n',
    '4 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n',
  ] as const;
  const first = (at: number, main: number) => {
    const places = `${entry(head.length)}${entry(at)}${entry(at + parts[0].length)}`;
    return `xref\n1 3\n${places}trailer\n<< /Size 5 /Root 2 0 R /Prev ${String(main).padStart(6)} >>\nstartxref\n0\n%%EOF\n`;
  };
  const start = head.length + linear.length;
  const at = start + first(0, 0).length;
  const main = at + parts.join('').length;
  const tail = `xref\n0 1\n0000000000 65535 f \n4 1\n${entry(main - parts[2].length)}trailer\n<< /Size 5 >>\n`;
  return latin1(`${head}${linear}${first(at, main)}${parts.join('')}${tail}startxref\n${start}\n%%EOF\n`);
}

/** Returns a PDF whose cross-reference stream has the filter Up of PNG, as most programs write it, or none. */
export function placesPdf(isPredicted: boolean): Buffer {
  const columns = 5;
  const bytes = compressedPdf();
  const at = startOf(bytes);
  const places = [
    [0, 0, 0],
    ...[0, 1, 2].map((i) => [2, 6, i]),
    [1, bytes.indexOf('4 0 obj'), 0],
    [2, 6, 3],
    [1, bytes.indexOf('6 0 obj'), 0],
    [1, at, 0],
  ];
  const rows = places.map(([kind = 0, a = 0, b = 0]) => [kind, a >> 8, a & 255, b >> 8, b & 255]);
  const up = rows.flatMap((row, y) => [2, ...row.map((byte, x) => (byte - (rows[y - 1]?.[x] ?? 0)) & 255)]);
  const data = isPredicted ? deflateSync(Buffer.from(up)) : Buffer.from(rows.flat());
  const filter = `/Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns ${columns} >>`;
  const table = `/Type /XRef /Size 8 /W [1 2 2] /Root 1 0 R ${isPredicted ? filter : ''}`;
  const stream = `7 0 obj\n<< ${table} /Length ${data.length} >>\nstream\n${data.toString('latin1')}\nendstream\nendobj\n`;
  return Buffer.concat([bytes.subarray(0, at), latin1(`${stream}startxref\n${at}\n%%EOF\n`)]);
}

/** Returns a PDF with a later copy of an object, of which no section knows. */
export function twoCopiesPdf(object: string): Buffer {
  const bytes = pdf('', ['<< /Type /Page /Parent 2 0 R /MediaBox [0 0 10 10] >>']);
  const at = bytes.lastIndexOf('xref\n0');
  const moved = bytes
    .subarray(at)
    .toString('latin1')
    .replace(/startxref\n\d+/, `startxref\n${at + object.length}`);
  return Buffer.concat([bytes.subarray(0, at), latin1(object + moved)]);
}

/** Returns a PDF with a stream of bytes that do not compress, up to a size. */
export function paddedPdf(size: number): Buffer {
  const object = (length: number) => `<< /Length ${length} >>\nstream\n${'\xd7'.repeat(length)}\nendstream`;
  const rest = size - pdf('', [object(size - 2000)]).length;
  return pdf('', [object(size - 2000 + rest)]);
}

/** Returns a PDF with a cross-reference stream that no section names, and that unpacks to far more than it has. */
export function bombPdf(): Buffer {
  const data = deflateSync(Buffer.alloc(40 * 1024 * 1024));
  const table = `/Type /XRef /Size 7 /W [1 2 2] /Root 1 0 R /Filter /FlateDecode /Length ${data.length}`;
  return pdf('', [`<< ${table} >>\nstream\n${data.toString('latin1')}\nendstream`]);
}
