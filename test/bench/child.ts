import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { functionEnvironment } from '../support/event.ts';

/** Runs a script of this folder in a fresh process, in the functions' environment. Returns the JSON of its last line. */
export async function inFreshProcess<T>(script: string, args: readonly string[], input: unknown): Promise<T> {
  const child = spawn(process.execPath, ['--expose-gc', `test/bench/${script}`, ...args], {
    env: { ...process.env, ...functionEnvironment() },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(JSON.stringify(input));
  const ended = new Promise((resolve) => child.on('close', resolve));
  const output = await text(child.stdout);
  if ((await ended) !== 0) throw new Error(`${script} ${args.join(' ')} failed`);
  return JSON.parse(output.trim().split('\n').at(-1) ?? '');
}

export const median = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
