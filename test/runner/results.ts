/** How one test went. */
export interface Result {
  title: string;
  /** Its file, from the project's folder. */
  file: string;
  seconds: number;
  passed: boolean;
  /** Skipped with a reason in its title: the emulator cannot do what it is about. */
  notHeld: boolean;
  /** What its tool says of why it failed. */
  reasons: string[];
}

interface VitestReport {
  testResults?: {
    name: string;
    assertionResults: { fullName: string; status: string; duration?: number | null; failureMessages?: string[] }[];
  }[];
}

interface Suite {
  title: string;
  file: string;
  suites?: Suite[];
  specs: {
    title: string;
    ok: boolean;
    tests: { results: { duration: number; errors?: { message?: string }[] }[] }[];
  }[];
}

/** In the title of a test that the emulator cannot pass (`testWith`). */
const NOT_HELD = /\[not held on .+\]/;

const fromHere = (file: string) => file.replace(`${process.cwd()}/`, '');

/** The tests of vitest's JSON report that ran. */
export const vitestResults = ({ testResults = [] }: VitestReport): Result[] =>
  testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status, duration, failureMessages = [] }) => ({
      title: fullName,
      file: fromHere(name),
      seconds: (duration ?? 0) / 1000,
      passed: status === 'passed',
      notHeld: status !== 'passed' && status !== 'failed' && NOT_HELD.test(fullName),
      reasons: failureMessages,
    })),
  );

function suiteResults({ title, file, suites = [], specs }: Suite, before: string[] = []): Result[] {
  const names = title === file ? before : [...before, title];
  const own = specs.map((spec) => {
    const results = spec.tests.flatMap((of) => of.results);
    return {
      title: [...names, spec.title].join(' '),
      file,
      seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
      passed: spec.ok,
      notHeld: false,
      reasons: results.flatMap(({ errors = [] }) => errors.map(({ message = '' }) => message)),
    };
  });
  return [...own, ...suites.flatMap((suite) => suiteResults(suite, names))];
}

/** The tests of Playwright's JSON report that ran. */
export const playwrightResults = ({ suites = [] }: { suites?: Suite[] }): Result[] =>
  suites.flatMap((suite) => suiteResults(suite));
