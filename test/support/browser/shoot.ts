import path from 'node:path';
import { type Page, test } from '@playwright/test';
import { expectToFit } from './fit.ts';
import { setTheme, THEMES } from './theme.ts';

const WIDTHS = [390, 768, 1280, 1600] as const;
/** Checked without a screenshot: 400 % zoom (WCAG 1.4.10), a small laptop. */
const BETWEEN = [320, 1024] as const;
/** `SCREENSHOTS=1 npm test` takes screenshots, for people. */
const TAKES_PICTURES = Boolean(process.env.SCREENSHOTS);

async function takePictures(page: Page, name: string, width: number) {
  const folder = path.join(test.info().project.outputDir, 'screens');
  for (const theme of THEMES) {
    await setTheme(page, theme);
    await page.screenshot({ path: `${folder}/${name}-${width}-${theme}.png`, fullPage: true, animations: 'disabled' });
  }
}

/** Expects the screen to fit at each width; takes full-page screenshots if requested. */
export async function shoot(page: Page, name: string) {
  const before = page.viewportSize();
  for (const width of BETWEEN) await expectToFit(page, name, width);
  for (const width of WIDTHS) {
    await expectToFit(page, name, width);
    if (TAKES_PICTURES) await takePictures(page, name, width);
  }
  if (TAKES_PICTURES) await setTheme(page, 'light');
  if (before) await page.setViewportSize(before);
}
