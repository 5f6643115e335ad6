import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'stories',
  outputDir: '../test-results',
  timeout: 90_000,
  expect: { timeout: 15_000 },
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  reporter: [['list'], ['json']],
  use: {
    baseURL: process.env.TEST_ORIGIN ?? 'http://localhost:3000',
    browserName: 'chromium',
    launchOptions: {
      executablePath: process.env.TEST_BROWSER ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    actionTimeout: 15_000,
    // Nothing is measured or scanned half-way through an animation; the story plays with motion.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
  },
});
