import { expect, type Page } from '@playwright/test';

/** Opens a client's page and waits until it is complete. */
export async function openClient(page: Page, { id, name }: { id: string; name: string }) {
  await page.goto(`/adviser/client/${id}`);
  // Cheap locators: a waiting expectation describes the whole page repeatedly.
  await page.locator('h1', { hasText: name }).waitFor();
  await page.locator('h2', { hasText: 'Audit Log' }).waitFor();
  // Content that replaces a skeleton moves what is below it.
  await expect(page.locator('.chakra-skeleton')).toHaveCount(0);
}

/** Reads the page's data again by the palette's action. */
export async function refresh(page: Page) {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Find a Client, Screen or Action' }).fill('Refresh');
  await page.getByRole('option', { name: 'Refresh', exact: true }).click();
}

export const panel = (page: Page, name: string, exact = false) => page.getByRole('region', { name, exact });

export async function unfoldDiagram(page: Page) {
  await page.getByRole('button', { name: 'Show Diagram' }).click();
  const diagram = panel(page, 'Journey', true);
  await diagram.waitFor();
  return diagram;
}
