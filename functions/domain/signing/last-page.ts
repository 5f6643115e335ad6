import { type PDFFont, type PDFPage, rgb } from '@cantoo/pdf-lib';
import { sayLongDay, sayTime } from '#shared/rules/say-date.ts';
import { plainLetters, wrapped } from './plain-letters.ts';

/** Facts of the last page. Times are ISO. */
export interface Certificate {
  firm: string;
  fileName: string;
  pages: number;
  sha256: string;
  /** Name as typed. */
  signer: string;
  /** Name on record. */
  person: string;
  /** Masked already. */
  address: string;
  askedAt: string;
  askedBy: string;
  readAt: string;
  codeAt: string;
  signedAt: string;
  device: string;
  network: string;
  consent: string;
  evidenceId: string;
}

/** "3 July 2027, 14:02 in London (2027-07-03 13:02:07 UTC)" */
export function bothTimes(at: string): string {
  const utc = new Date(at).toISOString().replace('T', ' ').slice(0, 'YYYY-MM-DD HH:MM:SS'.length);
  return `${sayLongDay(at)}, ${sayTime(at)} in London (${utc} UTC)`;
}

/** Returns labels and texts of the page, top down. */
export const certificateRows = (facts: Certificate): [label: string, text: string][] => [
  ['Signed by', facts.signer === facts.person ? facts.signer : `${facts.signer} (on record: ${facts.person})`],
  ['Email address', facts.address],
  ['Firm', facts.firm],
  ['Document', `${facts.fileName}, ${facts.pages} ${facts.pages === 1 ? 'page' : 'pages'} before this one`],
  ['SHA-256', facts.sha256],
  ['Asked', `${bothTimes(facts.askedAt)} by ${facts.askedBy}`],
  ['Opened', bothTimes(facts.readAt)],
  ['Code asked for', bothTimes(facts.codeAt)],
  ['Signed', bothTimes(facts.signedAt)],
  ['How', 'By the secret link, and the code, which was emailed'],
  ['Device', facts.device],
  ['Network address', facts.network],
  ['Ticked', `"${facts.consent}"`],
  ['Evidence', facts.evidenceId],
];

export const PAGE = { width: 595.28, height: 841.89 };
const MARGIN = 56;
const WIDTH = PAGE.width - 2 * MARGIN;
const LABELS = 118;
/** Longest text of a row in characters; the evidence has it whole. */
const MAX_TEXT = 500;
const SIZES = [11, 10, 9, 8, 7];
const SMALLEST = 6;
/** Lines of a row that always fit in the smallest type. */
const MAX_LINES = 3;
const FOOT = 84;

const INK = rgb(0.09, 0.13, 0.22);
const GREY = rgb(0.38, 0.42, 0.49);
const LINE = rgb(0.82, 0.84, 0.88);

/** Box of the mark, from the bottom left of the page. */
export const MARK_BOX = { x: MARGIN + 16, y: PAGE.height - 248, width: WIDTH - 32, height: 104 };

interface Fonts {
  plain: PDFFont;
  bold: PDFFont;
}

interface Row {
  label: string;
  lines: string[];
}

const LEADING = 1.35;
const GAP = 0.75;

const shortened = (lines: string[]) =>
  lines.length > MAX_LINES
    ? [...lines.slice(0, MAX_LINES - 1), `${lines[MAX_LINES - 1]?.slice(0, -'...'.length)}...`]
    : lines;

/** Returns the rows in lines, in the largest type with which they fit. */
function rowsThatFit(facts: Certificate, font: PDFFont, height: number): { size: number; rows: Row[] } {
  const texts = certificateRows(facts).map(([label, text]) => ({ label, text: plainLetters(text.slice(0, MAX_TEXT)) }));
  const inSize = (size: number): Row[] =>
    texts.map(({ label, text }) => ({
      label,
      lines: wrapped(text || '-', WIDTH - LABELS, (part) => font.widthOfTextAtSize(part, size)),
    }));
  for (const size of SIZES) {
    const rows = inSize(size);
    const total = rows.reduce((sum, { lines }) => sum + (lines.length * LEADING + GAP) * size, 0);
    if (total <= height) return { size, rows };
  }
  return { size: SMALLEST, rows: inSize(SMALLEST).map(({ label, lines }) => ({ label, lines: shortened(lines) })) };
}

/** Draws everything on the last page but the mark. */
export function drawCertificate(page: PDFPage, facts: Certificate, { plain, bold }: Fonts): void {
  const write = (text: string, x: number, y: number, size: number, font = plain, color = INK) =>
    page.drawText(text, { x, y, size, font, color });
  const rule = (y: number) =>
    page.drawLine({ start: { x: MARGIN, y }, end: { x: MARGIN + WIDTH, y }, thickness: 0.75, color: LINE });

  write('Certificate of signature', MARGIN, PAGE.height - 84, 22, bold);
  write('This page was added to the document when it was signed.', MARGIN, PAGE.height - 104, 10, plain, GREY);
  page.drawRectangle({
    x: MARGIN,
    y: MARK_BOX.y - 12,
    width: WIDTH,
    height: MARK_BOX.height + 24,
    borderColor: LINE,
    borderWidth: 0.75,
  });

  const top = MARK_BOX.y - 38;
  const { size, rows } = rowsThatFit(facts, plain, top - FOOT - 24);
  let y = top;
  for (const { label, lines } of rows) {
    write(label, MARGIN, y, size, plain, GREY);
    for (const line of lines) {
      write(line, MARGIN + LABELS, y, size);
      y -= size * LEADING;
    }
    y -= size * GAP;
  }

  rule(FOOT);
  const statement = `${facts.firm} confirms that this page was made by its portal in the way described.`;
  wrapped(plainLetters(statement.slice(0, MAX_TEXT)), WIDTH, (text) => plain.widthOfTextAtSize(text, 9))
    .slice(0, 4)
    .forEach((line, i) => {
      write(line, MARGIN, FOOT - 18 - i * 12, 9);
    });
}
