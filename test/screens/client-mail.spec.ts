import { expectAccessible } from '../support/browser/axe.ts';
import { openClient, panel } from '../support/browser/client-page.ts';
import { expect, test } from './screen.ts';

// What advisers and admins see of mail that did not arrive.

const NOTICE = 'Mail to this address was not delivered';

test.beforeEach(({ firm, client }) => {
  firm.client(client.id).mailProblem = 'bounced';
});

test('a client’s page says that mail was not delivered and what to do', async ({ page, client }) => {
  await openClient(page, client);
  const access = panel(page, 'Client Portal Access');
  await expect(page.locator('header').getByText(NOTICE)).toBeVisible();
  await expect(access.getByText(NOTICE)).toBeVisible();
  await expect(access.getByText('Save another address for the client')).toBeVisible();
  await expect(access.getByRole('button', { name: 'Email Link' })).toBeDisabled();
  await expectAccessible(page);
});

test('so does its admin screen', async ({ page, client, admin: _ }) => {
  await page.goto(`/adviser/clients/${client.id}/admin`);
  await expect(panel(page, 'Client Information').getByText(NOTICE)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy' })).toBeEnabled();
  await expectAccessible(page);
});
