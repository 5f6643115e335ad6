import type { Size } from '../photo-limits.ts';

/** A page with one JPEG in RGB, as canvases write it. */
export interface PdfPage extends Size {
  jpeg: Blob;
  /** Quarter turns to the right. */
  turns: number;
}

// Sides of an A4 page in points.
const SHORT_SIDE = 595;
const LONG_SIDE = 842;

/** Bytes beyond ASCII, which mark the file as binary for programs that transfer it (ISO 32000-2, 7.5.2). */
const BINARY_MARK = new Blob(['%', Uint8Array.of(0xe2, 0xe3, 0xcf, 0xd3), '\n']);
const OBJECTS_PER_PAGE = 3;

/** Returns the page's size, and the matrix that draws the picture as large as possible in its middle. */
function layOut({ width, height }: Size) {
  const [across, up] = width > height ? [LONG_SIDE, SHORT_SIDE] : [SHORT_SIDE, LONG_SIDE];
  const scale = Math.min(across / width, up / height);
  const [w, h] = [width * scale, height * scale];
  const matrix = [w, 0, 0, h, (across - w) / 2, (up - h) / 2].map((number) => Number(number.toFixed(2))).join(' ');
  return { box: `0 0 ${across} ${up}`, matrix };
}

/** Returns a PDF with a picture on each A4 page, upright or across. It copies no bytes, so memory holds no picture. */
export function photoPdf(pages: readonly PdfPage[]): Blob {
  const parts: (string | Blob)[] = [];
  const offsets: number[] = [];
  let length = 0;
  // Strings are ASCII, so that characters are bytes.
  const add = (...added: (string | Blob)[]) => {
    parts.push(...added);
    for (const part of added) length += typeof part === 'string' ? part.length : part.size;
  };
  const addObject = (...content: (string | Blob)[]) => {
    offsets.push(length);
    add(`${offsets.length} 0 obj\n`, ...content, '\nendobj\n');
  };
  const addStream = (entries: string, size: number, data: string | Blob) =>
    addObject(`<< ${entries}/Length ${size} >>\nstream\n`, data, '\nendstream');

  const kids = pages.map((_, i) => `${3 + i * OBJECTS_PER_PAGE} 0 R`).join(' ');
  add('%PDF-1.4\n', BINARY_MARK);
  addObject('<< /Type /Catalog /Pages 2 0 R >>');
  addObject(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`);
  for (const page of pages) {
    const { box, matrix } = layOut(page);
    const content = `q ${matrix} cm /Photo Do Q`;
    const own = offsets.length + 1;
    addObject(
      `<< /Type /Page /Parent 2 0 R /MediaBox [${box}] /Rotate ${(page.turns % 4) * 90} /Contents ${own + 1} 0 R `,
      `/Resources << /XObject << /Photo ${own + 2} 0 R >> >> >>`,
    );
    addStream('', content.length, content);
    const image = `/Type /XObject /Subtype /Image /Width ${page.width} /Height ${page.height}`;
    addStream(`${image} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode `, page.jpeg.size, page.jpeg);
  }
  const start = length;
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  const size = offsets.length + 1;
  add(`xref\n0 ${size}\n0000000000 65535 f \n`, ...entries);
  add(`trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`);
  return new Blob(parts, { type: 'application/pdf' });
}
