import type { Page } from '@playwright/test';

/** Opens the settings, and these sections of them. */
export async function openSettings(page: Page, ...titles: readonly string[]): Promise<void> {
  await page.goto('/admin/settings');
  for (const title of titles) {
    const trigger = page.getByRole('main').getByRole('button', { name: title, exact: true });
    if ((await trigger.getAttribute('aria-expanded')) === 'false') await trigger.click();
  }
}
