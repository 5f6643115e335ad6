import { expect, test } from 'vitest';
import { playwrightResults } from '../runner/results.ts';
import { summary } from '../runner/summary.ts';

const attempt = (...failedIn: string[]) => ({
  duration: 1000,
  errors: failedIn.map((step) => ({ message: `${step} broke` })),
  steps: failedIn.map((title) => ({ title, error: {} })),
});
const report = (ok: boolean, ...results: object[]) => ({
  suites: [{ title: 'a.spec.ts', file: 'a.spec.ts', specs: [{ title: 'saves', ok, tests: [{ results }] }] }],
});
const summaryOf = (ok: boolean, ...results: ReturnType<typeof attempt>[]) =>
  summary([{ kind: 'screens', seconds: 2, results: playwrightResults(report(ok, ...results) as never) }]);

test('a test that passes only on retry is listed as flaky with its first failure, and the run passes', () => {
  const { lines, failed } = summaryOf(true, attempt('press Save'), attempt());
  expect(lines.join('\n')).toContain('\nflaky: screens  a.spec.ts: saves › press Save\n    press Save broke\n');
  expect(lines.slice(-2)).toEqual(['1 flaky, 0 not held', '1 passed, 0 failed']);
  expect(failed).toBe(0);
});

test('a test that fails twice fails the run with its first error', () => {
  const { lines, failed } = summaryOf(false, attempt('press Save'), attempt('open'));
  expect(lines.join('\n')).toContain('\nfailed: screens  a.spec.ts: saves › press Save\n    press Save broke\n');
  expect(lines.slice(-2)).toEqual(['0 flaky, 0 not held', '0 passed, 1 failed']);
  expect(failed).toBe(1);
});
