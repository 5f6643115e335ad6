import type { Page } from '@playwright/test';

export const THEMES = ['light', 'dark'] as const;

/** Finishes all finite animations. */
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

/** Sets the theme, as another tab would, and finishes its transitions. */
export async function setTheme(page: Page, theme: (typeof THEMES)[number]) {
  await page.evaluate((value) => {
    localStorage.setItem('theme', value);
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }));
  }, theme);
  await settled(page);
}
