import { openClient, panel } from '../support/browser/client-page.ts';
import { expect } from '../support/browser/watched.ts';
import { bounced, publish } from '../support/mail-events.ts';
import { test } from './people.ts';

// What advisers and admins see of mail that did not arrive.

const NOTICE = 'Mail to this address was not delivered';

test('says that mail was not delivered and what to do, until there is another address', async ({
  page,
  adviser,
  client,
  admin: _,
}) => {
  const params = { id: client.id };
  await openClient(page, client);
  await expect(page.getByText(NOTICE)).toHaveCount(0);
  await publish(bounced(client.email, { client: client.id }));
  await expect
    .poll(async () => (await adviser.call('GET /api/clients/{id}', { params })).body.mailProblem, { timeout: 60_000 })
    .toBe('bounced');
  await page.getByRole('button', { name: 'Refresh' }).click();
  const access = panel(page, 'Client Portal Access');
  await expect(page.locator('header').getByText(NOTICE)).toBeVisible();
  await expect(access.getByText(NOTICE)).toBeVisible();
  await expect(access.getByRole('button', { name: 'Email Link' })).toBeDisabled();
  await expect(panel(page, 'Activity').getByText(`Mail to ${client.email} was not delivered`)).toBeVisible();
  await page.getByRole('link', { name: 'Admin', exact: true }).click();
  await expect(panel(page, 'Client Information').getByText(NOTICE)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy' })).toBeEnabled();
  await page.goBack();
  await page.getByRole('button', { name: 'Edit contact' }).click();
  await page.getByLabel('Email', { exact: false }).fill(`new-${client.email}`);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(NOTICE)).toHaveCount(0);
  await expect(access.getByRole('button', { name: 'Email Link' })).toBeEnabled();
});
