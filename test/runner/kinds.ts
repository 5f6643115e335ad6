/** A kind of tests: its tool, its files, and what has to be there first. */
export interface Kind {
  tool: 'vitest' | 'playwright';
  /** Glob of its files. */
  files: string;
  needs: 'built app' | 'stack' | 'nothing';
}

/** The kinds of tests (docs/tests.md), each a vitest or Playwright project of the same name. */
export const KINDS = {
  unit: { tool: 'vitest', files: 'test/{shared,functions,infra,deploy,web}/**/*.test.ts', needs: 'built app' },
  api: { tool: 'vitest', files: 'test/{api,firm,commands}/**/*.test.ts', needs: 'nothing' },
  journeys: { tool: 'playwright', files: 'test/journeys/**/*.spec.ts', needs: 'stack' },
  ops: { tool: 'vitest', files: 'test/ops/**/*.test.ts', needs: 'stack' },
  stories: { tool: 'playwright', files: 'test/stories/**/*.spec.ts', needs: 'built app' },
  screens: { tool: 'playwright', files: 'test/screens/**/*.spec.ts', needs: 'built app' },
  drills: { tool: 'vitest', files: 'test/drills/**/*.test.ts', needs: 'stack' },
  browsers: { tool: 'vitest', files: 'test/browsers/**/*.test.ts', needs: 'stack' },
} as const satisfies Record<string, Kind>;
/** A kind's name. */
export type KindName = keyof typeof KINDS;

/** Kinds that `npm test` runs. Drills and other browsers have commands of their own. */
export const EVERY_DAY: readonly KindName[] = ['unit', 'api', 'journeys', 'ops', 'stories', 'screens'];
