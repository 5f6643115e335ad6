import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Stopper } from '#infra/local/start.ts';
import { KINDS, type KindName } from './kinds.ts';
import { linesOf, outsideTests, REASON_LINES, type Result } from './reporter.ts';

const GRACE_MS = 5000;

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
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
    // Concurrent tools print plain lines, because redrawn ones would overwrite each other.
    env: { ...process.env, PLAYWRIGHT_FORCE_TTY: 'false', ...env },
  });
  const closed = once(child, 'close');
  await stopper.add(() => end(child));
  const results: Result[] = [];
  child.on('message', (sent: Result[]) => results.push(...sent));
  let errors = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    process.stderr.write(chunk);
    errors += chunk;
  });
  const [code] = await closed;
  // Covers a tool that died before it could report.
  if (code !== 0 && results.every(({ outcome }) => outcome !== 'failed'))
    results.push(
      outsideTests(tool, [`ended with ${code ?? child.signalCode}`, ...linesOf(errors).slice(-REASON_LINES)]),
    );
  return { kind, seconds: (Date.now() - began) / 1000, results };
}
