import { stripVTControlCharacters } from 'node:util';
import type * as Playwright from '@playwright/test/reporter';
import type * as Vitest from 'vitest/node';

/** One test's result, as the reporters of both tools send it to `npm test`. */
export interface Result {
  /** Path relative to the project's folder. */
  file: string;
  title: string;
  seconds: number;
  /** `flaky`: passed on its retry. `not held`: skipped, because the emulator cannot run it. */
  outcome: 'passed' | 'flaky' | 'failed' | 'not held';
  /** Lines of the first attempt's errors. */
  reasons: string[];
}

interface Thrown {
  message?: string | undefined;
  stack?: string | undefined;
}

/** Lines shown of a failure. The whole text is in the tool's output. */
export const REASON_LINES = 12;
/** Returns the lines of an error text, without colours and without stack frames of packages and Node. */
export const linesOf = (text: string) =>
  stripVTControlCharacters(text)
    .trim()
    .split('\n')
    .filter((line) => !/^\s+at .*(node_modules|node:internal)/.test(line));
const reasonOf = ({ message = '', stack }: Thrown) => linesOf(stack || message).slice(0, REASON_LINES);
const relative = (file: string) => file.replace(`${process.cwd()}/`, '');

/** Returns a failure that belongs to no test, such as one of a hook or a worker. */
export const outsideTests = (file: string, reasons: string[]): Result => ({
  file: relative(file),
  title: 'outside of its tests',
  seconds: 0,
  outcome: 'failed',
  reasons,
});

/** Sends results to `npm test`. Does nothing if the tool runs without it. */
const send = (results: Result[]) =>
  new Promise<void>((sent) => (process.send ? process.send(results, () => sent()) : sent()));

function vitestResult(test: Vitest.TestCase): Result {
  const { state, errors } = test.result();
  const isHeld = !test.fullName.includes('[not held on ');
  return {
    file: relative(test.module.moduleId),
    title: test.fullName,
    seconds: (test.diagnostic()?.duration ?? 0) / 1000,
    outcome: state === 'passed' ? 'passed' : state === 'failed' || isHeld ? 'failed' : 'not held',
    reasons: errors?.flatMap(reasonOf) ?? (state === 'passed' ? [] : ['did not run to its end']),
  };
}

/** Returns the results of a file: its tests, and the failures of its top level and its hooks. */
export const vitestResults = (module: Vitest.TestModule): Result[] => [
  ...[...module.children.allTests()].map(vitestResult),
  ...[module, ...module.children.allSuites()]
    .flatMap((suite) => suite.errors())
    .map((error) => outsideTests(module.moduleId, reasonOf(error))),
];

export class VitestReporter implements Vitest.Reporter {
  onTestRunEnd(modules: readonly Vitest.TestModule[], unhandled: readonly Thrown[]): Promise<void> {
    const outside = unhandled.map((error) => outsideTests('Vitest', reasonOf(error)));
    return send([...modules.flatMap(vitestResults), ...outside]);
  }
}

/** Returns the titles of the steps that led to a failure, outermost first. */
const failedSteps = (steps: readonly Playwright.TestStep[]): string[] =>
  steps.filter(({ error }) => error).flatMap((step) => [step.title, ...failedSteps(step.steps)]);

const OUTCOMES = { expected: 'passed', flaky: 'flaky', unexpected: 'failed', skipped: 'failed' } as const;

export function playwrightResult(test: Playwright.TestCase): Result {
  const [, , , ...titles] = test.titlePath();
  const [first] = test.results;
  return {
    file: relative(test.location.file),
    title: [...titles, ...failedSteps(first?.steps ?? [])].join(' › '),
    seconds: test.results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
    outcome: OUTCOMES[test.outcome()],
    reasons: test.outcome() === 'skipped' ? ['did not run to its end'] : (first?.errors.flatMap(reasonOf) ?? []),
  };
}

/** Playwright loads the default export. */
export default class PlaywrightReporter implements Playwright.Reporter {
  private suite: Playwright.Suite | undefined;
  private readonly outside: Result[] = [];

  printsToStdio = () => false;

  onBegin(_: unknown, suite: Playwright.Suite): void {
    this.suite = suite;
  }

  onError(error: Playwright.TestError): void {
    this.outside.push(outsideTests(error.location?.file ?? 'Playwright', reasonOf(error)));
  }

  onEnd(): Promise<void> {
    return send([...(this.suite?.allTests().map(playwrightResult) ?? []), ...this.outside]);
  }
}
