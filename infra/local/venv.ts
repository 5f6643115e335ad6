import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { digest, readStamp } from './digest.ts';
import { run } from './process.ts';
import { findPython } from './python.mjs';
import { CACHE_DIR, LocalError } from './settings.ts';

const REQUIREMENTS = 'infra/local/requirements.txt';

function python(): string {
  try {
    return findPython();
  } catch (error) {
    throw new LocalError(error instanceof Error ? error.message : String(error));
  }
}

/** Installs the emulator into a virtual environment of the project's own, unless it is there; gives its Python. */
export async function emulatorPython(): Promise<string> {
  const directory = path.join(CACHE_DIR, 'emulator');
  const stamp = path.join(directory, 'installed');
  const own = path.join(directory, process.platform === 'win32' ? 'Scripts/python.exe' : 'bin/python');
  const wanted = await digest([REQUIREMENTS], directory);
  if ((await readStamp(stamp)) === wanted) return own;
  console.log('installing the AWS emulator');
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { recursive: true });
  await run(python(), ['-m', 'venv', directory]);
  await run(own, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', REQUIREMENTS]);
  await writeFile(stamp, wanted);
  return own;
}
