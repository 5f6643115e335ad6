import type { Page } from '@playwright/test';

/** Both themes. */
export const THEMES = ['light', 'dark'] as const;

/** Brings everything on the page that moves or fades to its end, except what does so for ever. */
export const settled = (page: Page) =>
  page.evaluate(() => {
    const moving = () =>
      document
        .getAnimations()
        .filter(
          ({ effect, playState }) =>
            playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
        );
    for (let left = moving(); left.length > 0; left = moving()) for (const animation of left) animation.finish();
  });

/** Puts a theme on the open page, as another tab would, and waits until its colours are there. */
export async function setTheme(page: Page, theme: (typeof THEMES)[number]) {
  await page.evaluate((value) => {
    localStorage.setItem('theme', value);
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }));
  }, theme);
  await settled(page);
}
