import { EncryptedPDFError } from '@cantoo/pdf-lib';
import { SIGNING_LIMITS } from '#shared/rules/limits.ts';
import { actsInside, type Pdf, pdfOf } from '../documents/files/pdf.ts';
import { type Dictionary, END_OF_NAME, isReference, type Value } from '../documents/files/pdf-objects.ts';
import type { Certificate } from './last-page.ts';
import { pageTreeOf } from './pdf-pages.ts';
import { sectionsOf, unpackedSection } from './pdf-sections.ts';
import { stamped } from './stamp.ts';

export type PdfProblem = 'locked' | 'damaged' | 'acts' | 'signed' | 'large';

const LOCKED = new RegExp(`/Encrypt${END_OF_NAME}\\s*(?:\\d+\\s+\\d+\\s+R|<<)`);
/** Keys of signatures, and of rights that a signature grants (ISO 32000-2, 12.8). */
const SIGNATURE_KEYS = ['/ByteRange', '/DocMDP', '/UR', '/UR3', '/TransformMethod'];
const SIGNATURE_TYPES = ['/Sig', '/DocTimeStamp', '/SigRef'];
const SIGNATURE = new RegExp(`/(?:ByteRange|DocMDP)${END_OF_NAME}`);
const MAX_SECTION = 16 * 1024 * 1024;

const resolved = ({ objects }: Pdf, value: Value): Value[] =>
  isReference(value) ? (objects.values.get(value.object) ?? []) : [value];

function isSignature(pdf: Pdf, { pairs }: Dictionary): boolean {
  const has = (key: string, isFound: (value: Value) => boolean = () => true) =>
    pairs.some(([name, value]) => name === key && resolved(pdf, value).some(isFound));
  return (
    pairs.some(([key]) => SIGNATURE_KEYS.includes(key)) ||
    has('/Type', (type) => typeof type === 'string' && SIGNATURE_TYPES.includes(type)) ||
    // An empty field has no value. One that is there may be a signature without a type.
    (has('/FT', (type) => type === '/Sig') && has('/V', (value) => value !== 'null')) ||
    (has('/SubFilter', (value) => typeof value === 'string') && has('/Contents'))
  );
}

/** Throws for streams that the library would unpack without a limit, or with another filter. */
function checkSections(bytes: Buffer, { streams }: Pdf): void {
  let left = MAX_SECTION;
  for (const { dictionary, start } of streams) {
    const { pairs } = dictionary;
    if (pairs.some(([key, value]) => key === '/Type' && isReference(value))) throw new Error('unknown type');
    if (!pairs.some(([key, value]) => key === '/Type' && value === '/XRef')) continue;
    left -= unpackedSection(bytes, dictionary, start, left).length;
  }
}

const PROBE: Certificate = {
  firm: 'Firm',
  fileName: 'file.pdf',
  pages: 1,
  sha256: '0'.repeat(64),
  signer: 'Name',
  person: 'Name',
  address: 'n***@example.com',
  askedAt: '2026-01-01T00:00:00.000Z',
  askedBy: 'Name',
  readAt: '2026-01-01T00:00:00.000Z',
  codeAt: '2026-01-01T00:00:00.000Z',
  signedAt: '2026-01-01T00:00:00.000Z',
  device: 'Browser',
  network: '192.0.2.1',
  consent: 'Consent',
  evidenceId: '0',
};

async function problemOf(bytes: Buffer, pdf: Pdf): Promise<PdfProblem | number> {
  if (pdf.objects.dictionaries.some((dictionary) => isSignature(pdf, dictionary))) return 'signed';
  checkSections(bytes, pdf);
  const { pages } = pageTreeOf(sectionsOf(bytes));
  if (pages.length === 0) return 'damaged';
  if (pages.length > SIGNING_LIMITS.pages) return 'large';
  // Tried now, so that nothing about the document can fail when it is signed.
  await stamped(bytes, PROBE, { width: 8, height: 1, bits: Buffer.from([0xff]) });
  return actsInside(bytes) ? 'acts' : pages.length;
}

/** Returns the number of pages of a PDF that can be signed, or else why it cannot. */
export async function checkPdf(bytes: Buffer): Promise<{ pages: number } | { problem: PdfProblem }> {
  const text = bytes.toString('latin1');
  if (LOCKED.test(text)) return { problem: 'locked' };
  try {
    const found = await problemOf(bytes, pdfOf(bytes));
    return typeof found === 'number' ? { pages: found } : { problem: found };
  } catch (error) {
    if (error instanceof EncryptedPDFError) return { problem: 'locked' };
    return { problem: SIGNATURE.test(text) ? 'signed' : 'damaged' };
  }
}
