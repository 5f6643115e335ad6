import type { Page } from '@playwright/test';
import { expectAccessible } from '../../support/browser/axe.ts';
import { openClient, panel } from '../../support/browser/client-page.ts';
import { test } from '../../support/browser/people.ts';
import { expectToast } from '../../support/browser/toast.ts';
import { expect, type Watch } from '../../support/browser/watched.ts';

// Lazy code may be missing, offline or after a release. The page then keeps all that was typed.

const MISSING = 'Please check your connection and try again. If that does not help, reload the page.';

async function without(page: Page, watch: Watch, chunk: RegExp) {
  watch.expected.push(chunk, /ERR_INTERNET_DISCONNECTED/);
  await page.route(chunk, (route) => route.abort('internetdisconnected'));
}

test('a dialog whose code fails to load says so, and opens once it loads', async ({ page, watch, client }) => {
  await openClient(page, client);
  const draft = panel(page, 'Messages').getByLabel('Message');
  await draft.fill('A long thought');
  await without(page, watch, /assets\/(edit|confirm|task-dialogs)-/);
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

test('a toast offers to reload the page if code is missing, as after a new release', async ({
  page,
  watch,
  client,
}) => {
  await page.goto('/clients');
  await without(page, watch, /assets\/add-client-dialog-/);
  await page.getByRole('button', { name: 'Add Client' }).click();
  await expectToast(page, 'Not available right now', MISSING);
  await expect(page.getByRole('link', { name: client.name, exact: true })).toBeVisible();
  // The toast stays while the pointer is on it.
  await page.getByRole('button', { name: 'Reload Page' }).hover();
  await expectAccessible(page);
  await page.unrouteAll();
  const loaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Reload Page' }).click();
  await loaded;
  await page.getByRole('button', { name: 'Add Client' }).click();
  await expect(page.getByRole('dialog', { name: 'Add Client' })).toBeVisible();
});

test('a section whose code fails to load says so, and loads on request', async ({ page, watch, client }) => {
  await without(page, watch, /assets\/(documents-section|tooltip)-/);
  await openClient(page, client);
  await expect(page.getByRole('button', { name: 'PipeDrive' })).toBeDisabled();
  await panel(page, 'Messages').getByLabel('Message').fill('A long thought');
  const alert = panel(page, 'Documents').getByRole('alert');
  await expect(alert).toContainText('This section could not be loaded');
  await page.unrouteAll();
  await alert.getByRole('button', { name: 'Try Again' }).click();
  await expect(panel(page, 'Documents').getByRole('button', { name: 'Upload Document', exact: true })).toBeVisible();
  await expect(panel(page, 'Messages').getByLabel('Message')).toHaveValue('A long thought');
});

test('a screen shows a bar while its code loads slowly, and waits for it offline', async ({
  page,
  context,
  watch,
  adviser: _adviser,
}) => {
  // Disables preloading, as the page is never idle.
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }));
  watch.expected.push(/ERR_INTERNET_DISCONNECTED/, /dynamically imported module/);
  await page.goto('/dashboard');
  await page.getByRole('heading', { name: 'Client Dashboard' }).waitFor();
  let loads = 0;
  page.on('load', () => loads++);

  await test.step('shows a bar while the code loads', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route(/assets\/adviser-tasks-page-/, (route) => released.then(() => route.continue()));
    await page.getByRole('link', { name: 'Pending Actions (Adviser)' }).click();
    const bar = page.getByRole('progressbar', { name: 'Loading page' });
    await expect(bar).toBeVisible();
    release();
    await expect(page.getByRole('heading', { name: 'Pending Adviser Tasks' })).toBeVisible();
    await expect(bar).toBeHidden();
  });

  await test.step('waits offline, and opens once the connection is back', async () => {
    await context.setOffline(true);
    await page.getByRole('link', { name: 'Client Tasks' }).click();
    await expect(page.getByRole('alert')).toContainText('There is no connection');
    await expect(page.getByRole('alert')).toContainText('This page opens as soon as it is back.');
    await context.setOffline(false);
    await expect(page.getByText('Review and manage all pending client tasks')).toBeVisible();
    expect(loads).toBe(0);
  });
});

test('pages open offline, as their code is preloaded after the first page', async ({
  page,
  context,
  watch,
  adviser: _adviser,
}) => {
  watch.expected.push(/ERR_INTERNET_DISCONNECTED/);
  const fetched = page.waitForResponse(/assets\/account-page-/);
  await page.goto('/dashboard');
  await fetched;
  await expect.poll(() => page.evaluate(() => performance.getEntriesByName(location.href).length)).toBe(1);
  await context.setOffline(true);
  await page.getByRole('link', { name: 'your account' }).click();
  await expect(page.getByRole('heading', { name: 'Your Account' })).toBeVisible();
  await context.setOffline(false);
});

test('data saver prevents automatic preloading, but a hovered link is still preloaded', async ({
  page,
  adviser: _adviser,
}) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true }),
  );
  const idle = page.waitForEvent('console', { predicate: (message) => message.text() === 'was idle' });
  await page.goto('/dashboard');
  await page.getByRole('heading', { name: 'Client Dashboard' }).waitFor();
  await page.evaluate(() => requestIdleCallback(() => console.info('was idle')));
  await idle;
  const hasCode = () =>
    page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('inbox-page')));
  expect(await hasCode()).toBe(false);
  const read = page.waitForRequest(/api\/notifications\?/);
  await page.getByRole('link', { name: 'Inbox' }).hover();
  await read;
  expect(await hasCode()).toBe(true);
  await expect(page).toHaveURL('/dashboard');
});

test('a part of the portal whose code fails to load says so, and loads on request', async ({ page, watch, client }) => {
  await without(page, watch, /assets\/portal-parts-/);
  await page.goto(`/portal/${client.token}`);
  await page.getByRole('button', { name: /^First Meeting/ }).click();
  const alert = page
    .getByRole('region', { name: 'Your Investment Journey' })
    .getByRole('alert')
    .filter({ hasText: 'This part of your page could not be loaded' });
  await expect(alert).toBeVisible();
  await page.unrouteAll();
  await alert.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('button', { name: /^Upload Document for/ })).toBeVisible();
});
