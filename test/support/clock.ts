import { workerData } from 'node:worker_threads';

const MachineDate = globalThis.Date;
// Fake timers replace `process.hrtime` itself. Its zero is the same in all processes of a machine.
const { hrtime } = process;
const monotonicMs = () => Number(hrtime.bigint() / 1_000_000n);

function readStart(): number {
  // A Wednesday at 10:00 in London: a working day, outside quiet hours.
  const at = MachineDate.parse(process.env.TEST_NOW || '2026-11-25T10:00:00Z');
  if (Number.isNaN(at)) throw new Error('TEST_NOW has to be a time such as 2027-03-28T00:57:00Z.');
  return at;
}

/** Milliseconds at which the tests' time starts: TEST_NOW, or a Wednesday at 10:00 in London. */
export const START = readStart();

// On the global object, because `vi.resetModules` loads this module again.
const shared = globalThis as { testClock?: SharedArrayBuffer };
const isLoadedAgain = shared.testClock !== undefined;
shared.testClock ??= (workerData?.clock as SharedArrayBuffer | undefined) ?? new SharedArrayBuffer(8);

/** Distance of the tests' time from the monotonic clock in ms, shared with the threads of this process. */
const offset = new BigInt64Array(shared.testClock);

/** Passed as `workerData.clock` to threads that share this time. */
export const clockBuffer = offset.buffer;

/** Sets the time of this process and its threads. It runs on from there. */
export function setNow(at: Date | number): void {
  Atomics.store(offset, 0, BigInt(Math.floor(Number(at)) - monotonicMs()));
}

const now = () => Number(Atomics.load(offset, 0)) + monotonicMs();

if (!isLoadedAgain) {
  // Threads find the time running.
  if (!workerData?.clock) setNow(START);
  // No test reads the machine's clock.
  globalThis.Date = new Proxy(MachineDate, {
    construct: (target, args) => (args.length > 0 ? Reflect.construct(target, args) : new target(now())),
    apply: () => new MachineDate(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
}
