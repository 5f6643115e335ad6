import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import puppeteer, { type ElementHandle } from 'puppeteer-core';
import { freePort } from '#infra/local/ports.ts';

/** A window of a real browser, addressed by XPath. Each call waits until its element is there. */
export interface Window {
  open(address: string): Promise<void>;
  click(xpath: string): Promise<void>;
  /** Replaces what a field holds. */
  fill(xpath: string, text: string): Promise<void>;
  /** Chooses a file for a hidden file field. */
  choose(xpath: string, path: string): Promise<void>;
  /** Returns once an element is there. */
  sees(xpath: string): Promise<void>;
  /** Returns the addresses of all windows and tabs. */
  addresses(): Promise<string[]>;
  close(): Promise<void>;
}

const PATIENCE_MS = 30_000;

/** Repeats a question until its answer is not undefined. */
async function until<T>(what: string, ask: () => Promise<T>): Promise<T> {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await ask();
    } catch (cause) {
      if (Date.now() > end) throw new Error(`Not within ${PATIENCE_MS / 1000} s: ${what}`, { cause });
      await pause(100);
    }
  }
}

async function firefox(): Promise<Window> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: process.env.FIREFOX ?? '/usr/bin/firefox-esr',
    headless: true,
    extraPrefsFirefox: { 'dom.events.testing.asyncClipboard': true },
  });
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 900 });
  const find = (xpath: string) => page.waitForSelector(`xpath/${xpath}`, { timeout: PATIENCE_MS, visible: true });
  const present = async (handle: Promise<ElementHandle | null>) => (await handle) ?? Promise.reject(new Error('gone'));
  return {
    open: async (address) => {
      // Firefox slows a page down while another tab, such as a preview, is in front of it.
      await page.bringToFront();
      await page.goto(address);
    },
    click: async (xpath) => {
      const element = await present(find(xpath));
      // Toasts cover the lower edge.
      await element.evaluate((node) => (node as HTMLElement).scrollIntoView({ block: 'center' }));
      await element.click();
    },
    fill: async (xpath, text) => {
      const field = await present(find(xpath));
      await field.click({ count: 3 });
      await field.type(text);
    },
    choose: async (xpath, path) => {
      const field = await present(page.waitForSelector(`xpath/${xpath}`));
      await (field as ElementHandle<HTMLInputElement>).uploadFile(path);
    },
    sees: async (xpath) => void (await find(xpath)),
    addresses: async () => (await browser.pages()).map((other) => other.url()),
    close: () => browser.close(),
  };
}

// The W3C's WebDriver protocol, which WebKitGTK speaks over HTTP.
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

async function send(address: string, method: 'GET' | 'POST' | 'DELETE', body?: object): Promise<unknown> {
  const answer = await fetch(address, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await answer.json()) as { value: { error?: string; message?: string } };
  if (!answer.ok) throw new Error(`${value.error}: ${value.message}`);
  return value;
}

const miniBrowser = () => globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser')[0] ?? '/usr/bin/MiniBrowser';

async function webkit(): Promise<Window> {
  const port = await freePort();
  const driver: ChildProcess = spawn('xvfb-run', ['-a', 'WebKitWebDriver', `--port=${port}`], {
    stdio: 'ignore',
    detached: true,
  });
  const base = `http://127.0.0.1:${port}`;
  await until('WebKitWebDriver', () => send(`${base}/status`, 'GET'));
  const options = { binary: miniBrowser(), args: ['--automation'] };
  const capabilities = { alwaysMatch: { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options } };
  const { sessionId } = (await send(`${base}/session`, 'POST', { capabilities })) as { sessionId: string };
  const at = `${base}/session/${sessionId}`;
  await send(`${at}/window/rect`, 'POST', { width: 1280, height: 900 });
  const find = async (xpath: string) => {
    const found = await until(xpath, () => send(`${at}/element`, 'POST', { using: 'xpath', value: xpath }));
    return `${at}/element/${(found as Record<string, string>)[ELEMENT]}`;
  };
  return {
    open: async (url) => void (await send(`${at}/url`, 'POST', { url })),
    click: async (xpath) => {
      const element = await find(xpath);
      const args = [{ [ELEMENT]: element.split('/').at(-1) }];
      // The bar at the top covers what WebKit scrolls to the edge.
      await send(`${at}/execute/sync`, 'POST', { script: 'arguments[0].scrollIntoView({ block: "center" })', args });
      await until(`a click on ${xpath}`, () => send(`${element}/click`, 'POST', {}).then(() => true));
    },
    fill: async (xpath, text) => {
      const field = await find(xpath);
      await send(`${field}/clear`, 'POST', {});
      await send(`${field}/value`, 'POST', { text });
    },
    choose: async (xpath, path) => void (await send(`${await find(xpath)}/value`, 'POST', { text: path })),
    sees: async (xpath) => void (await find(xpath)),
    addresses: async () => {
      const own = await send(`${at}/window`, 'GET');
      const all = (await send(`${at}/window/handles`, 'GET')) as string[];
      const urls: string[] = [];
      for (const handle of all) {
        await send(`${at}/window`, 'POST', { handle });
        urls.push((await send(`${at}/url`, 'GET')) as string);
      }
      await send(`${at}/window`, 'POST', { handle: own });
      return urls;
    },
    close: async () => {
      await send(at, 'DELETE').catch(() => undefined);
      const ended = once(driver, 'exit');
      // The driver and the X server beside it.
      if (driver.pid) process.kill(-driver.pid, 'SIGTERM');
      await ended;
    },
  };
}

/** Engines by name: how a window of each is opened. Both come from Debian's packages. */
export const ENGINES = { 'WebKit (Safari)': webkit, 'Gecko (Firefox)': firefox } as const;

/** Throws where a package is missing, with the command that installs it. */
export function requireEngines(): void {
  const missing = ['/usr/bin/WebKitWebDriver', '/usr/bin/xvfb-run', '/usr/bin/firefox-esr'].filter(
    (path) => !existsSync(path),
  );
  if (missing.length > 0)
    throw new Error(`Install ${missing.join(', ')}: apt-get install webkit2gtk-driver xvfb firefox-esr`);
}
