import { expect, type Locator, type Page } from '@playwright/test';
import { codeIn, mailsTo } from '../mail.ts';

/** Returns the newest code of a reader once `count` were mailed. */
export async function mailedCode({ email }: { email: string }, count = 1): Promise<string> {
  const codes = async () => (await mailsTo(email)).map(codeIn).filter(Boolean);
  await expect.poll(async () => (await codes()).length).toBe(count);
  const [newest = ''] = await codes();
  return newest;
}

/** Opens a document in a new tab by a button, and closes the tab. */
export async function readIn(page: Page, opener: Locator) {
  const popup = page.waitForEvent('popup');
  await opener.press('Enter');
  const tab = await popup;
  await tab.waitForURL(/^blob:/);
  await expect(tab.locator('iframe')).toBeAttached();
  await tab.close();
}

/** Draws two lines with a finger. */
export async function drawOn(page: Page) {
  const canvas = page.getByRole('img', { name: 'Draw your name here' });
  await canvas.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await canvas.evaluate((element) => element.getBoundingClientRect());
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...at: [number, number][]) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: at.map(([right, down]) => ({ x: x + width * right, y: y + height * down })),
    });
  for (const [from, to] of [
    [0.2, 0.8],
    [0.7, 0.3],
  ] as const) {
    await touch('touchStart', [0.2, from]);
    for (const part of [0.3, 0.4, 0.5, 0.6, 0.7]) await touch('touchMove', [part, from + (to - from) * part]);
    await touch('touchEnd');
  }
}
