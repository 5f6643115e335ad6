import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, vi } from 'vitest';
import { ops } from '#infra/ops/ops.ts';
import { type Outputs, State } from '#infra/tools/state.ts';
import { emulatorUrl, siteOrigin } from './stack.ts';

export interface Ran {
  code: number;
  output: string;
}

/**
 * Makes a folder for the operators of a test file, removed after its tests. As STATE_DIR it leads commands to the stack under
 * test.
 */
export async function operatorFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'operator-'));
  afterAll(() => rm(folder, { recursive: true }));
  const state = new State(folder);
  const outputs = JSON.parse(process.env.TEST_OUTPUTS ?? '{}') as Outputs;
  await state.write('run', { pid: process.pid, emulatorUrl: emulatorUrl(), port: Number(new URL(siteOrigin()).port) });
  await state.write('stack', { digest: '', outputs });
  return folder;
}

/** Runs a shell command on the stack under test. */
export async function operate(folder: string, line: string, env: Record<string, string> = {}): Promise<Ran> {
  const child = spawn('sh', ['-euc', line], { env: { ...process.env, STATE_DIR: folder, ...env } });
  child.stdin.end();
  const ended = new Promise<number>((resolve) => child.on('close', (code) => resolve(code ?? 1)));
  const [out, error, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, output: out + error };
}

export async function printed(command: () => Promise<number>): Promise<Ran & { out: string; err: string }> {
  const [out, err, both]: [string[], string[], string[]] = [[], [], []];
  const into = (stream: string[]) => (line: unknown) => {
    stream.push(`${line}\n`);
    both.push(`${line}\n`);
  };
  const spies = [
    vi.spyOn(console, 'log').mockImplementation(into(out)),
    vi.spyOn(console, 'error').mockImplementation(into(err)),
  ];
  try {
    const code = await command();
    return { code, output: both.join(''), out: out.join(''), err: err.join('') };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

/** Runs `npm run ops -- …` in this process, on the stack under test. */
export async function runOps(folder: string, line: string): Promise<Ran> {
  process.env.STATE_DIR = folder;
  const { code, output } = await printed(() => ops(line.trim().split(/ +/)));
  return { code, output };
}
