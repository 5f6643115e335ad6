import { defineConfig } from 'vitest/config';

// Against the one local stack that `npm test` starts: a file at a time, patient where the machine is busy.
const onStack = { testTimeout: 120_000, hookTimeout: 120_000, fileParallelism: false };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/{shared,functions,infra,web}/**/*.test.ts'],
          testTimeout: 60_000,
          sequence: { groupOrder: 0 },
        },
      },
      // Before the API's tests, which leave documents behind that were tampered with: verification has to find the firm whole.
      { test: { name: 'ops', include: ['test/ops/**/*.test.ts'], ...onStack, sequence: { groupOrder: 1 } } },
      { test: { name: 'api', include: ['test/api/**/*.test.ts'], ...onStack, sequence: { groupOrder: 2 } } },
    ],
  },
});
