import { anAdmin, expect, expectAccessible, openClient, panel, test } from '../screen.ts';

// What advisers and admins see of mail that did not arrive.

const NOTICE = 'Mail to this address was not delivered';

test('mail that was not delivered is told, and what to do', async ({ page, firm, client }) => {
  firm.client(client.id).mailProblem = 'bounced';

  await test.step('on the client’s page', async () => {
    await openClient(page, client);
    const access = panel(page, 'Client Portal Access');
    await expect(page.locator('header').getByText(NOTICE)).toBeVisible();
    await expect(access.getByText(NOTICE)).toBeVisible();
    await expect(access.getByText('Save another address for the client')).toBeVisible();
    await expect(access.getByRole('button', { name: 'Email Link' })).toBeDisabled();
    await expectAccessible(page);
  });

  await test.step('to an admin, on its admin screen', async () => {
    firm.enter(anAdmin());
    await page.goto(`/adviser/clients/${client.id}/admin`);
    await expect(panel(page, 'Client Information').getByText(NOTICE)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Copy' })).toBeEnabled();
    await expectAccessible(page);
  });
});
