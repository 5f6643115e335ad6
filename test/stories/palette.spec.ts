import { expect } from '../support/browser/watched.ts';
import { newClient } from '../support/builders.ts';
import { test } from './people.ts';

test('a few letters and Enter lead to a client or a screen', async ({ page, adviser, client }) => {
  await newClient(adviser, { name: 'Ola Berg' });
  await page.goto('/dashboard');
  await page.getByRole('heading', { name: 'Client Dashboard' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('MIA');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/adviser/client/${client.id}`);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('pending tasks');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/pending-tasks');
});
