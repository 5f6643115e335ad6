// Runs on the machine's own Node before packages are installed, so it is plain JavaScript without dependencies.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findPython, virtualEnvironment } from '../tools/python.mjs';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const BIN = path.join(ROOT, 'node_modules/.bin');
const PARENT_CHECK_MS = 500;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

function fail(message) {
  console.error(message);
  process.exit(1);
}

const packagesOf = (file) => JSON.parse(readFileSync(path.join(ROOT, file), 'utf8')).packages;

/** Compares npm's list of installed packages with package-lock.json. */
function isInstalled() {
  if (!existsSync(path.join(ROOT, 'node_modules/.package-lock.json'))) return false;
  const installed = packagesOf('node_modules/.package-lock.json');
  return Object.entries(packagesOf('package-lock.json')).every(
    ([name, { version, optional }]) =>
      name === '' || (installed[name] ? installed[name].version === version : optional),
  );
}

/** Installs the packages and, if wanted, the emulator in parallel. If one fails, the other is stopped. */
async function install(withEmulator) {
  console.log('installing packages');
  const { PYTHONHOME, PYTHONPATH, VIRTUAL_ENV, ...env } = process.env;
  const ending = new AbortController();
  const runToEnd = async (command, args) => {
    const stdio = ['ignore', 'inherit', 'inherit'];
    const [code] = await once(spawn(command, args, { cwd: ROOT, env, stdio, signal: ending.signal }), 'close');
    if (code !== 0) throw new Error(`${path.basename(command)} ${args.join(' ')} failed: see its message above.`);
  };
  const stop = () => {
    ending.abort();
    process.exit(1);
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  const npm = process.env.npm_execpath;
  const [command, before] = npm ? [process.execPath, [npm]] : ['npm', []];
  const ci = [...before, 'ci', '--no-audit', '--no-fund', '--loglevel=error'];
  try {
    await Promise.all([runToEnd(command, ci), withEmulator && virtualEnvironment('emulator', runToEnd)]);
  } finally {
    ending.abort();
    for (const signal of SIGNALS) process.off(signal, stop);
  }
}

/** Returns the processes whose end should end this one: the parent, and npm if it runs us through a shell. */
function parents() {
  try {
    const [, name = '', parent = ''] =
      /\((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${process.ppid}/stat`, 'utf8')) ?? [];
    const underNpm = process.env.npm_lifecycle_event && /^(sh|dash|bash)$/.test(name);
    return `${process.ppid} ${underNpm ? parent : ''}`;
  } catch {
    return `${process.ppid} `;
  }
}

/** Runs a program under the project's Node, by default the local stack. Any signal stops it. */
function run(python) {
  const program = process.argv.slice(2);
  const child = spawn(path.join(BIN, 'node'), program.length > 0 ? program : ['infra/local/main.ts'], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, PYTHON: python, PATH: `${BIN}${path.delimiter}${process.env.PATH}` },
  });
  const stop = () => child.kill('SIGTERM');
  for (const signal of SIGNALS) process.on(signal, stop);
  const before = parents();
  setInterval(() => parents() !== before && stop(), PARENT_CHECK_MS).unref();
  child.on('exit', (code) => process.exit(code ?? 1));
}

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19))
  fail(`Node 20.19 or newer is needed, and this is ${process.versions.node}: install it from https://nodejs.org/.`);
const usesEmulator = !process.env.EMULATOR_URL && process.argv[2] !== 'infra/local/memory/dev.ts';
try {
  const python = usesEmulator ? findPython() : '';
  if (!isInstalled()) await install(python !== '');
  run(python);
} catch (error) {
  fail(error.message);
}
