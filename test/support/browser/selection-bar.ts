import type { Locator, Page } from '@playwright/test';
import { setWidth } from './fit.ts';
import { expect } from './watched.ts';

/** Checks that the last part of a page scrolls clear of the bar at the foot of the window, also on a phone. */
export async function expectClearOf(bar: Locator, last: Locator, page: Page) {
  for (const width of [1280, 390]) {
    await setWidth(page, width, 400);
    await page.keyboard.press('End');
    const gap = async () => {
      const [above, below] = [await last.boundingBox(), await bar.boundingBox()];
      return above && below && below.y - above.y - above.height;
    };
    await expect.poll(gap, `room above the bar at ${width} px`).toBeGreaterThan(0);
  }
  await setWidth(page, 1280, 800);
}
