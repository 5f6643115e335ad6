import { crc32, deflateSync } from 'node:zlib';
import { firmName } from '#shared/rules/firm.ts';

const SIDE = 320;

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}

/** One row of pixels: a pale card with a darker band, so that a preview shows something. */
function row(y: number): Buffer {
  const pixels = Buffer.alloc(1 + SIDE * 3);
  for (let x = 0; x < SIDE; x += 1) {
    const shade = y % 64 < 12 && x > 40 && x < SIDE - 40 ? 110 : 232 - Math.round((x + y) / 16);
    pixels.set([shade, shade, Math.min(255, shade + 14)], 1 + x * 3);
  }
  return pixels;
}

function png(): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIDE, 0);
  header.writeUInt32BE(SIDE, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const rows = Buffer.concat(Array.from({ length: SIDE }, (_, y) => row(y)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const pdfText = (text: string) => text.replace(/[\\()]/g, '\\$&');

/** A page of A4 with a heading and lines of text. */
function pdf(heading: string, lines: readonly string[]): Buffer {
  const rest = lines.map((line) => `0 -22 Td (${pdfText(line)}) Tj`).join(' ');
  const content = `BT /F1 20 Tf 64 760 Td (${pdfText(heading)}) Tj /F1 12 Tf 0 -20 Td ${rest} ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, i) => {
    const offset = file.length;
    file += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

/** A small genuine file: a PNG or a PDF by its name, that says whose it is. */
export function demoFile(name: string, clientName: string): File {
  const title = name.replace(/\.\w+$/, '');
  if (name.endsWith('.png')) return new File([new Uint8Array(png())], name, { type: 'image/png' });
  const lines = [`Prepared for ${clientName}`, firmName(process.env), 'A specimen for demonstration only.'];
  return new File([new Uint8Array(pdf(title, lines))], name, { type: 'application/pdf' });
}
