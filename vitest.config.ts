import { defineConfig } from 'vitest/config';
import { KINDS } from './test/runner/kinds.ts';
import { VitestReporter } from './test/runner/reporter.ts';

// Limits for tests on the local stack: generous for a busy machine, more so for another emulator than the bundled one.
const LONGEST_MS = process.env.EMULATOR_URL ? 600_000 : 120_000;
const onStack = { testTimeout: LONGEST_MS, hookTimeout: LONGEST_MS };
// Runs one file at a time, because these tests count or change shared data.
const alone = { ...onStack, fileParallelism: false };

const patient = { testTimeout: 60_000, hookTimeout: 60_000 };
// Files share loaded modules, which take most of their time, so each file must clean up.
const sharing = { ...patient, isolate: false, setupFiles: 'test/support/restart-clock.ts' };
// On a stack in memory, one per process.
const inMemory = { ...patient, isolate: false, setupFiles: 'test/support/memory/setup.ts' };

export default defineConfig({
  test: {
    // A missing snapshot fails, instead of being written.
    update: 'none',
    reporters: [['default', { summary: false }], new VitestReporter()],
    projects: [
      { test: { name: 'unit', include: [KINDS.unit.files], ...sharing } },
      { test: { name: 'ops', include: [KINDS.ops.files], ...alone } },
      { test: { name: 'drills', include: [KINDS.drills.files], ...alone } },
      { test: { name: 'api', include: [KINDS.api.files], ...inMemory } },
      { test: { name: 'browsers', include: [KINDS.browsers.files], ...alone } },
    ],
  },
});
