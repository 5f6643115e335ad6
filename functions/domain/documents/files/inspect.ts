import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Refusal } from '#shared/rules/refusals.ts';
import type { FileKind } from './check.ts';
import { Refused, refused } from './refusals.ts';

export interface Question {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}
export type Answer = { kind: FileKind } | { refusal: Refusal };

/** Shorter than API Gateway's limit of 29 s. The worst known file takes 3 s on one core. */
const MAX_MS = 10_000;
/** A PDF of 50 MB with two million values needs some 300 MB. */
const LIMITS = { maxOldGenerationSizeMb: 512 };

// TypeScript when run from source, otherwise a file beside the bundle.
const INSPECTOR = new URL(`./inspector${extname(import.meta.url)}`, import.meta.url);

type Asked = PromiseWithResolvers<Answer>;

/** Threads without work. Starting one takes longer than most checks. */
const idle: Inspector[] = [];

/** A thread that answers one question at a time. */
class Inspector {
  // Without credentials in its environment, as it reads what strangers made.
  readonly #thread = new Worker(INSPECTOR, { env: {}, execArgv: [], resourceLimits: LIMITS });
  #asked: Asked | undefined;

  constructor() {
    this.#thread
      .on('message', (answer: Answer) => this.#asked?.resolve(answer))
      .on('error', (error) => this.#asked?.reject(error))
      .on('exit', () => this.#end());
    this.#thread.unref();
  }

  #end(): void {
    this.#asked?.reject(new Error('The inspecting thread ended'));
    const at = idle.indexOf(this);
    if (at >= 0) idle.splice(at, 1);
  }

  /** Returns the answer. Throws, and ends the thread, if it fails or takes too long. */
  async ask(question: Question): Promise<Answer> {
    const asked: Asked = Promise.withResolvers();
    this.#asked = asked;
    const timer = setTimeout(() => asked.reject(refused('hidden')), MAX_MS);
    this.#thread.postMessage(question, [question.bytes.buffer]);
    try {
      return await asked.promise;
    } catch (error) {
      await this.#thread.terminate();
      throw (error as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY' ? refused('hidden') : error;
    } finally {
      clearTimeout(timer);
    }
  }
}

/**
 * Checks a file in another thread, with limits for time and memory. Throws 400 for what is refused, and for what
 * exceeds them.
 */
export async function inspectFile(name: string, bytes: Uint8Array): Promise<FileKind> {
  const inspector = idle.pop() ?? new Inspector();
  // A copy that the thread can own.
  const answer = await inspector.ask({ name, bytes: new Uint8Array(bytes) });
  idle.push(inspector);
  if ('refusal' in answer) throw new Refused(answer.refusal);
  return answer.kind;
}
