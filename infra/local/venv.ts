import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { digest, readStamp } from './digest.ts';
import { run } from './process.ts';
import { findPython } from './python.mjs';
import { CACHE_DIR, LocalError } from './settings.ts';

/** What the project runs in Python: what is installed, and the exact versions. */
const ENVIRONMENTS = {
  emulator: { content: 'the AWS emulator', requirements: 'infra/local/requirements.txt' },
  lint: { content: 'cfn-lint and checkov', requirements: 'infra/lint/requirements.txt' },
};

function python(): string {
  try {
    return findPython();
  } catch (error) {
    throw new LocalError(error instanceof Error ? error.message : String(error));
  }
}

/**
 * The folder of a virtual environment's programs, Python among them. It is the project's own; what it holds is installed
 * unless it is there.
 */
export async function virtualEnvironment(name: keyof typeof ENVIRONMENTS): Promise<string> {
  const { content, requirements } = ENVIRONMENTS[name];
  const directory = path.join(CACHE_DIR, name);
  const stamp = path.join(directory, 'installed');
  const programs = path.join(directory, process.platform === 'win32' ? 'Scripts' : 'bin');
  const wanted = await digest([requirements], directory);
  if ((await readStamp(stamp)) === wanted) return programs;
  console.log(`installing ${content}`);
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { recursive: true });
  await run(python(), ['-m', 'venv', directory]);
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', requirements];
  await run(path.join(programs, 'python'), pip);
  await writeFile(stamp, wanted);
  return programs;
}
