/** How one test went. */
export interface Result {
  title: string;
  /** Its file, from the project's folder. */
  file: string;
  seconds: number;
  passed: boolean;
  /** Passed only when it was retried; `reasons` are those of the first attempt. */
  flaky: boolean;
  /** Skipped with a reason in its title: the emulator cannot do what it is about. */
  notHeld: boolean;
  /** Error text of its tool. */
  reasons: string[];
}

interface VitestReport {
  testResults?: {
    name: string;
    /** Why the file failed as a whole: at its top, or in a hook. */
    message?: string;
    assertionResults: { fullName: string; status: string; duration?: number | null; failureMessages?: string[] }[];
  }[];
}

interface Step {
  title: string;
  error?: object;
  steps?: Step[];
}

interface Suite {
  title: string;
  file: string;
  suites?: Suite[];
  specs: {
    title: string;
    ok: boolean;
    tests: { results: { duration: number; errors?: { message?: string }[]; steps?: Step[] }[] }[];
  }[];
}

/** In the title of a test that the emulator cannot pass (`testWith`). */
const NOT_HELD = /\[not held on .+\]/;

/** Returns a result for a failure outside of any test. */
const outsideTests = (file: string, reason: string): Result => ({
  title: 'outside of its tests',
  file,
  seconds: 0,
  passed: false,
  flaky: false,
  notHeld: false,
  reasons: [reason],
});

const fromHere = (file: string) => file.replace(`${process.cwd()}/`, '');

/** The tests of vitest's JSON report that ran. */
export const vitestResults = ({ testResults = [] }: VitestReport): Result[] =>
  testResults.flatMap(({ name, message, assertionResults }) => {
    const tests = assertionResults.map(({ fullName, status, duration, failureMessages = [] }) => ({
      title: fullName,
      file: fromHere(name),
      seconds: (duration ?? 0) / 1000,
      passed: status === 'passed',
      flaky: false,
      notHeld: status !== 'passed' && status !== 'failed' && NOT_HELD.test(fullName),
      reasons: ['passed', 'failed'].includes(status) ? failureMessages : ['did not run to its end'],
    }));
    return message ? [...tests, outsideTests(fromHere(name), message)] : tests;
  });

/** Returns the titles of the steps that led to a failure, outermost first. */
const failedSteps = (steps: Step[] = []): string[] =>
  steps.filter(({ error }) => error).flatMap((step) => [step.title, ...failedSteps(step.steps)]);

function suiteResults({ title, file, suites = [], specs }: Suite, before: string[] = []): Result[] {
  const names = title === file ? before : [...before, title];
  const own = specs.map((spec) => {
    const results = spec.tests.flatMap((of) => of.results);
    const [first] = results;
    return {
      title: [...names, spec.title, ...failedSteps(first?.steps)].join(' › '),
      file,
      seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
      passed: spec.ok,
      flaky: spec.ok && results.length > 1,
      notHeld: false,
      reasons: first?.errors?.map(({ message = '' }) => message) ?? [],
    };
  });
  return [...own, ...suites.flatMap((suite) => suiteResults(suite, names))];
}

interface PlaywrightReport {
  suites?: Suite[];
  errors?: { message?: string; location?: { file: string } }[];
}

/** The tests of Playwright's JSON report that ran. */
export const playwrightResults = ({ suites = [], errors = [] }: PlaywrightReport): Result[] => [
  ...suites.flatMap((suite) => suiteResults(suite)),
  ...errors.map(({ message = '', location }) => outsideTests(fromHere(location?.file ?? 'Playwright'), message)),
];
