import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isAlive } from './process.ts';
import { CACHE_DIR, LocalError } from './settings.ts';

export interface Outputs {
  RestApiId: string;
  TableName: string;
  BucketName: string;
  DataKeyId: string;
  MacKeyId: string;
  SessionKeyId: string;
  EvidenceKeyId: string;
  MailFrom: string;
  MailConfiguration: string;
  MailEventsTopic: string;
  MailEventsQueue: string;
  EventsQueue: string;
  OnRecordFunction: string;
  TickFunction: string;
}

/** Version of the data that `npm start` keeps. Raise it by hand when a stored shape changes (docs/contributing.md). */
export const STATE_VERSION = 3;

interface Facts {
  /** Version that wrote this state; states from before it have none. */
  version: number;
  /** Process that uses this state now. */
  run: {
    pid: number;
    emulatorUrl: string;
    emulatorPid?: number | undefined;
    port: number;
  };
  /** Last deployment, with a digest of its sources and settings. */
  stack: { digest: string; outputs: Outputs };
  demo: 'seeding' | 'seeded';
}

export class State {
  readonly directory: string;

  constructor(directory: string) {
    this.directory = directory;
  }

  private file(name: keyof Facts): string {
    return path.join(this.directory, `${name}.json`);
  }

  async read<N extends keyof Facts>(name: N): Promise<Facts[N] | undefined> {
    const text = await readFile(this.file(name), 'utf8').catch(() => undefined);
    return text === undefined ? undefined : (JSON.parse(text) as Facts[N]);
  }

  /** Writes a fact atomically. */
  async write<N extends keyof Facts>(name: N, fact: Facts[N]): Promise<void> {
    await mkdir(this.directory, { recursive: true });
    await writeFile(`${this.file(name)}.new`, `${JSON.stringify(fact, null, 2)}\n`);
    await rename(`${this.file(name)}.new`, this.file(name));
  }

  async forget(name: keyof Facts): Promise<void> {
    await rm(this.file(name), { force: true });
  }
}

const LAST_STARTED = 'state-dir';

/** Notes where `npm start` keeps its state, for {@link runningStack}. */
export async function noteStarted(directory: string, cache = CACHE_DIR): Promise<void> {
  await mkdir(cache, { recursive: true });
  await writeFile(path.join(cache, LAST_STARTED), directory);
}

/** Returns the facts of a running stack; `undefined` if none runs in this directory. */
async function runningIn(directory: string) {
  const state = new State(directory);
  const [run, stack] = await Promise.all([state.read('run'), state.read('stack')]);
  return run && stack && isAlive(run.pid) ? { directory, run, stack } : undefined;
}

/**
 * Finds the stack that runs in `stateDir`, or without it in `.local` or where `npm start` last ran. Throws
 * {@link LocalError} if none runs there, or two.
 */
export async function runningStack(stateDir: string | undefined, cache = CACHE_DIR) {
  const started = await readFile(path.join(cache, LAST_STARTED), 'utf8').catch(() => undefined);
  const wanted = stateDir ? [stateDir] : ['.local', started ?? '.local'];
  const directories = [...new Set(wanted.map((directory) => path.resolve(directory)))];
  const found = (await Promise.all(directories.map(runningIn))).filter((stack) => stack !== undefined);
  const [stack, other] = found;
  if (!stack)
    throw new LocalError(
      `No stack is running in ${directories.join(' or ')} (STATE_DIR): start it with "npm start", or add --aws to use the stack on AWS.`,
    );
  if (other) throw new LocalError(`Two stacks are running: set STATE_DIR to ${stack.directory} or ${other.directory}.`);
  return stack;
}

/** Entries of a directory that holds data of a stack. */
const DATA = ['emulator', 'stack.json'];

/** Renames the directory without overwriting an earlier one. Returns its new path. */
async function setAside(directory: string, version: number): Promise<string> {
  const name = `${directory}-version-${version}-${new Date().toISOString().slice(0, 10)}`;
  let aside = name;
  for (let n = 2; existsSync(aside); n += 1) aside = `${name}-${n}`;
  await rename(directory, aside);
  return aside;
}

/** Sets a state of another version aside. Throws {@link LocalError} if its data is in the user's own emulator. */
export async function keepOwnVersion(state: State, emulatorUrl?: string): Promise<void> {
  const { directory } = state;
  const version = (await state.read('version')) ?? 0;
  if (version !== STATE_VERSION && DATA.some((name) => existsSync(path.join(directory, name)))) {
    if (emulatorUrl)
      throw new LocalError(
        `${directory} is of another version, and its data is in ${emulatorUrl}: empty that emulator and delete the directory.`,
      );
    const aside = await setAside(directory, version);
    console.log(`The data in ${directory} is of another version: it is now in ${aside}, and a new state starts.`);
  }
  await state.write('version', STATE_VERSION);
}
