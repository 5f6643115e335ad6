import { deflateSync } from 'node:zlib';

// Small PDFs as common programs write them, with one page that says "Our terms".

const HEADER = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n';
const TEXT = 'BT /F 24 Tf 40 90 Td (Our terms) Tj ET';

type Objects = Record<number, string>;

const stream = (dictionary: string, data: Buffer) =>
  `<< ${dictionary} /Length ${data.length} >>\nstream\n${data.toString('latin1')}\nendstream`;

const PAGE: Objects = {
  2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>',
  4: stream('/Filter /FlateDecode', deflateSync(TEXT)),
  5: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
};
const catalog = (more: string) => `<< /Type /Catalog /Pages 2 0 R ${more} >>`;

/** Returns the objects in sequence, and their offsets. */
function body(objects: Objects): { text: string; offsets: Record<number, number> } {
  let text = HEADER;
  const offsets: Record<number, number> = {};
  for (const [number, object] of Object.entries(objects)) {
    offsets[Number(number)] = text.length;
    text += `${number} 0 obj\n${object}\nendobj\n`;
  }
  return { text, offsets };
}

const end = (at: number) => `startxref\n${at}\n%%EOF\n`;
const latin1 = (text: string) => Buffer.from(text, 'latin1');

/** A PDF with a cross-reference table and objects that are numbered from 1 without gaps; 1 is the catalogue. */
export function pdfOfObjects(objects: Objects, trailer = ''): Buffer {
  const { text, offsets } = body(objects);
  const size = Object.keys(offsets).length + 1;
  const places = Object.values(offsets).map((at) => `${String(at).padStart(10, '0')} 00000 n \n`);
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}`;
  return latin1(`${text}${table}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\n${end(text.length)}`);
}

/** A PDF with a cross-reference table; `root` extends the catalogue, `more` are objects from 6 on. */
export function pdf(root = '', more: string[] = [], trailer = ''): Buffer {
  const others = Object.fromEntries(more.map((object, i) => [i + 6, object]));
  return pdfOfObjects({ 1: catalog(root), ...PAGE, ...others }, trailer);
}

interface ObjectStreamForm {
  dictionary?: string;
  data?: (plain: Buffer) => Buffer;
  trailer?: string;
}

/** A PDF with compressed object and cross-reference streams (PDF 1.5 and later). */
export function compressedPdf(
  root = '',
  { dictionary, data = deflateSync, trailer = '' }: ObjectStreamForm = {},
): Buffer {
  const { 4: contents = '', ...rest } = PAGE;
  const inside = Object.entries({ 1: catalog(root), ...rest });
  let objects = '';
  const index = inside.map(([number, object]) => {
    const place = `${number} ${objects.length}`;
    objects += `${object} `;
    return place;
  });
  const first = `${index.join(' ')} `;
  const type = dictionary ?? '/Type /ObjStm /Filter /FlateDecode';
  const held = stream(`${type} /N ${inside.length} /First ${first.length}`, data(latin1(first + objects)));
  const { text, offsets } = body({ 4: contents, 6: held });
  const places = Buffer.alloc(8 * 5);
  const set = (number: number, kind: number, a: number, b: number) => {
    places.writeUInt8(kind, number * 5);
    places.writeUInt16BE(a, number * 5 + 1);
    places.writeUInt16BE(b, number * 5 + 3);
  };
  inside.forEach(([number], i) => {
    set(Number(number), 2, 6, i);
  });
  for (const number of [4, 6]) set(number, 1, offsets[number] ?? 0, 0);
  set(7, 1, text.length, 0);
  const table = `/Type /XRef /Size 8 /W [1 2 2] /Root 1 0 R ${trailer} /Filter /FlateDecode`;
  return latin1(`${text}7 0 obj\n${stream(table, deflateSync(places))}\nendobj\n${end(text.length)}`);
}

/** A linearised PDF: two cross-reference tables, the first page's at the start. */
export function linearisedPdf(): Buffer {
  const plain = pdf().toString('latin1').slice(HEADER.length);
  const hint = '9 0 obj\n<< /Linearized 1 /L 1000 /H [ 500 100 ] /O 3 /E 900 /N 1 /T 800 >>\nendobj\n';
  return latin1(`${HEADER}${hint}xref\n0 0\ntrailer\n<< /Size 10 /Root 1 0 R /Prev 0 >>\n${end(0)}${plain}`);
}
