import { defineConfig } from 'vitest/config';
import { KINDS } from './test/runner/kinds.ts';

// Against the one local stack: a file at a time, patient where the machine is busy.
const onStack = { testTimeout: 120_000, hookTimeout: 120_000, fileParallelism: false };

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: [KINDS.unit.files], testTimeout: 60_000 } },
      { test: { name: 'ops', include: [KINDS.ops.files], ...onStack } },
      { test: { name: 'api', include: [KINDS.api.files], ...onStack } },
      // Each race a hundred times.
      { test: { name: 'races', include: [KINDS.races.files], ...onStack, testTimeout: 900_000 } },
    ],
  },
});
