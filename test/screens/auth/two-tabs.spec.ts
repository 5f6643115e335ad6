import type { Page } from '@playwright/test';
import { anAdmin, anotherClient, aTask, expect, expectToast, openClient, panel, test } from '../screen.ts';

// What is changed in one tab shows in the others of the same browser, and nothing that is under way there is lost.

const status = (page: Page) => page.getByLabel('Client status');

/** Waits until a tab was told all that others told before. */
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

test('a change shows in the other tab, which keeps its draft, its focus and its place', async ({
  page,
  context,
  firm,
  client,
}) => {
  firm.tasks = Array.from({ length: 5 }, (_, i) => aTask({ title: `Task ${i + 1}` }));
  const other = await context.newPage();
  await openClient(other, client);
  await openClient(page, client);
  const draft = panel(other, 'Messages').getByLabel('Message');
  await draft.fill('Dear Mia, I');
  await draft.focus();
  const place = await other.evaluate(() => window.scrollY);
  await status(page).selectOption('urgent');
  await expectToast(page, 'Status Updated');
  await expect(status(other)).toHaveValue('urgent');
  await panel(page, 'Client Tasks')
    .getByRole('button', { name: /^Delete task Task 3/ })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(panel(other, 'Client Tasks').getByText('Task 3', { exact: true })).toHaveCount(0);
  await expect(draft).toBeFocused();
  await expect(draft).toHaveValue('Dear Mia, I');
  expect(await other.evaluate(() => window.scrollY)).toBe(place);
});

test('lists follow, pages of other clients do not ask, and a hidden tab asks once it is seen', async ({
  page,
  context,
  api,
  firm,
  client,
}) => {
  firm.clients.push(anotherClient('Ola Berg'));
  const list = await context.newPage();
  await list.goto('/clients?filter=urgent');
  await expect(list.getByText('Mia Wood')).toHaveCount(0);
  const otherClient = await context.newPage();
  await openClient(otherClient, firm.client('ola-berg'));
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
});

test('nothing is read for a change by another account', async ({ page, context, api, firm, client }) => {
  const ruths = await context.newPage();
  await openClient(ruths, client);
  firm.enter(anAdmin());
  await openClient(page, client);
  const reads = api.countsFromNow('GET /api/clients/{id}');
  await status(page).selectOption('urgent');
  await expect.poll(reads).toBe(1);
  await heard(page, ruths);
  await expect(status(ruths)).toHaveValue('on_target');
  expect(reads()).toBe(1);
});

test('the client’s own page in another tab asks at once', async ({ page, context, firm, client }) => {
  const portal = await context.newPage();
  await portal.goto(`/portal/${client.token}`);
  await expect(portal.getByRole('heading', { level: 1 })).toContainText('Mia Wood');
  await openClient(page, client);
  firm.tasks = [aTask({ title: 'Send three payslips' })];
  firm.news.set(client.id, 'another');
  await status(page).selectOption('urgent');
  await expect(portal.getByText('Send three payslips').first()).toBeVisible();
});

test('what is done to many at once shows in the other tab too', async ({ page, context, client }) => {
  const other = await context.newPage();
  await openClient(other, client);
  await page.goto('/clients');
  await page.getByRole('checkbox', { name: 'Select Mia Wood' }).check();
  await page.getByRole('button', { name: 'Set status' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set Status' });
  await dialog.getByLabel('Status').selectOption('Urgent');
  await dialog.getByRole('button', { name: 'Set for 1 client' }).click();
  await expect(status(other)).toHaveValue('urgent');
});
