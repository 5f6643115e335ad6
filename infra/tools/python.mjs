// Runs while the packages are being installed, so it is plain JavaScript without dependencies.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const PROBE = 'import sys, venv, ensurepip; print("%d.%d" % sys.version_info[:2])';
const NEEDED = 'Python 3.10 or newer is needed';

function probe(command) {
  const { status, stdout, stderr, error } = spawnSync(command, ['-c', PROBE], { encoding: 'utf8' });
  if (error) return {};
  if (status !== 0) return { command, withoutVenv: /No module named '(venv|ensurepip)'/.test(stderr) };
  const [major = 0, minor = 0] = stdout.trim().split('.').map(Number);
  return { command, version: stdout.trim(), good: major > 3 || (major === 3 && minor >= 10) };
}

export function findPython(named = process.env.PYTHON) {
  const found = (named ? [named] : ['python3', 'python', 'python3.13', 'python3.12', 'python3.11', 'python3.10']).map(
    probe,
  );
  const good = found.find((python) => python.good);
  if (good) return good.command;
  const old = found.find((python) => python.version);
  if (old)
    throw new Error(
      `${NEEDED}, and this machine has ${old.version}: install it from https://www.python.org/downloads/ or set PYTHON to it.`,
    );
  if (found.some((python) => python.withoutVenv))
    throw new Error(
      `${NEEDED} with its venv module: install the package python3-venv (Debian, Ubuntu) and start again.`,
    );
  throw new Error(
    `${NEEDED}: install it from https://www.python.org/downloads/ or with your system's packages, or set PYTHON to it.`,
  );
}

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

const ENVIRONMENTS = {
  emulator: { content: 'the AWS emulator', requirements: 'infra/local/requirements.txt' },
  lint: { content: 'cfn-lint and checkov', requirements: 'infra/lint/requirements.txt' },
};

export async function virtualEnvironment(name, run) {
  const { content, requirements: file } = ENVIRONMENTS[name];
  const requirements = path.join(ROOT, file);
  const directory = path.join(ROOT, '.cache', name);
  const stamp = path.join(directory, 'installed');
  const programs = path.join(directory, process.platform === 'win32' ? 'Scripts' : 'bin');
  // Programs contain the path of their folder, so that a moved one is unusable.
  const wanted = createHash('sha256')
    .update(`${directory}\0${await readFile(requirements)}`)
    .digest('hex');
  if ((await readFile(stamp, 'utf8').catch(() => '')) === wanted) return programs;
  console.log(`installing ${content}`);
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { recursive: true });
  await run(findPython(), ['-m', 'venv', directory]);
  const pip = [
    '-m',
    'pip',
    'install',
    '--quiet',
    '--disable-pip-version-check',
    '--require-hashes',
    '-r',
    requirements,
  ];
  await run(path.join(programs, 'python'), pip);
  await writeFile(stamp, wanted);
  return programs;
}
