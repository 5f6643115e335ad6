import path from 'node:path';
import { type Page, test } from '@playwright/test';
import { expectToFit } from './fit.ts';
import { setTheme, THEMES } from './theme.ts';

const WIDTHS = [390, 768, 1280, 1600] as const;
/** Checked too, without a picture: a page at 400 % (WCAG 1.4.10), a small laptop. */
const BETWEEN = [320, 1024] as const;
/** Pictures are for people to look at: `SCREENSHOTS=1 npm test` takes them. */
const TAKES_PICTURES = Boolean(process.env.SCREENSHOTS);

async function takePictures(page: Page, name: string, width: number) {
  const folder = path.join(test.info().project.outputDir, 'screens');
  for (const theme of THEMES) {
    await setTheme(page, theme);
    await page.screenshot({ path: `${folder}/${name}-${width}-${theme}.png`, fullPage: true, animations: 'disabled' });
  }
}

/** Expects that nothing of what is on the screen now sticks out sideways, at each width; takes full-page pictures of it where they are asked for. */
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
