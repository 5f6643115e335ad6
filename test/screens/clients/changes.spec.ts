import { test } from '../../support/browser/people.ts';
import { expectToast } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';
import { newClient } from '../../support/builders.ts';

const SURE =
  'Are you sure you want to delete this client? This will permanently remove the client and all their journey data. This action cannot be undone.';

test('an adviser completes a client in the list, and is warned before deleting one', async ({
  page,
  api,
  adviser,
  client,
}) => {
  await newClient(adviser, { name: 'Ola Berg' });
  await page.goto('/clients');
  const cards = page.getByRole('article');
  const open = page.getByRole('button', { name: `Delete ${client.name}` });
  const dialog = page.getByRole('alertdialog', { name: 'Delete Client' });

  await test.step('reports a completion that fails', async () => {
    api.fails('PATCH /api/clients/{id}');
    await page.getByRole('button', { name: 'Complete Ola Berg' }).click();
    await expectToast(page, 'Error', 'Failed to complete client');
  });

  await test.step('completes a client', async () => {
    api.recovers();
    await page.getByRole('button', { name: 'Complete Ola Berg' }).click();
    await expectToast(page, 'Client Completed', 'Client journey has been marked as completed');
    await expect(cards.getByText('Completed', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Complete Ola Berg' })).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'View Ola Berg' })).toBeFocused();
  });

  await test.step('asks before deleting a client', async () => {
    await open.click();
    await expect(dialog.getByText(SURE)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });

  await test.step('focuses the list if the completed client leaves it, as card and as row', async () => {
    for (const view of ['cards', 'table']) {
      await page.goto(`/clients?filter=active&view=${view}`);
      if (view === 'table') await page.getByRole('button', { name: `More for ${client.name}` }).click();
      await page.getByRole(view === 'table' ? 'menuitem' : 'button', { name: /^Complete/ }).click();
      await expect(page.getByText('No clients found')).toBeVisible();
      await expect(page.getByRole('region', { name: 'Clients' })).toBeFocused();
      await client.change({ completed: false });
    }
  });
});
