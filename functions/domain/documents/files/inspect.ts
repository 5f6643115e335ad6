import type { Refusal } from '#shared/rules/refusals.ts';
import { LimitExceeded, Threads, threadFile } from '../../../services/thread.ts';
import type { FileKind } from './check.ts';
import { Refused, refused } from './refusals.ts';

export interface Question {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}
export type Answer = { kind: FileKind } | { refusal: Refusal };

const inspectors = new Threads<Question, Answer>(threadFile('inspector', import.meta.url), {
  // Shorter than API Gateway's limit of 29 s. The worst known file takes 3 s on one core.
  ms: 10_000,
  // A PDF of 50 MB with two million values needs some 300 MB.
  heapMb: 512,
});

/**
 * Checks a file in another thread, with limits for time and memory. Throws 400 for what is refused, and for what
 * exceeds them.
 */
export async function inspectFile(name: string, bytes: Uint8Array): Promise<FileKind> {
  // A copy that the thread can own.
  const own = new Uint8Array(bytes);
  const answer = await inspectors.ask({ name, bytes: own }, [own.buffer]).catch((error) => {
    throw error instanceof LimitExceeded ? refused('hidden') : error;
  });
  if ('refusal' in answer) throw new Refused(answer.refusal);
  return answer.kind;
}
