import { expect, test } from 'vitest';
import { playwrightResult, type Result, vitestResults } from '../runner/reporter.ts';
import { summary } from '../runner/summary.ts';

const summaryOf = (results: Result[], unseen?: string) => summary([{ kind: 'screens', seconds: 2, results }], unseen);
const aResult = (more: Partial<Result>): Result => ({
  file: 'a.spec.ts',
  title: 'saves',
  seconds: 1,
  outcome: 'passed',
  reasons: [],
  ...more,
});

const attempt = (...failedIn: string[]) => ({
  duration: 1000,
  errors: failedIn.map((step) => ({ message: `${step} broke` })),
  steps: failedIn.map((title) => ({ title, error: {}, steps: [] })),
});
const inPlaywright = (outcome: string, ...results: object[]) =>
  playwrightResult({
    titlePath: () => ['', 'screens', 'a.spec.ts', 'saves'],
    location: { file: 'a.spec.ts' },
    outcome: () => outcome,
    results,
  } as never);

const inVitest = (fullName: string, result: object) => ({
  fullName,
  module: { moduleId: 'a.test.ts' },
  result: () => result,
  diagnostic: () => ({ duration: 1000 }),
});
const aModule = (tests: object[], ...messages: string[]) =>
  vitestResults({
    moduleId: 'a.test.ts',
    children: { allTests: () => tests, allSuites: () => [] },
    errors: () => messages.map((message) => ({ message })),
  } as never);

test('a browser test that passes only on retry is listed as flaky with its first failure, and the run passes', () => {
  const { lines, exitCode } = summaryOf([inPlaywright('flaky', attempt('press Save'), attempt())]);
  expect(lines.join('\n')).toContain('\nflaky: screens  a.spec.ts: saves › press Save\n    press Save broke\n');
  expect(lines.slice(-2)).toEqual(['1 flaky, 0 not held', '1 passed, 0 failed']);
  expect(exitCode).toBe(0);
});

test('a browser test that fails twice fails the run with its first error', () => {
  const { lines, exitCode } = summaryOf([inPlaywright('unexpected', attempt('press Save'), attempt('open'))]);
  expect(lines.join('\n')).toContain('\nfailed: screens  a.spec.ts: saves › press Save\n    press Save broke\n');
  expect(lines.slice(-2)).toEqual(['0 flaky, 0 not held', '0 passed, 1 failed']);
  expect(exitCode).toBe(1);
});

test('a test that did not run to its end counts as failed, in both tools', () => {
  const unfinished = [inPlaywright('skipped'), ...aModule([inVitest('saves', { state: 'skipped' })])];
  expect(unfinished.map(({ outcome, reasons }) => [outcome, ...reasons])).toEqual([
    ['failed', 'did not run to its end'],
    ['failed', 'did not run to its end'],
  ]);
});

test('a failure of a hook or of a file outside its tests counts as failed', () => {
  const results = aModule([inVitest('saves', { state: 'passed' })], 'beforeAll broke');
  expect(results.map(({ outcome, reasons }) => [outcome, ...reasons])).toEqual([
    ['passed'],
    ['failed', 'beforeAll broke'],
  ]);
});

test('a test that the emulator cannot run is listed with the reason, and does not fail the run', () => {
  const title = 'throttles [not held on LocalStack: no throttling]';
  const notHeld = aModule([inVitest(title, { state: 'skipped' })]);
  const { lines, exitCode } = summaryOf([aResult({}), ...notHeld], 'IAM is not enforced');
  expect(lines).toContain('    2.0 s  screens   1 passed, 1 not held');
  expect(lines.slice(-4)).toEqual([
    '0 flaky, 1 not held',
    `skipped: screens  a.test.ts: ${title}`,
    'IAM is not enforced',
    '1 passed, 0 failed',
  ]);
  expect(exitCode).toBe(0);
});

test('a run without a passed test fails', () => {
  expect(summaryOf([aResult({ outcome: 'not held' })]).exitCode).toBe(1);
  expect(summaryOf([]).exitCode).toBe(1);
});
