import { parentPort } from 'node:worker_threads';
import { checkPdf } from './check-pdf.ts';
import type { Answer, Question } from './pdf.ts';
import { stamped } from './stamp.ts';

// Runs in a thread of its own, so that hostile PDFs can be ended.

async function answer({ bytes, stamp }: Question): Promise<Answer> {
  const pdf = Buffer.from(bytes.buffer);
  return stamp ? { stamped: await stamped(pdf, stamp.certificate, stamp.mark) } : checkPdf(pdf);
}

parentPort?.on('message', async (question: Question) => parentPort?.postMessage(await answer(question)));
