import { stripVTControlCharacters } from 'node:util';
import type { KindName } from './kinds.ts';
import type { Result } from './results.ts';
import type { Run } from './tools.ts';

const SLOWEST = 10;
/** Lines shown of a failure. The whole text is in the tool's output. */
const REASON_LINES = 12;
const UNHANDLED_LINES = 40;
const seconds = (value: number) => value.toFixed(1).padStart(7);

/** A test that ran, and of which kind it is. */
interface Test extends Result {
  kind: KindName;
}

const slowest = (tests: readonly Test[]): string[] =>
  tests
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, SLOWEST)
    .map((test) => `${seconds(test.seconds)} s  ${test.kind.padEnd(8)}  ${test.file.split('/').at(-1)}: ${test.title}`);

const isOfTools = (line: string) => /^\s+at .*node_modules/.test(line);

/** Returns a test with the reasons of its failure, repeated at the end of the run. */
function withReasons(label: 'failed' | 'flaky', { kind, file, title, reasons }: Test): string[] {
  const said = stripVTControlCharacters(reasons.join('\n')).split('\n');
  const why = said.filter((line) => !isOfTools(line)).slice(0, REASON_LINES);
  return ['', `${label}: ${kind}  ${file}: ${title}`, ...why.map((line) => `    ${line}`)];
}

/** Errors outside of all tests, such as a worker that was killed: no result reports them. */
const outsideTests = ({ kind, failed = [], results }: Run): string[] => {
  const said = failed.map(stripVTControlCharacters).filter((line) => !isOfTools(line));
  const unhandled = said.findIndex((line) => line.includes('Unhandled Error'));
  if (unhandled >= 0) return ['', `failed: ${kind}`, ...said.slice(unhandled, unhandled + UNHANDLED_LINES)];
  return failed.length > 0 && results.every(({ passed }) => passed)
    ? ['', `failed: ${kind}`, ...said.slice(-REASON_LINES)]
    : [];
};

const failuresOf = ({ results, failed }: Run) => {
  const count = results.filter(({ passed, notHeld }) => !passed && !notHeld).length;
  return failed ? Math.max(1, count) : count;
};

const line = (run: Run) => {
  const failures = failuresOf(run);
  const passed = run.results.filter((result) => result.passed).length;
  const notHeld = run.results.filter((result) => result.notHeld).length;
  const rest = `${notHeld ? `, ${notHeld} not held` : ''}${failures ? `, ${failures} failed` : ''}`;
  return `${seconds(run.seconds)} s  ${run.kind.padEnd(8)}  ${passed} passed${rest}`;
};

/** Tests that the emulator cannot run, with the reason. */
const whatIsNotHeld = (tests: readonly Test[]): string[] =>
  tests.filter(({ notHeld }) => notHeld).map(({ kind, file, title }) => `skipped: ${kind}  ${file}: ${title}`);

/** Returns the lines of a run's summary and the number of failed tests. `unseen` lists tests its emulator cannot run. */
export function summary(runs: readonly Run[], unseen?: string): { lines: string[]; failed: number; passed: number } {
  const failed = runs.reduce((sum, run) => sum + failuresOf(run), 0);
  const tests = runs.flatMap(({ kind, results }) => results.map((result) => ({ kind, ...result })));
  const passed = tests.filter((test) => test.passed).length;
  const lines = ['', 'the slowest tests', ...slowest(tests), '', 'the kinds', ...runs.map(line)];
  const notHeld = whatIsNotHeld(tests);
  const flaky = tests.filter((test) => test.flaky);
  // Alone on the last line, which CI reads.
  const end = `${passed} passed, ${failed} failed`;
  return {
    lines: [
      ...lines,
      ...flaky.flatMap((test) => withReasons('flaky', test)),
      ...tests.filter((test) => !test.passed && !test.notHeld).flatMap((test) => withReasons('failed', test)),
      ...runs.flatMap(outsideTests),
      '',
      `${flaky.length} flaky, ${notHeld.length} not held`,
      ...notHeld,
      ...(unseen ? [unseen] : []),
      end,
    ],
    failed,
    passed,
  };
}
