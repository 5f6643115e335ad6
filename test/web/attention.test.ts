import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { headersOf } from '../../web/src/lib/http/api.ts';
import { isUnattended, watchTouches } from '../../web/src/lib/http/attention.ts';

const TWO_MINUTES = 120_000;
let frame: EventTarget;

beforeEach(() => {
  frame = new EventTarget();
  vi.stubGlobal('window', frame);
  vi.useFakeTimers();
  watchTouches();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('requests are marked as unattended after two minutes without input', () => {
  vi.advanceTimersByTime(TWO_MINUTES - 1);
  expect(headersOf({})).toEqual({});
  vi.advanceTimersByTime(1);
  expect(headersOf({})).toEqual({ 'x-unattended': '1' });
});

test.each(['pointerdown', 'keydown', 'wheel', 'touchstart'])('counts a %s as user input', (touch) => {
  vi.advanceTimersByTime(TWO_MINUTES);
  frame.dispatchEvent(new Event(touch));
  expect(isUnattended()).toBe(false);
});

test.each(['pointermove', 'scroll', 'focus'])('does not count a %s as user input', (event) => {
  vi.advanceTimersByTime(TWO_MINUTES);
  frame.dispatchEvent(new Event(event));
  expect(isUnattended()).toBe(true);
});
