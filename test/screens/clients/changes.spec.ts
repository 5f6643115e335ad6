import { anotherClient, expect, expectToast, test } from '../screen.ts';

const SURE =
  'Are you sure you want to delete this client? This will permanently remove the client and all their journey data. This action cannot be undone.';

test('an adviser completes and deletes clients from the list', async ({ page, api, firm, client }) => {
  firm.clients.push(anotherClient('Ola Berg'));
  await page.goto('/clients');
  const cards = page.getByRole('article');
  const open = page.getByRole('button', { name: `Delete ${client.name}` });
  const dialog = page.getByRole('alertdialog', { name: 'Delete Client' });

  await test.step('one that cannot be completed says so', async () => {
    api.fails('PATCH /api/clients/{id}');
    await page.getByRole('button', { name: 'Complete Ola Berg' }).click();
    await expectToast(page, 'Error', 'Failed to complete client');
  });

  await test.step('one is completed', async () => {
    api.recovers();
    await page.getByRole('button', { name: 'Complete Ola Berg' }).click();
    await expectToast(page, 'Client Completed', 'Client journey has been marked as completed');
    await expect(cards.getByText('Completed', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Complete Ola Berg' })).toHaveCount(0);
  });

  await test.step('a question comes before one is deleted', async () => {
    await open.click();
    await expect(dialog.getByText(SURE)).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(open).toBeFocused();
  });

  await test.step('one that cannot be deleted says so, and the question goes', async () => {
    api.fails('DELETE /api/clients/{id}');
    await open.click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expectToast(page, 'Error', 'Failed to delete client');
    await expect(page.getByRole('alertdialog')).toBeHidden();
    await expect(cards).toHaveCount(2);
  });

  await test.step('one is deleted', async () => {
    api.recovers();
    await open.click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expectToast(page, 'Client Deleted', 'Client has been permanently removed');
    await expect(cards).toHaveText([/Ola Berg/]);
  });
});
