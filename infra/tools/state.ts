import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { LocalError } from './settings.ts';

export interface Outputs {
  RestApiId: string;
  TableName: string;
  BucketName: string;
  DataKeyId: string;
  MacKeyId: string;
  SessionKeyId: string;
  MailFrom: string;
  MailConfiguration: string;
  MailEventsTopic: string;
  MailEventsQueue: string;
  EventsQueue: string;
  OnRecordFunction: string;
  TickFunction: string;
}

/** Version of the data that `npm start` keeps. Raise it by hand when a stored shape changes (docs/contributing.md). */
export const STATE_VERSION = 1;

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
