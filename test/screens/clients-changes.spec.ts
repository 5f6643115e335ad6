import { expectAccessible } from '../support/browser/axe.ts';
import { expectToast } from '../support/browser/toast.ts';
import { anotherClient } from '../support/stub/builders.ts';
import { expect, test } from './screen.ts';

const SURE =
  'Are you sure you want to delete this client? This will permanently remove the client and all their journey data. This action cannot be undone.';

test('a client is completed from the list', async ({ page, client }) => {
  await page.goto('/clients');
  await page.getByRole('button', { name: `Complete ${client.name}` }).click();
  await expectToast(page, 'Client Completed', 'Client journey has been marked as completed');
  await expect(page.getByRole('article').getByText('Completed', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: `Complete ${client.name}` })).toHaveCount(0);
});

test('one that cannot be completed says so', async ({ page, api, client }) => {
  api.fails('PATCH /api/clients/{id}');
  await page.goto('/clients');
  await page.getByRole('button', { name: `Complete ${client.name}` }).click();
  await expectToast(page, 'Error', 'Failed to complete client');
});

test('a client is deleted after a question', async ({ page, client }) => {
  await page.goto('/clients');
  const open = page.getByRole('button', { name: `Delete ${client.name}` });
  await open.click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete Client' });
  await expect(dialog.getByText(SURE)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(open).toBeFocused();
  await open.click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, 'Client Deleted', 'Client has been permanently removed');
  await expect(page.getByRole('article')).toHaveCount(0);
});

test('one that cannot be deleted says so, and the question goes', async ({ page, api, client }) => {
  api.fails('DELETE /api/clients/{id}');
  await page.goto('/clients');
  await page.getByRole('button', { name: `Delete ${client.name}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, 'Error', 'Failed to delete client');
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await expect(page.getByRole('article')).toHaveCount(1);
});

const MANY = 1000;

test('a thousand clients are shown a page at a time, and found at once', async ({ page, firm }) => {
  firm.clients = Array.from({ length: MANY }, (_, i) => anotherClient(`Client ${i}`));
  await page.goto('/clients');
  await expect(page.getByText('Showing 24 of 1000 clients')).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(24);
  await page.getByRole('button', { name: 'Show 24 more' }).click();
  await expect(page.getByRole('article')).toHaveCount(48);
  await page.getByPlaceholder('Search clients...').fill('client 99');
  await expect(page.getByRole('article')).toHaveCount(11);
  await expect(page.getByRole('link', { name: 'Client 999', exact: true })).toBeVisible();
});

test('a list of several pages is read to its end', async ({ page, api, firm }) => {
  firm.clients = [anotherClient('Ben Shaw'), anotherClient('Ada Obi')];
  firm.pages.clients = 1;
  await page.goto('/clients');
  await expect(page.getByRole('article')).toHaveText([/Ada Obi/, /Ben Shaw/]);
  expect(api.sent('GET /api/clients').map(({ query }) => query)).toEqual([{}, { filter: 'all', cursor: 'ada-obi' }]);
});
