/** How one test went. */
export interface Result {
  title: string;
  /** Its file, from the project's folder. */
  file: string;
  seconds: number;
  passed: boolean;
}

interface VitestReport {
  testResults?: {
    name: string;
    assertionResults: { fullName: string; status: string; duration?: number | null }[];
  }[];
}

interface Suite {
  title: string;
  file: string;
  suites?: Suite[];
  specs: { title: string; ok: boolean; tests: { results: { duration: number }[] }[] }[];
}

const fromHere = (file: string) => file.replace(`${process.cwd()}/`, '');

/** The tests of vitest's JSON report that ran. */
export const vitestResults = ({ testResults = [] }: VitestReport): Result[] =>
  testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status, duration }) => ({
      title: fullName,
      file: fromHere(name),
      seconds: (duration ?? 0) / 1000,
      passed: status === 'passed',
    })),
  );

function suiteResults({ title, file, suites = [], specs }: Suite, before: string[] = []): Result[] {
  const names = title === file ? before : [...before, title];
  const own = specs.map((spec) => ({
    title: [...names, spec.title].join(' '),
    file,
    seconds: spec.tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0) / 1000,
    passed: spec.ok,
  }));
  return [...own, ...suites.flatMap((suite) => suiteResults(suite, names))];
}

/** The tests of Playwright's JSON report that ran. */
export const playwrightResults = ({ suites = [] }: { suites?: Suite[] }): Result[] =>
  suites.flatMap((suite) => suiteResults(suite));
