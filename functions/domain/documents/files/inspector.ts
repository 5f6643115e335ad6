import { parentPort } from 'node:worker_threads';
import { checkFile } from './check.ts';
import type { Answer, Question } from './inspect.ts';
import { Refused } from './refusals.ts';

// Runs in a thread of its own, so that a check can be ended.

async function answer({ name, bytes }: Question): Promise<Answer> {
  try {
    return { kind: await checkFile(name, Buffer.from(bytes.buffer)) };
  } catch (error) {
    if (error instanceof Refused) return { refusal: error.refusal };
    throw error;
  }
}

parentPort?.on('message', async (question: Question) => parentPort?.postMessage(await answer(question)));
