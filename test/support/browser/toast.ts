import { expect, type Page } from '@playwright/test';

export const toastRegion = (page: Page) => page.getByRole('region', { name: /notifications/i });
export const toastOf = (page: Page) => toastRegion(page).getByRole('status');

/** Expects the one toast to say this. */
export async function expectToast(page: Page, title: string, description?: string) {
  const toast = toastOf(page);
  await expect(toast.getByText(title, { exact: true })).toBeVisible();
  if (description) await expect(toast.getByText(description, { exact: true })).toBeVisible();
}

/** Dismisses the toast if it is still there, so that it is not taken for the next one with the same words. */
export async function dismissToast(page: Page) {
  await toastOf(page)
    .getByRole('button', { name: 'Close notification' })
    .evaluateAll((buttons) => {
      for (const button of buttons) button.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    });
  await expect(toastOf(page)).toHaveCount(0);
}
