import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright';

// The headless shell needs two thirds of Chromium's time, because it draws no window. It cannot show PDFs.
const SHELLS = ['chromium-headless-shell'];
const WHOLE = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

function onPath(names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find((file) => existsSync(file));
}

const succeeds = (command: string, ...args: string[]) => spawnSync(command, args, { stdio: 'ignore' }).status === 0;

const ownBrowser = () => (existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined);
const installDebian = () =>
  existsSync('/etc/debian_version') &&
  succeeds('apt-get', 'update') &&
  succeeds('apt-get', 'install', '-y', 'chromium', ...SHELLS);
const installOwn = () => succeeds('npx', 'playwright', 'install', 'chromium');

function wholeBrowser(): string {
  const present = process.env.CHROMIUM || ownBrowser() || onPath(WHOLE);
  if (present) return present;
  console.log('installing a browser for the tests');
  const installed = (installDebian() && onPath(WHOLE)) || (installOwn() && ownBrowser());
  if (!installed)
    throw new Error('The browser tests need Chromium: install it, or name it with CHROMIUM=/path/to/chromium.');
  return installed;
}

/**
 * Returns the variables that name the browsers: CHROMIUM, Playwright's own, one on PATH, or one installed now.
 * Prefers a headless shell. Throws if there is no browser.
 */
export function browsers(): { TEST_BROWSER: string; TEST_WHOLE_BROWSER: string } {
  const whole = wholeBrowser();
  return { TEST_BROWSER: (!process.env.CHROMIUM && onPath(SHELLS)) || whole, TEST_WHOLE_BROWSER: whole };
}
