import { spawnSync } from 'node:child_process';

const PROBE = 'import sys, venv, ensurepip; print("%d.%d" % sys.version_info[:2])';
const NEEDED = 'Python 3.10 or newer is needed';

function probe(command) {
  const { status, stdout, stderr, error } = spawnSync(command, ['-c', PROBE], { encoding: 'utf8' });
  if (error) return {};
  if (status !== 0) return { command, withoutVenv: /No module named '(venv|ensurepip)'/.test(stderr) };
  const [major = 0, minor = 0] = stdout.trim().split('.').map(Number);
  return { command, version: stdout.trim(), good: major > 3 || (major === 3 && minor >= 10) };
}

/** A Python that can run what the project needs of it: the one that PYTHON names, else the machine's. Throws a sentence that says what to install. */
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
