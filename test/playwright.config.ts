import { defineConfig } from '@playwright/test';
import { launch } from './support/browser/launch.ts';

// Two projects: `screens` on a stubbed API, which need the built app only, and `stories` on the local stack of TEST_ORIGIN.
export default defineConfig({
  timeout: 90_000,
  expect: { timeout: 15_000 },
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  reporter: [['list'], ['json']],
  projects: [
    { name: 'screens', testDir: 'screens', outputDir: '../test-results/screens' },
    {
      name: 'stories',
      testDir: 'stories',
      outputDir: '../test-results/stories',
      use: { baseURL: process.env.TEST_ORIGIN ?? 'http://localhost:3000' },
    },
  ],
  use: {
    browserName: 'chromium',
    launchOptions: launch(),
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    actionTimeout: 15_000,
    // Nothing is measured or scanned half-way through an animation; the story plays with motion.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
  },
});
