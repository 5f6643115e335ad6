import type { Page } from '@playwright/test';
import { panel } from './client-page.ts';

/** Picks a file in the chooser that an act opens. */
export async function pickFile(
  page: Page,
  file: { name: string; mimeType: string; buffer: Buffer },
  open: () => Promise<void>,
) {
  const chooser = page.waitForEvent('filechooser');
  await open();
  await (await chooser).setFiles(file);
}

/** Opens what can be done with a document. */
export async function options(page: Page, name: string) {
  await panel(page, 'Documents by Stage').getByRole('button', { name, exact: true }).click();
  return page.getByRole('dialog', { name });
}

/** Previews a document; gives the tab that shows it, with the dialog closed again. */
export async function preview(page: Page, name: string) {
  const popup = page.waitForEvent('popup');
  const dialog = await options(page, name);
  await dialog.getByRole('button', { name: 'Preview in Browser' }).click();
  const tab = await popup;
  await tab.waitForURL(/^blob:/);
  await dialog.getByRole('button', { name: 'Close' }).click();
  return tab;
}
