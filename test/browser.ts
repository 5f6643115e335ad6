import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright';

// Without a window to draw, the headless shell takes half the time of the whole browser.
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

function onPath(): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name))).find((file) => existsSync(file));
}

const succeeds = (command: string, ...args: string[]) => spawnSync(command, args, { stdio: 'ignore' }).status === 0;

const ownBrowser = () => (existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined);
const installDebian = () =>
  existsSync('/etc/debian_version') &&
  succeeds('apt-get', 'update') &&
  (succeeds('apt-get', 'install', '-y', 'chromium-headless-shell') || succeeds('apt-get', 'install', '-y', 'chromium'));
const installOwn = () => succeeds('npx', 'playwright', 'install', 'chromium');

/** A Chromium for the tests: the one named by CHROMIUM, Playwright's own, one on PATH, else one that is installed now. Throws where none can be had. */
export function findBrowser(): string {
  const present = process.env.CHROMIUM || ownBrowser() || onPath();
  if (present) return present;
  console.log('installing a browser for the tests');
  const installed = (installDebian() && onPath()) || (installOwn() && ownBrowser());
  if (!installed)
    throw new Error('The browser tests need Chromium: install it, or name it with CHROMIUM=/path/to/chromium.');
  return installed;
}
