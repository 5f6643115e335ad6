import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { headersOf } from '../../web/src/lib/http/api.ts';
import { isUnattended, watchTouches } from '../../web/src/lib/http/attention.ts';

// Whether somebody is there, on a clock that the test turns.

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

test('calls are marked as unattended after two minutes without a touch', () => {
  vi.advanceTimersByTime(TWO_MINUTES - 1);
  expect(headersOf({})).toEqual({});
  vi.advanceTimersByTime(1);
  expect(headersOf({})).toEqual({ 'x-unattended': '1' });
});

test.each(['pointerdown', 'keydown', 'wheel', 'touchstart'])('a %s counts as attention', (touch) => {
  vi.advanceTimersByTime(TWO_MINUTES);
  frame.dispatchEvent(new Event(touch));
  expect(isUnattended()).toBe(false);
});

test.each(['pointermove', 'scroll', 'focus'])('a %s does not count as attention', (event) => {
  vi.advanceTimersByTime(TWO_MINUTES);
  frame.dispatchEvent(new Event(event));
  expect(isUnattended()).toBe(true);
});
