import { expect, type Page } from '@playwright/test';

/** Expects the one toast to say this (product 9: one at a time). */
export async function expectToast(page: Page, title: string, description?: string) {
  const toast = page.getByRole('region', { name: /notifications/i }).getByRole('status');
  await expect(toast.getByText(title, { exact: true })).toBeVisible();
  if (description) await expect(toast.getByText(description, { exact: true })).toBeVisible();
}
