import type { Page } from '@playwright/test';
import { openClient, panel } from '../../support/browser/client-page.ts';
import { enter, test } from '../../support/browser/people.ts';
import { expectToast } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';
import { newAdmin, newClient } from '../../support/builders.ts';

const status = (page: Page) => page.getByLabel('Client status');

/** Waits until a tab has received all earlier messages of another. */
const heard = async (from: Page, to: Page) => {
  const told = to.evaluate(() => {
    const channel = new BroadcastChannel('test');
    return new Promise((resolve) => {
      channel.onmessage = resolve;
    }).then(() => undefined);
  });
  await to.evaluate(() => undefined);
  await from.evaluate(() => new BroadcastChannel('test').postMessage('now'));
  await told;
};

test('a change appears in other tabs, which keep draft, focus and scroll position', async ({
  page,
  context,
  client,
}) => {
  for (let i = 1; i <= 5; i++) await client.addTask({ title: `Task ${i}` });
  const [other, portal] = [await context.newPage(), await context.newPage()];
  await portal.goto(`/portal/${client.token}`);
  await expect(portal.getByRole('heading', { level: 1 })).toContainText('Mia Wood');
  await openClient(other, client);
  await openClient(page, client);
  const draft = panel(other, 'Messages').getByLabel('Message');

  await test.step('shows a new status and removes a deleted task', async () => {
    await draft.fill('Dear Mia, I');
    await draft.focus();
    const place = await other.evaluate(() => window.scrollY);
    await status(page).selectOption('urgent');
    await expectToast(page, 'Status Updated');
    await expect(status(other)).toHaveValue('urgent');
    await panel(page, 'Client Tasks')
      .getByRole('button', { name: /^Edit task Task 3/ })
      .click();
    await page.getByRole('button', { name: 'Delete Task' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(panel(other, 'Client Tasks').getByText('Task 3', { exact: true })).toHaveCount(0);
    await expect(draft).toBeFocused();
    await expect(draft).toHaveValue('Dear Mia, I');
    expect(await other.evaluate(() => window.scrollY)).toBe(place);
  });

  await test.step('polls in the client’s portal immediately', async () => {
    await client.addTask({ title: 'Send three payslips' });
    await status(page).selectOption('on_target');
    await expect(portal.getByText('Send three payslips').first()).toBeVisible();
  });

  await test.step('shows a status set by a bulk change', async () => {
    await page.goto('/clients');
    await page.getByRole('checkbox', { name: 'Select Mia Wood' }).check();
    await page.getByRole('button', { name: 'Set Status' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set Status' });
    await dialog.getByLabel('Status').selectOption('Urgent');
    await dialog.getByRole('button', { name: 'Set for 1 Client' }).click();
    await expect(status(other)).toHaveValue('urgent');
  });
});

test('a hidden tab reads changes once visible, and only those of its own account', async ({
  page,
  context,
  api,
  adviser,
  client,
}) => {
  const ola = await newClient(adviser, { name: 'Ola Berg' });
  const list = await context.newPage();
  await list.goto('/clients?filter=urgent');
  await expect(list.getByText('Mia Wood')).toHaveCount(0);
  const otherClient = await context.newPage();
  await openClient(otherClient, ola);
  const hidden = await context.newPage();
  await openClient(hidden, client);
  const show = (state: 'visible' | 'hidden') =>
    hidden.evaluate((is) => {
      Object.defineProperty(document, 'visibilityState', { get: () => is, configurable: true });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    }, state);
  await show('hidden');
  await openClient(page, client);
  const reads = api.countsFromNow('GET /api/clients/{id}');
  await status(page).selectOption('urgent');
  await expect(list.getByText('Mia Wood').first()).toBeVisible();
  await status(page).selectOption('overdue');
  await expect(list.getByText('Mia Wood')).toHaveCount(0);
  await heard(page, hidden);
  await expect.poll(reads).toBe(2);
  await expect(status(hidden)).toHaveValue('on_target');
  await show('visible');
  await expect(status(hidden)).toHaveValue('overdue');
  expect(reads()).toBe(3);

  await test.step('does not read a change by another account', async () => {
    await enter(context, await newAdmin());
    await openClient(page, client);
    const readsOfAdmin = api.countsFromNow('GET /api/clients/{id}');
    await status(page).selectOption('urgent');
    await expect.poll(readsOfAdmin).toBe(1);
    await heard(page, hidden);
    await expect(status(hidden)).toHaveValue('overdue');
    expect(readsOfAdmin()).toBe(1);
  });
});
