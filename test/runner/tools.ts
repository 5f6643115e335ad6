import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { LocalError } from '#infra/tools/settings.ts';
import { KINDS, type KindName } from './kinds.ts';
import { playwrightResults, type Result, vitestResults } from './results.ts';

const BIN = path.resolve('node_modules/.bin');
const GRACE_MS = 5000;

/** Runs of tools that have not ended, each in a process group of its own. */
const running = new Set<ChildProcess>();
let ending = false;

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid) process.kill(-pid, signal);
  } catch {
    // The whole group has ended.
  }
}

/** Ends every tool under way with all its workers and browsers, by force where it takes more than five seconds; none starts after it. */
export async function endTools(): Promise<void> {
  ending = true;
  const ended = [...running].map(async (child) => {
    const closed = once(child, 'close');
    signalGroup(child, 'SIGTERM');
    await Promise.race([closed, wait(GRACE_MS, undefined, { ref: false })]);
    signalGroup(child, 'SIGKILL');
  });
  await Promise.all(ended);
}

/** Prints each line of a stream under the kind's name, and returns the list that they are added to. */
function printLines(stream: Readable, prefix: string): string[] {
  const lines: string[] = [];
  createInterface(stream).on('line', (line) => {
    lines.push(line);
    console.log(`${prefix} ${line}`);
  });
  return lines;
}

/** Runs a tool to its end; returns its error output, or `undefined` if it ended well. */
async function runTool(kind: KindName, args: string[], env: Record<string, string>): Promise<string[] | undefined> {
  if (ending) throw new LocalError('Stopped');
  const color = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
  const child = spawn(path.join(BIN, KINDS[kind].tool), args, {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...color, ...env },
  });
  running.add(child);
  printLines(child.stdout, kind.padEnd(8));
  const said = printLines(child.stderr, kind.padEnd(8));
  try {
    const [code] = await once(child, 'close');
    return code === 0 ? undefined : said;
  } finally {
    running.delete(child);
  }
}

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** How each tool is asked to run files of a project and to write its report. */
const TOOLS = {
  vitest: {
    args: (kind: KindName, report: string, files: readonly string[]) => {
      const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
      return ['run', `--project=${kind}`, ...reporters, ...files];
    },
    reportIn: () => ({}),
    read: vitestResults,
  },
  playwright: {
    args: (kind: KindName, _report: string, files: readonly string[]) => {
      return ['test', '--config=test/playwright.config.ts', `--project=${kind}`, ...files.map(literal)];
    },
    reportIn: (report: string) => ({ PLAYWRIGHT_JSON_OUTPUT_FILE: report }),
    read: playwrightResults,
  },
};

/** How a kind's run went. */
export interface Run {
  kind: KindName;
  results: Result[];
  /** From its start to its end. */
  seconds: number;
  /** Error output of its tool, if it failed. */
  failed?: string[];
}

/** Runs files of one kind; its report is written into `folder`. */
export async function runKind(
  kind: KindName,
  files: readonly string[],
  folder: string,
  env: Record<string, string> = {},
): Promise<Run> {
  const report = path.join(folder, `${kind}.json`);
  const began = Date.now();
  const { args, reportIn, read } = TOOLS[KINDS[kind].tool];
  const failed = await runTool(kind, args(kind, report, files), { ...env, ...reportIn(report) });
  const results = read(JSON.parse(await readFile(report, 'utf8').catch(() => '{}')));
  return { kind, results, seconds: (Date.now() - began) / 1000, failed };
}
