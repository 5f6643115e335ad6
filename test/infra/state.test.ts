import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { freePort } from '#infra/local/ports.ts';
import { startLocal } from '#infra/local/start.ts';
import { keepOwnVersion, noteStarted, type Outputs, runningStack, STATE_VERSION, State } from '#infra/tools/state.ts';

const OTHER = STATE_VERSION + 1;
let folder: string;
let state: State;
const printed = vi.spyOn(console, 'log');

beforeEach(async () => {
  vi.useFakeTimers({ now: new Date('2026-11-27T12:00:00Z'), toFake: ['Date'] });
  printed.mockReset().mockImplementation(() => undefined);
  folder = await mkdtemp(path.join(tmpdir(), 'state-'));
  state = new State(path.join(folder, 'local'));
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true });
});

/** Stores what a start leaves: a deployed stack, and the emulator's data in a subdirectory. */
async function used(version: number | undefined, content = 'table'): Promise<void> {
  await mkdir(path.join(state.directory, 'emulator'), { recursive: true });
  await writeFile(path.join(state.directory, 'emulator', 'dynamodb.json'), content);
  await state.write('demo', 'seeded');
  if (version !== undefined) await state.write('version', version);
}
const directories = async () => (await readdir(folder)).sort();
const dataIn = (name: string) => readFile(path.join(folder, name, 'emulator', 'dynamodb.json'), 'utf8');

describe('a state directory', () => {
  test.each([
    ['without a number', undefined, 0],
    ['of another version', OTHER, OTHER],
  ])('%s is renamed whole, and a new one starts', async (_, version, shown) => {
    await used(version);
    await keepOwnVersion(state);
    const aside = `local-version-${shown}-2026-11-27`;
    expect(await directories()).toEqual(['local', aside]);
    expect(await dataIn(aside)).toBe('table');
    expect(await readdir(state.directory)).toEqual(['version.json']);
    expect(await state.read('version')).toBe(STATE_VERSION);
    expect(printed.mock.calls).toEqual([
      [expect.stringContaining(`it is now in ${path.join(folder, aside)}, and a new`)],
    ]);
  });

  test('never overwrites one that was renamed on the same day', async () => {
    for (const content of ['first', 'second', 'third']) {
      await used(OTHER, content);
      await keepOwnVersion(state);
    }
    const aside = `local-version-${OTHER}-2026-11-27`;
    expect(await directories()).toEqual(['local', aside, `${aside}-2`, `${aside}-3`]);
    expect([await dataIn(aside), await dataIn(`${aside}-2`), await dataIn(`${aside}-3`)]).toEqual([
      'first',
      'second',
      'third',
    ]);
  });

  test('stays if it is of this version', async () => {
    await used(STATE_VERSION);
    await keepOwnVersion(state);
    expect([await directories(), await state.read('demo')]).toEqual([['local'], 'seeded']);
    expect(printed).not.toHaveBeenCalled();
  });

  test('with nothing but files of the user stays, and gets the number', async () => {
    await mkdir(state.directory);
    await writeFile(path.join(state.directory, 'notes.txt'), '');
    await keepOwnVersion(state);
    expect(await readdir(state.directory)).toEqual(['notes.txt', 'version.json']);
    expect(await state.read('version')).toBe(STATE_VERSION);
  });

  test('is rejected if it is of another version and its data is in the user’s own emulator', async () => {
    await used(OTHER);
    await expect(keepOwnVersion(state, 'http://localhost:4566')).rejects.toThrow('empty that emulator');
    expect([await directories(), await state.read('version')]).toEqual([['local'], OTHER]);
  });

  test('stays while another process uses it, even if it is of another version', async () => {
    await used(OTHER);
    const url = 'http://127.0.0.1:1';
    await state.write('run', { pid: process.ppid, emulatorUrl: url, emulatorPid: process.ppid, port: 1 });
    const [port, emulatorPort] = [await freePort(), await freePort()];
    const start = startLocal({ port, emulatorPort, stateDir: state.directory, demoData: false });
    await expect(start).rejects.toThrow(`is in use by process ${process.ppid}`);
    expect([await directories(), await dataIn('local')]).toEqual([['local'], 'table']);
  });
});

describe('a command finds', () => {
  const at = (name: string) => path.join(folder, name);
  const start = async (name: string) => {
    await new State(at(name)).write('run', { pid: process.pid, emulatorUrl: 'http://127.0.0.1:1', port: 1 });
    await new State(at(name)).write('stack', { digest: '', outputs: {} as Outputs });
  };
  const found = async (stateDir?: string) => (await runningStack(stateDir, folder)).directory;

  test('the stack that npm start started last, or the one in STATE_DIR', async () => {
    await start('mine');
    await start('other');
    await noteStarted(at('mine'), folder);
    expect([await found(), await found(at('other'))]).toEqual([at('mine'), at('other')]);
  });

  test('no stack that has stopped, and says where it looked', async () => {
    await start('mine');
    await noteStarted(at('mine'), folder);
    await new State(at('mine')).forget('run');
    await expect(found(at('mine'))).rejects.toThrow(`No stack is running in ${at('mine')} (STATE_DIR)`);
    await expect(found()).rejects.toThrow(`${path.resolve('.local')} or ${at('mine')} (STATE_DIR)`);
  });
});
