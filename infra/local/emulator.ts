import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { REGION } from '../tools/emulator-access.ts';
import { childEnvironment, isAlive } from '../tools/process.ts';
import { LocalError } from '../tools/settings.ts';
import type { State } from '../tools/state.ts';
import { BUNDLED, type EmulatorKind, isReady, kindAt } from './emulator-kinds.ts';
import { assertFree } from './ports.ts';

/** Part of the emulator's saved state of Lambda. */
interface Kept {
  payload?: { dynamodb_stream_positions?: { data?: Record<string, number> } };
}

/** Resets saved stream positions, because the emulator does not save the records themselves and would skip new ones. */
export async function forgetStreamPositions(emulatorDirectory: string): Promise<void> {
  const file = path.join(emulatorDirectory, 'lambda.json');
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return;
  const kept = JSON.parse(text) as Kept;
  const positions = kept.payload?.dynamodb_stream_positions;
  if (!positions?.data || Object.keys(positions.data).length === 0) return;
  positions.data = {};
  await writeFile(`${file}.new`, JSON.stringify(kept));
  await rename(`${file}.new`, file);
}

const START_SECONDS = 60;
const STOP_SECONDS = 30;
const POLL_MS = 100;

export interface Emulator {
  url: string;
  kind: EmulatorKind;
  pid?: number;
  /** Settles when the emulator has exited. */
  ended: Promise<void>;
  /** Stops it and waits until its data is written. */
  stop(): Promise<void>;
}

/** The emulator unpacks functions there, and leaves them when it is killed. */
const unpackedIn = (stateDir: string) => path.join(stateDir, 'unpacked');

const settingsOf = (port: number, stateDir: string) => ({
  TMPDIR: unpackedIn(stateDir),
  BIND_HOST: '127.0.0.1',
  GATEWAY_PORT: String(port),
  MINISTACK_REGION: REGION,
  AUTH: 'true',
  PERSIST_STATE: '1',
  S3_PERSIST: '1',
  STATE_DIR: path.join(stateDir, 'emulator'),
  S3_DATA_DIR: path.join(stateDir, 'objects'),
  LOG_LEVEL: 'WARNING',
  IOT_MTLS_ENABLED: '0',
  SFTP_ENABLED: '0',
});

/** Kills a group of processes; ignores one that has exited. */
function killGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    return;
  }
}

async function untilGone(pid: number, seconds: number): Promise<boolean> {
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await wait(POLL_MS)) if (!isAlive(pid)) return true;
  return false;
}

/** Stops the emulator, waits until its data is written, and kills its children. */
async function stopProcess(pid: number): Promise<void> {
  if (isAlive(pid)) process.kill(pid, 'SIGTERM');
  await untilGone(pid, STOP_SECONDS);
  killGroup(pid, 'SIGKILL');
}

/** Stops an emulator that an earlier run left behind. Throws {@link LocalError} if another run uses the state. */
export async function takeOver(state: State): Promise<void> {
  const left = await state.read('run');
  // The run's process id may have been reused since, so the emulator's id is checked too.
  if (!left || (left.emulatorPid && !isAlive(left.emulatorPid))) return;
  if (left.pid !== process.pid && isAlive(left.pid))
    throw new LocalError(
      `${state.directory} is in use by process ${left.pid}: stop it, or set STATE_DIR to another directory.`,
    );
  if (!left.emulatorPid || !(await isReady(left.emulatorUrl, BUNDLED))) return;
  console.log('stopping the emulator that an earlier run left behind');
  await stopProcess(left.emulatorPid);
}

async function untilHealthy(url: string, child: ChildProcess, log: string): Promise<void> {
  for (const end = Date.now() + START_SECONDS * 1000; Date.now() < end; await wait(POLL_MS)) {
    if (child.exitCode !== null) throw new LocalError(`The AWS emulator did not start: see ${log}.`);
    if (await isReady(url, BUNDLED)) return;
  }
  throw new LocalError(`The AWS emulator did not answer within ${START_SECONDS} seconds: see ${log}.`);
}

/** Starts the emulator on the loopback with IAM enforced. Its own process group keeps Ctrl-C away from it. */
export async function startEmulator(python: string, port: number, state: State): Promise<Emulator> {
  await assertFree(port, 'EMULATOR_PORT');
  const kept = path.join(state.directory, 'emulator');
  await mkdir(kept, { recursive: true });
  await forgetStreamPositions(kept);
  const unpacked = unpackedIn(state.directory);
  await rm(unpacked, { recursive: true, force: true });
  await mkdir(unpacked);
  // Else its CommonJS would be read as modules, as the project's package.json says.
  await writeFile(path.join(unpacked, 'package.json'), '{}');
  const logFile = path.join(state.directory, 'emulator.log');
  const log = await open(logFile, 'w');
  const child = spawn(python, ['-m', 'ministack'], {
    env: childEnvironment(settingsOf(port, state.directory)),
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  });
  const ended = once(child, 'exit').then(() => undefined);
  await log.close();
  const pid = child.pid ?? 0;
  const url = `http://127.0.0.1:${port}`;
  const stop = async () => {
    await stopProcess(pid);
    await ended;
    await rm(unpacked, { recursive: true, force: true });
  };
  try {
    await untilHealthy(url, child, logFile);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, kind: BUNDLED, pid, ended, stop };
}

/** Waits for an emulator that was started elsewhere. Throws {@link LocalError} if none answers. */
export async function otherEmulator(url: string): Promise<Emulator> {
  const end = Date.now() + START_SECONDS * 1000;
  for (let first = true; first || Date.now() < end; first = false) {
    const kind = await kindAt(url);
    if (kind) return { url, kind, ended: new Promise(() => undefined), stop: async () => undefined };
    if (first) console.log(`waiting for the emulator at ${url}`);
    await wait(POLL_MS);
  }
  throw new LocalError(
    `Nothing answered at EMULATOR_URL, ${url}, within ${START_SECONDS} seconds: start the emulator first.`,
  );
}
