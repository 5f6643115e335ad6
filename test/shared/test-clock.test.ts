import { globSync, readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { MINUTE_MS } from '#shared/rules/time.ts';
import { START, setNow } from '../support/clock.ts';

test('a test file starts at START or TEST_NOW instead of the machine’s time', () => {
  expect(Date.now() - START).toBeGreaterThanOrEqual(0);
  expect(Date.now() - START).toBeLessThan(MINUTE_MS);
});

test('fake timers start at the test clock, which continues after them', () => {
  setNow(new Date('2030-01-07T09:00:00Z'));
  vi.useFakeTimers();
  vi.advanceTimersByTime(MINUTE_MS);
  expect(new Date().toISOString()).toMatch(/^2030-01-07T09:01/);
  vi.useRealTimers();
  expect(new Date().toISOString()).toMatch(/^2030-01-07T09:00/);
});

test('reloading modules does not start a second clock', async () => {
  vi.resetModules();
  await import('../support/clock.ts');
  setNow(new Date('2031-01-06T09:00:00Z'));
  expect(new Date().toISOString()).toMatch(/^2031-01-06T09:00/);
});

test('no unit or API test reads the machine’s clock or uses its time zone', () => {
  const sources = globSync('test/{shared,functions,infra,deploy,web,api,firm,commands,support}/**/*.ts', {
    // The morning fakes `performance`.
    exclude: ['test/support/{clock.ts,browser/**}', 'test/api/inbox/morning.test.ts'],
  });
  expect(sources.length).toBeGreaterThan(200);
  const machine = /\.setHours\(|process\.hrtime|\bperformance\.(now|timeOrigin)/;
  expect(sources.filter((file) => machine.test(readFileSync(file, 'utf8')))).toEqual([]);
});
