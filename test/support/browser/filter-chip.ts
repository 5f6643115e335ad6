import { expect, type Page } from '@playwright/test';

/** Expects the filter's chip with its link to clear it. */
export async function expectFilterChip(page: Page, words: string) {
  const clear = page.getByRole('link', { name: 'Clear filter' });
  await expect(clear.locator('..')).toHaveText(words);
  await expect(clear).toHaveAttribute('href', '/clients');
}
