import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const BIN = path.resolve('node_modules/.bin');
const FOREIGN = /^(AWS_|CDK_|npm_|NODE_OPTIONS$|VIRTUAL_ENV$|PYTHONPATH$|PYTHONHOME$)/;
const TAIL = 4_000;

/** Returns the environment of a child: without other tools' settings, and with the project's binaries first on PATH. */
export function childEnvironment(more: Record<string, string> = {}): Record<string, string> {
  const own = Object.entries(process.env).filter(([name, value]) => value !== undefined && !FOREIGN.test(name));
  return { ...Object.fromEntries(own), PATH: `${BIN}${path.delimiter}${process.env.PATH}`, ...more } as Record<
    string,
    string
  >;
}

const running = new Set<ChildProcess>();

export const stopTasks = () => running.forEach((child) => void child.kill('SIGTERM'));

/** Runs a command silently; `input` is its standard input. Throws with the end of its output if it fails. */
export async function run(
  command: string,
  args: readonly string[],
  env = childEnvironment(),
  input = '',
): Promise<void> {
  const child = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'pipe'] });
  running.add(child);
  let output = '';
  const keep = (chunk: Buffer) => {
    output = (output + chunk).slice(-TAIL);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  child.stdin.on('error', () => undefined).end(input);
  try {
    const [code] = await once(child, 'close');
    if (code !== 0) throw new Error(`${path.basename(command)} ${args.join(' ')} failed:\n${output.trim()}`);
  } finally {
    running.delete(child);
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
