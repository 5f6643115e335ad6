import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { poll } from '../../web/src/lib/query/use-poll.ts';

const HALF_MINUTE = 30_000;

let page: EventTarget & { visibilityState: string };
let frame: EventTarget;
let network: { onLine: boolean };
let stop: () => void;
const ask = vi.fn<() => Promise<unknown>>();
const asked = () => ask.mock.calls.length;
const tell = (target: EventTarget, event: string) => target.dispatchEvent(new Event(event));

beforeEach(() => {
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  frame = new EventTarget();
  network = { onLine: true };
  vi.stubGlobal('document', page);
  vi.stubGlobal('window', frame);
  vi.stubGlobal('navigator', network);
  vi.useFakeTimers();
  ask.mockReset().mockResolvedValue(undefined);
  stop = poll(ask);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('an open page polls every 30 seconds', async () => {
  await vi.advanceTimersByTimeAsync(HALF_MINUTE - 1);
  expect(asked()).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked()).toBe(1);
  await vi.advanceTimersByTimeAsync(3_600_000 - HALF_MINUTE);
  expect(asked()).toBe(120);
});

test('a hidden page does not poll, but polls immediately when it becomes visible', async () => {
  page.visibilityState = 'hidden';
  tell(page, 'visibilitychange');
  await vi.advanceTimersByTimeAsync(10 * HALF_MINUTE);
  expect(asked()).toBe(0);
  page.visibilityState = 'visible';
  tell(page, 'visibilitychange');
  expect(asked()).toBe(1);
  await vi.advanceTimersByTimeAsync(HALF_MINUTE);
  expect(asked()).toBe(2);
});

test('an offline page does not poll, but polls immediately when it is online again', async () => {
  network.onLine = false;
  await vi.advanceTimersByTimeAsync(10 * HALF_MINUTE);
  expect(asked()).toBe(0);
  network.onLine = true;
  tell(frame, 'online');
  expect(asked()).toBe(1);
});

test('an open page polls immediately on focus, and then 30 seconds later', async () => {
  await vi.advanceTimersByTimeAsync(HALF_MINUTE - 1);
  tell(frame, 'focus');
  expect(asked()).toBe(1);
  await vi.advanceTimersByTimeAsync(HALF_MINUTE - 1);
  expect(asked()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked()).toBe(2);
});

test('an open page has at most one poll request in flight', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  ask.mockReturnValueOnce(promise);
  tell(frame, 'focus');
  tell(page, 'visibilitychange');
  await vi.advanceTimersByTimeAsync(10 * HALF_MINUTE);
  expect(asked()).toBe(1);
  resolve();
  await vi.advanceTimersByTimeAsync(HALF_MINUTE);
  expect(asked()).toBe(2);
});

test('an open page backs off exponentially after failures, up to 5 minutes', async () => {
  ask.mockRejectedValue(new Error('out of order'));
  const times: number[] = [];
  const start = Date.now();
  ask.mockImplementation(async () => {
    times.push((Date.now() - start) / 1000);
    if (times.length < 7) throw new Error('out of order');
  });
  await vi.advanceTimersByTimeAsync(3_600_000);
  // Intervals of 30, 60, 120, 240 and then at most 300 seconds.
  expect(times.slice(0, 9)).toEqual([30, 90, 210, 450, 750, 1050, 1350, 1380, 1410]);
});

test('an open page polls immediately on focus even after failures', async () => {
  ask.mockRejectedValue(new Error('out of order'));
  await vi.advanceTimersByTimeAsync(HALF_MINUTE);
  tell(frame, 'focus');
  expect(asked()).toBe(2);
});

test('a stopped poll never runs again, not even after a pending request', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  ask.mockReturnValueOnce(promise);
  tell(frame, 'focus');
  stop();
  resolve();
  tell(frame, 'focus');
  await vi.advanceTimersByTimeAsync(10 * HALF_MINUTE);
  expect(asked()).toBe(1);
});
