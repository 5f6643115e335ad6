import { expectAccessible } from '../support/browser/axe.ts';
import { shoot } from '../support/browser/shoot.ts';
import { anotherClient } from '../support/stub/builders.ts';
import { expect, test } from './screen.ts';

test('a few letters and Enter lead to a client or a screen', async ({ page, firm, client }) => {
  firm.clients.push(anotherClient('Ola Berg'), anotherClient('Jens Grünwald'), anotherClient('Siân Owen'));
  await page.goto('/dashboard');
  await page.getByRole('heading', { name: 'Client Dashboard' }).waitFor();
  await page.keyboard.press('Control+k');
  const search = page.getByRole('combobox', { name: 'Search clients and screens' });
  const options = page.getByRole('option');
  await expect(search).toBeFocused();
  await expect(options).toHaveText([/Dashboard/, /Inbox/, /Clients/, /My Tasks/, /Pending Tasks/, /Your Account/]);
  await expectAccessible(page);
  await shoot(page, 'palette');
  await page.keyboard.type('MIA');
  await expect(options).toHaveText([/Mia Wood.*Initial Setup/]);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/adviser/client/${client.id}`);
  await expect(search).toBeHidden();

  await page.keyboard.press('Meta+k');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option', { name: /^Inbox/ })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(search).toHaveAccessibleName('Search clients and screens');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/pending-tasks');

  await test.step('it opens from the header, and says when there is nothing', async () => {
    // The address is there before the screen, and the client's page has comboboxes too.
    await page.getByRole('heading', { name: 'Pending Tasks' }).waitFor();
    const open = page.getByRole('button', { name: 'Go to a client or screen' });
    await open.click();
    await page.getByRole('combobox').fill('nobody');
    await expect(page.getByRole('dialog').getByText('No clients or screens found')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/pending-tasks');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(open).toBeFocused();
  });

  await test.step('opened from the header, it leads where Enter says and does not open again', async () => {
    await page.keyboard.press('Enter');
    await page.getByRole('combobox').fill('dash');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Client Dashboard' }).waitFor();
    await expect(page.getByRole('dialog')).toBeHidden();
  });

  await test.step('a name is found without its accents', async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Clients' }).click();
    // The dashboard has such a field too.
    await page.getByRole('heading', { name: 'Client Onboarding Dashboard' }).waitFor();
    await page.getByRole('searchbox', { name: 'Search clients' }).fill('SIAN');
    await expect(page.getByRole('article')).toHaveText([/Siân Owen/]);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('grun');
    await expect(page.getByRole('option')).toHaveText([/^Jens Grünwald/]);
  });
});

test('it leads admins to the admin panel, and stays out of open dialogs', async ({ page, admin: _ }) => {
  await page.goto('/tasks');
  await page.getByRole('button', { name: 'Go to a client or screen' }).click();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await page.getByRole('combobox').fill('admin');
  await page.getByRole('option', { name: /^Admin Panel/ }).click();
  await expect(page).toHaveURL('/admin');
});

test('screens are found where clients cannot be read', async ({ page, api }) => {
  api.fails('GET /api/clients');
  await page.goto('/tasks');
  await page.getByRole('button', { name: 'Go to a client or screen' }).click();
  await page.getByRole('combobox').fill('mia');
  await expect(page.getByText('Failed to fetch clients')).toBeVisible();
  await page.getByRole('combobox').fill('dash');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard');
});
