import { saveSettings } from '../../support/acts.ts';
import { test } from '../../support/browser/people.ts';
import { expectToast } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';
import { newAdmin, newClient, PASSWORD } from '../../support/builders.ts';
import { setNow } from '../../support/clock.ts';

const SURE =
  'Are you sure you want to delete this client? This will permanently remove the client and all their journey data. This action cannot be undone.';

test('an adviser completes a client in the list, and is warned before deleting one', async ({
  page,
  api,
  adviser,
  client,
  watch,
}) => {
  watch.expected.push(/^403 /, /status of 403/);
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

  await test.step('asks for the name of a completed client, and for a proof of identity before it is deleted', async () => {
    await page.goto('/clients');
    setNow(Date.now() + 11 * 60_000);
    await page.getByRole('button', { name: 'Delete Ola Berg' }).click();
    await expect(dialog.getByText('With all messages and an audit log since')).toBeVisible();
    const remove = dialog.getByRole('button', { name: 'Delete' });
    await expect(remove).toBeDisabled();
    await dialog.getByLabel('Type Ola Berg to confirm').fill('ola  BÉRG');
    await remove.click();
    await page.getByRole('dialog', { name: 'Confirm It’s You' }).getByLabel('Your password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expectToast(page, 'Client Deleted', 'Client has been permanently removed');
    await expect(cards).toHaveCount(1);
  });
});

test('an adviser has no button to delete a client if the firm lets only admins', async ({ page, client }) => {
  await saveSettings(await newAdmin(), { staff: { deleteClients: 'admins' } });
  await page.goto('/clients?view=cards');
  await expect(page.getByRole('button', { name: `Complete ${client.name}` })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Delete/ })).toHaveCount(0);
  await page.goto('/clients?view=table');
  await page.getByRole('button', { name: `More for ${client.name}` }).click();
  await expect(page.getByRole('menuitem', { name: /Complete/ })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: /Delete/ })).toHaveCount(0);
});
