import { defineConfig } from 'vitest/config';
import { KINDS } from './test/runner/kinds.ts';

// Against the one local stack: patient where the machine is busy, more so on an emulator that is not the bundled one.
const LONGEST_MS = process.env.EMULATOR_URL ? 600_000 : 120_000;
const onStack = { testTimeout: LONGEST_MS, hookTimeout: LONGEST_MS };
// A file at a time, as they count or change what all have in common.
const alone = { ...onStack, fileParallelism: false };

const patient = { testTimeout: 60_000, hookTimeout: 60_000 };
// Files share what they load, which is the greater part of their work: each leaves nothing of its own behind.
const sharing = { ...patient, isolate: false, setupFiles: 'test/support/restart-clock.ts' };
// On a stack in memory that each process keeps from file to file.
const inMemory = { ...patient, isolate: false, setupFiles: 'test/support/memory/setup.ts' };

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: [KINDS.unit.files], ...sharing } },
      { test: { name: 'ops', include: [KINDS.ops.files], ...alone } },
      { test: { name: 'drills', include: [KINDS.drills.files], ...alone } },
      { test: { name: 'api', include: [KINDS.api.files], ...inMemory } },
      { test: { name: 'browsers', include: [KINDS.browsers.files], ...alone } },
    ],
  },
});
