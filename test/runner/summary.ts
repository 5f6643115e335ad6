import type { KindName } from './kinds.ts';
import type { Result } from './reporter.ts';
import type { Run } from './tools.ts';

const SLOWEST = 10;

type Test = Result & { kind: KindName };

const seconds = (value: number) => value.toFixed(1).padStart(7);
const named = ({ outcome, kind, file, title }: Test) =>
  `${outcome === 'not held' ? 'skipped' : outcome}: ${kind}  ${file}: ${title}`;
const count = (results: readonly Result[], ...outcomes: Result['outcome'][]) =>
  results.filter(({ outcome }) => outcomes.includes(outcome)).length;

const withReasons = (test: Test) => ['', named(test), ...test.reasons.map((line) => `    ${line}`)];

function kindLine({ kind, seconds: took, results }: Run): string {
  const rest = (['not held', 'failed'] as const).map((outcome) => [count(results, outcome), outcome] as const);
  const counts = [[count(results, 'passed', 'flaky'), 'passed'] as const, ...rest.filter(([number]) => number > 0)];
  return `${seconds(took)} s  ${kind.padEnd(8)}  ${counts.map((pair) => pair.join(' ')).join(', ')}`;
}

/** Returns the lines of a run's summary, and its exit code. `unseen` is what its emulator does not show. */
export function summary(runs: readonly Run[], unseen?: string): { lines: string[]; exitCode: 0 | 1 } {
  const tests = runs.flatMap(({ kind, results }) => results.map((result) => ({ ...result, kind })));
  const of = (wanted: Result['outcome']) => tests.filter(({ outcome }) => outcome === wanted);
  const slowest = tests.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
  const passed = count(tests, 'passed', 'flaky');
  const failed = count(tests, 'failed');
  const lines = [
    '',
    'the slowest tests',
    ...slowest.map((test) => `${seconds(test.seconds)} s  ${test.kind.padEnd(8)}  ${test.file}: ${test.title}`),
    '',
    'the kinds',
    ...runs.map(kindLine),
    ...[...of('flaky'), ...of('failed')].flatMap(withReasons),
    '',
    `${count(tests, 'flaky')} flaky, ${count(tests, 'not held')} not held`,
    ...of('not held').map(named),
    ...(unseen ? [unseen] : []),
    // Alone on the last line, which CI reads.
    `${passed} passed, ${failed} failed`,
  ];
  return { lines, exitCode: failed > 0 || passed === 0 ? 1 : 0 };
}
