import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { Stopper } from '#infra/local/start.ts';
import { KINDS, type KindName } from './kinds.ts';
import { outsideTests, type Result } from './reporter.ts';

const GRACE_MS = 5000;
/** Lines of a tool's error output that explain a failure outside of its tests. */
const TAIL_LINES = 12;

/** Ends a tool's process group, with all workers and browsers; kills what remains after five seconds. */
async function end(child: ChildProcess): Promise<void> {
  if (!child.pid || child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'close');
  process.kill(-child.pid, 'SIGTERM');
  await Promise.race([closed, wait(GRACE_MS, undefined, { ref: false })]);
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The whole group has ended.
  }
}

/** Prints each line of a stream under the kind's name, and returns the list that they are added to. */
function printLines(stream: Readable | null, kind: KindName): string[] {
  const lines: string[] = [];
  if (stream)
    createInterface(stream).on('line', (line) => {
      lines.push(line);
      console.log(`${kind.padEnd(8)} ${line}`);
    });
  return lines;
}

const COMMANDS = { vitest: ['run'], playwright: ['test', '--config=test/playwright.config.ts'] };

/** How a kind's run went. */
export interface Run {
  kind: KindName;
  seconds: number;
  results: Result[];
}

/** Runs files of one kind with its tool. A tool that fails without a failed test counts as one. */
export async function runKind(
  kind: KindName,
  files: readonly string[],
  env: Record<string, string>,
  stopper: Stopper,
): Promise<Run> {
  const began = Date.now();
  const { tool } = KINDS[kind];
  const child = fork(path.resolve('node_modules/.bin', tool), [...COMMANDS[tool], `--project=${kind}`, ...files], {
    // Starts a process group, which `end` signals as a whole.
    detached: true,
    silent: true,
    env: { ...process.env, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }), ...env },
  });
  const closed = once(child, 'close');
  await stopper.add(() => end(child));
  const results: Result[] = [];
  child.on('message', (sent: Result[]) => results.push(...sent));
  printLines(child.stdout, kind);
  const errors = printLines(child.stderr, kind);
  const [code] = await closed;
  if (code !== 0 && results.every(({ outcome }) => outcome !== 'failed'))
    results.push(outsideTests(tool, ...errors.slice(-TAIL_LINES)));
  return { kind, seconds: (Date.now() - began) / 1000, results };
}
