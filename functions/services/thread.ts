import { extname } from 'node:path';
import { type TransferListItem, Worker } from 'node:worker_threads';

/** Returns the code of a thread: TypeScript when run from source, otherwise a file beside the bundle. */
export const threadFile = (name: string, importer: string) => new URL(`./${name}${extname(importer)}`, importer);

interface ThreadLimits {
  ms: number;
  heapMb: number;
}

/** Thrown if a thread took too long or needed too much memory. */
export class LimitExceeded extends Error {}

/** A thread that answers one question at a time. */
class Thread<Question, Answer> {
  readonly #thread: Worker;
  readonly #limits: ThreadLimits;
  #asked: PromiseWithResolvers<Answer> | undefined;

  constructor(file: URL, limits: ThreadLimits, onEnd: (thread: Thread<Question, Answer>) => void) {
    this.#limits = limits;
    // Without credentials in its environment, as it reads what strangers made.
    this.#thread = new Worker(file, {
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: limits.heapMb },
    })
      .on('message', (answer: Answer) => this.#asked?.resolve(answer))
      .on('error', (error) => this.#asked?.reject(error))
      .on('exit', () => {
        this.#asked?.reject(new Error('The thread ended'));
        onEnd(this);
      });
    this.#thread.unref();
  }

  async end(): Promise<void> {
    await this.#thread.terminate();
  }

  /** Returns the answer. Throws, and ends the thread, if it fails or exceeds its limits. */
  async ask(question: Question, transferred: readonly TransferListItem[]): Promise<Answer> {
    const asked: PromiseWithResolvers<Answer> = Promise.withResolvers();
    this.#asked = asked;
    const timer = setTimeout(() => asked.reject(new LimitExceeded('time')), this.#limits.ms);
    this.#thread.postMessage(question, transferred);
    try {
      return await asked.promise;
    } catch (error) {
      await this.end();
      throw (error as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY' ? new LimitExceeded('memory') : error;
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Threads that run the same code with limits of time and memory. */
export class Threads<Question, Answer> {
  readonly #start: () => Thread<Question, Answer>;
  /** Threads without work. Starting one takes longer than most work. */
  #idle: Thread<Question, Answer>[] = [];

  constructor(file: URL, limits: ThreadLimits) {
    this.#start = () =>
      new Thread(file, limits, (ended) => {
        this.#idle = this.#idle.filter((thread) => thread !== ended);
      });
  }

  /** Returns the answer of a thread, which owns `transferred` then. Throws LimitExceeded, and what the thread throws. */
  async ask(question: Question, transferred: readonly TransferListItem[]): Promise<Answer> {
    const thread = this.#idle.pop() ?? this.#start();
    const answer = await thread.ask(question, transferred);
    this.#idle.push(thread);
    return answer;
  }

  /** Returns the answer of a new thread, which ends with it. */
  async askOnce(question: Question, transferred: readonly TransferListItem[]): Promise<Answer> {
    const thread = this.#start();
    const answer = await thread.ask(question, transferred);
    await thread.end();
    return answer;
  }
}
