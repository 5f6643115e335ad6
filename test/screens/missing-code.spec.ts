import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/browser/axe.ts';
import { openClient, panel } from '../support/browser/client-page.ts';
import { expectToast } from '../support/browser/toast.ts';
import type { Watch } from '../support/browser/watched.ts';
import { expect, test } from './screen.ts';

// Code that is fetched late cannot be had, offline or after a release: the page stays as it is, with all that was typed.

const MISSING = 'Please check your connection and try again. If that does not help, reload the page.';

async function without(page: Page, watch: Watch, chunk: RegExp) {
  watch.expected.push(chunk, /ERR_INTERNET_DISCONNECTED/);
  await page.route(chunk, (route) => route.abort('internetdisconnected'));
}

test('a dialog that cannot be fetched says so, and opens once it can', async ({ page, watch, client }) => {
  await openClient(page, client);
  const draft = panel(page, 'Messages').getByLabel('Message');
  await draft.fill('A long thought');
  await without(page, watch, /assets\/(edit|confirm|assign-task)-/);
  for (const name of ['Edit name', 'Reset Journey', 'Assign Task']) {
    await page.getByRole('button', { name }).click();
    await expectToast(page, 'Not available right now', MISSING);
    await page.getByRole('button', { name: 'Close notification' }).click();
  }
  await expect(draft).toHaveValue('A long thought');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Edit name' }).click();
  await expect(page.getByRole('dialog', { name: 'Edit Client Name' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(draft).toHaveValue('A long thought');
});

test('the toast offers to reload the page, which brings what a release has changed', async ({
  page,
  watch,
  client,
}) => {
  await page.goto('/clients');
  await without(page, watch, /assets\/add-client-dialog-/);
  await page.getByRole('button', { name: 'Add Client' }).click();
  await expectToast(page, 'Not available right now', MISSING);
  await expect(page.getByRole('link', { name: client.name, exact: true })).toBeVisible();
  // Under the pointer it stays.
  await page.getByRole('button', { name: 'Reload page' }).hover();
  await expectAccessible(page);
  await page.unrouteAll();
  const loaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Reload page' }).click();
  await loaded;
  await page.getByRole('button', { name: 'Add Client' }).click();
  await expect(page.getByRole('dialog', { name: 'Add Client' })).toBeVisible();
});

test('a client’s page does without the code of its tooltips', async ({ page, watch, client }) => {
  await without(page, watch, /assets\/tooltip-/);
  await openClient(page, client);
  await expect(page.getByRole('button', { name: 'PipeDrive' })).toBeDisabled();
});

test('a screen that cannot be fetched offline does not blame a release', async ({ page, context, watch }) => {
  watch.expected.push(/ERR_INTERNET_DISCONNECTED/, /dynamically imported module/);
  await page.goto('/dashboard');
  await page.getByRole('heading', { name: 'Client Dashboard' }).waitFor();
  await context.setOffline(true);
  await page.getByRole('link', { name: 'My Tasks' }).click();
  await expect(page.getByRole('alert')).toContainText('Please check your connection and reload the page.');
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Reload page' }).click();
  await expect(page.getByText('Tasks requiring your attention')).toBeVisible();
});
