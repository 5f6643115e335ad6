import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { setTheme, THEMES } from './theme.ts';

const WIDTHS = [390, 768, 1280, 1600] as const;
/** Checked too, without a picture: a page at 400 % (WCAG 1.4.10), a small laptop. */
const BETWEEN = [320, 1024] as const;

async function expectToFit(page: Page, name: string, width: number) {
  await page.setViewportSize({ width, height: 900 });
  const overflow = await page.evaluate(() => (document.scrollingElement?.scrollWidth ?? 0) - window.innerWidth);
  expect.soft(overflow, `${name} at ${width} px sticks out`).toBeLessThanOrEqual(0);
}

/** Takes full-page pictures of what is on the screen now, at each width in each theme; nothing may stick out sideways. */
export async function shoot(page: Page, name: string) {
  const folder = path.join(test.info().project.outputDir, 'screens');
  const before = page.viewportSize();
  for (const width of BETWEEN) await expectToFit(page, name, width);
  for (const width of WIDTHS) {
    await expectToFit(page, name, width);
    for (const theme of THEMES) {
      await setTheme(page, theme);
      await page.screenshot({
        path: `${folder}/${name}-${width}-${theme}.png`,
        fullPage: true,
        animations: 'disabled',
      });
    }
  }
  await setTheme(page, 'light');
  if (before) await page.setViewportSize(before);
}
