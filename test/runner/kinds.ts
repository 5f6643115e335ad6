interface Kind {
  tool: 'vitest' | 'playwright';
  /** Glob of its files. */
  files: string;
  needs: 'build' | 'stack' | 'nothing';
}

/** The kinds of tests (docs/tests.md), each a vitest or Playwright project of the same name. */
export const KINDS = {
  unit: { tool: 'vitest', files: 'test/{shared,functions,infra,deploy,web}/**/*.test.ts', needs: 'build' },
  api: { tool: 'vitest', files: 'test/{api,firm,commands}/**/*.test.ts', needs: 'nothing' },
  ops: { tool: 'vitest', files: 'test/ops/**/*.test.ts', needs: 'stack' },
  drills: { tool: 'vitest', files: 'test/drills/**/*.test.ts', needs: 'stack' },
  browsers: { tool: 'vitest', files: 'test/browsers/**/*.test.ts', needs: 'stack' },
  journeys: { tool: 'playwright', files: 'test/journeys/**/*.spec.ts', needs: 'stack' },
  stories: { tool: 'playwright', files: 'test/stories/**/*.spec.ts', needs: 'build' },
  screens: { tool: 'playwright', files: 'test/screens/**/*.spec.ts', needs: 'build' },
} as const satisfies Record<string, Kind>;

export type KindName = keyof typeof KINDS;
