/** Launch options of the browser that `npm test` found. */
export const launch = (executablePath = process.env.TEST_BROWSER ?? '/usr/bin/chromium') => ({
  executablePath,
  args: [
    '--no-sandbox',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ],
});
