import { SIGNING_LIMITS } from '#shared/rules/limits.ts';
import { conflict } from '../../services/errors.ts';
import { LimitExceeded, Threads, threadFile } from '../../services/thread.ts';
import type { PdfProblem } from './check-pdf.ts';
import type { Certificate } from './last-page.ts';
import type { Mark } from './mark.ts';

export interface Question {
  bytes: Uint8Array<ArrayBuffer>;
  /** Missing to check the PDF only. */
  stamp?: { certificate: Certificate; mark: Mark };
}
export type Answer = { pages: number } | { problem: PdfProblem } | { stamped: Uint8Array };

const PROBLEMS: Record<PdfProblem, string> = {
  locked: 'This PDF is locked with a password. Save it without one.',
  damaged: 'This PDF is damaged and cannot be signed.',
  acts: 'This PDF runs something when it is opened. Print it to a plain PDF first.',
  signed: 'This PDF carries a digital signature, which signing here would break.',
  large: 'Documents to sign can be at most 20 MB and 200 pages.',
};
const refused = (problem: PdfProblem) => conflict(PROBLEMS[problem]);

const threads = new Threads<Question, Answer>(threadFile('pdf-thread', import.meta.url), {
  // Shorter than API Gateway's limit of 29 s.
  ms: 10_000,
  heapMb: 512,
});

// Each in a new thread, because the library keeps every reference and name that it ever read.
async function ask(bytes: Uint8Array, stamp?: Question['stamp']): Promise<Answer> {
  // A copy that the thread can own.
  const own = new Uint8Array(bytes);
  return await threads.askOnce({ bytes: own, stamp }, [own.buffer]);
}

/** Throws 409 for a document of too many bytes. */
export function checkSize(bytes: number): void {
  if (bytes > SIGNING_LIMITS.bytes) throw refused('large');
}

/** Returns the number of pages. Throws 409 if the PDF cannot be signed here. */
export async function inspectPdf(bytes: Uint8Array): Promise<{ pages: number }> {
  checkSize(bytes.length);
  const answer = await ask(bytes).catch((error) => {
    throw error instanceof LimitExceeded ? refused('damaged') : error;
  });
  if ('problem' in answer) throw refused(answer.problem);
  if (!('pages' in answer)) throw new Error('No count of pages');
  return { pages: answer.pages };
}

/** Returns the PDF followed by an update that adds the last page with the mark. Throws unless it was inspected. */
export async function stampPdf(bytes: Uint8Array, certificate: Certificate, mark: Mark): Promise<Buffer> {
  const answer = await ask(bytes, { certificate, mark });
  if (!('stamped' in answer)) throw new Error('Not stamped');
  const stamped = Buffer.from(answer.stamped);
  if (Buffer.compare(stamped.subarray(0, bytes.length), bytes) !== 0) throw new Error('Another document');
  return stamped;
}
