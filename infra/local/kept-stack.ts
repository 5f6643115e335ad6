import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isAlive } from './process.ts';
import { CACHE_DIR } from './settings.ts';
import type { Outputs } from './state.ts';

/** A stack that a developer keeps up with `npm run stack`. */
export interface KeptStack {
  /** Of the process that keeps it up. */
  pid: number;
  origin: string;
  emulatorUrl: string;
  /** The name of its kind. */
  emulator: string;
  outputs: Outputs;
  stateDir: string;
}

const FILE = path.join(CACHE_DIR, 'stack.json');

/** Lets {@link keptStack} find a stack; gives what takes that back. */
export async function announceStack(stack: KeptStack): Promise<() => Promise<void>> {
  await mkdir(CACHE_DIR, { recursive: true });
  await writeFile(FILE, JSON.stringify(stack));
  return () => rm(FILE, { force: true });
}

/** The stack that is kept up now; `undefined` where none is. */
export async function keptStack(): Promise<KeptStack | undefined> {
  const text = await readFile(FILE, 'utf8').catch(() => undefined);
  const stack = text === undefined ? undefined : (JSON.parse(text) as KeptStack);
  return stack && isAlive(stack.pid) ? stack : undefined;
}
