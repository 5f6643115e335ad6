/** What runs a kind of tests, and what it needs before it does. */
export interface Kind {
  tool: 'vitest' | 'playwright';
  /** Glob of its files. */
  files: string;
  needs: 'built app' | 'stack' | 'nothing';
}

/** The kinds of tests (docs/tests.md): each is a vitest or Playwright project by its name. */
export const KINDS = {
  unit: { tool: 'vitest', files: 'test/{shared,functions,infra,deploy,web}/**/*.test.ts', needs: 'built app' },
  ops: { tool: 'vitest', files: 'test/ops/**/*.test.ts', needs: 'stack' },
  deployments: { tool: 'vitest', files: 'test/deployments/**/*.test.ts', needs: 'stack' },
  api: { tool: 'vitest', files: 'test/{api,firm,commands}/**/*.test.ts', needs: 'nothing' },
  browsers: { tool: 'vitest', files: 'test/browsers/**/*.test.ts', needs: 'stack' },
  screens: { tool: 'playwright', files: 'test/screens/**/*.spec.ts', needs: 'built app' },
  stories: { tool: 'playwright', files: 'test/stories/**/*.spec.ts', needs: 'stack' },
} as const satisfies Record<string, Kind>;
/** A kind's name. */
export type KindName = keyof typeof KINDS;

/** Kinds that `npm test` runs; other browsers have a command of their own. */
export const EVERY_DAY: readonly KindName[] = ['unit', 'ops', 'deployments', 'api', 'screens', 'stories'];
