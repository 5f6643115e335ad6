import { expect, type Page } from '@playwright/test';

/** Where toasts are. */
export const toastRegion = (page: Page) => page.getByRole('region', { name: /notifications/i });
/** The toast. */
export const toastOf = (page: Page) => toastRegion(page).getByRole('status');

/** Expects the one toast to say this (product 9: one at a time). */
export async function expectToast(page: Page, title: string, description?: string) {
  const toast = toastOf(page);
  await expect(toast.getByText(title, { exact: true })).toBeVisible();
  if (description) await expect(toast.getByText(description, { exact: true })).toBeVisible();
}

/** Dismisses the toast, where it has not left by itself, so that it is not taken for the next one that says the same. */
export async function dismissToast(page: Page) {
  await toastOf(page)
    .getByRole('button', { name: 'Close notification' })
    .evaluateAll((buttons) => {
      for (const button of buttons) button.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    });
  await expect(toastOf(page)).toHaveCount(0);
}
