import { defineConfig } from '@playwright/test';
import { launch } from './support/browser/launch.ts';

// `screens` and `stories` run on a stack in memory, `journeys` on the emulator's stack at TEST_ORIGIN.
export default defineConfig({
  timeout: 90_000,
  expect: { timeout: 15_000 },
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  // A test that needs its retry is listed at the end of the run (docs/tests.md).
  retries: 1,
  retryStrategy: 'isolated',
  reporter: [['list'], ['./runner/reporter.ts']],
  projects: [
    { name: 'screens', testDir: 'screens', outputDir: '../test-results/screens' },
    { name: 'stories', testDir: 'stories', outputDir: '../test-results/stories' },
    {
      name: 'journeys',
      testDir: 'journeys',
      outputDir: '../test-results/journeys',
      use: { baseURL: process.env.TEST_ORIGIN },
    },
  ],
  use: {
    browserName: 'chromium',
    launchOptions: launch(),
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    actionTimeout: 15_000,
    // Avoids measurements in the middle of an animation. The story runs with motion.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    trace: 'on-first-retry',
  },
});
