import { randomUUID } from 'node:crypto';
import { confirm, enterOn, expectFocusShown, leave, openDialog, tabTo, typeInto } from '../support/browser/keyboard.ts';
import { expectToast } from '../support/browser/toast.ts';
import { expect } from '../support/browser/watched.ts';
import { newClient } from '../support/builders.ts';
import { test } from './people.ts';

// By keyboard alone: finding clients, the list of clients, pending tasks.

test('find a client from the dashboard', async ({ page, adviser, client }) => {
  await newClient(adviser, { name: 'Ola Berg' });
  await page.goto('/tasks');
  await enterOn(page, page.getByRole('navigation').getByRole('link', { name: 'Dashboard' }));
  await typeInto(page, page.getByRole('searchbox', { name: 'Search clients' }), 'wood');
  const results = page.getByRole('region', { name: 'Search Results' }).getByRole('link');
  await expect(results).toHaveCount(1);
  await page.keyboard.press('Tab');
  await expectFocusShown(results);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/adviser/clients/${client.id}`);
});

test('open the only client found with Enter, and none where there are several', async ({ page, adviser, client }) => {
  await newClient(adviser, { name: 'Ola Wood' });
  await page.goto('/dashboard');
  const search = page.getByRole('searchbox', { name: 'Search clients' });
  const results = page.getByRole('region', { name: 'Search Results' }).getByRole('link');
  await typeInto(page, search, 'wood');
  await expect(results).toHaveCount(2);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard');
  await search.fill('');
  await page.keyboard.type('mia');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/adviser/clients/${client.id}`);
});

test('narrow the list of clients by filter and by name', async ({ page, adviser, client }) => {
  await newClient(adviser, { name: 'Ola Berg' });
  await page.goto('/dashboard');
  await enterOn(page, page.getByRole('link', { name: 'Urgent Clients' }));
  await expect(page).toHaveURL('/clients?filter=urgent');
  await enterOn(page, page.getByRole('link', { name: 'Clear filter' }));
  await expect(page).toHaveURL('/clients');
  await expect(page.getByRole('article')).toHaveCount(2);
  await expectFocusShown(page.getByRole('region', { name: 'Clients' }));
  await page.keyboard.press('Tab');
  await expectFocusShown(page.getByRole('searchbox', { name: 'Search clients' }));
  // One letter is enough; the cards are drawn anew after each.
  await page.keyboard.type('w');
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.keyboard.press('Tab');
  await expectFocusShown(page.getByRole('link', { name: 'Mia Wood', exact: true }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/adviser/client/${client.id}`);
});

test('leave the palette for where one was', async ({ page, client: _ }) => {
  await page.goto('/clients');
  const search = page.getByRole('searchbox', { name: 'Search clients' });
  await tabTo(page, search);
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Go to a client or screen' });
  await expectFocusShown(palette.getByRole('combobox'));
  await page.keyboard.press('Shift+Tab');
  await expectFocusShown(palette.getByRole('button', { name: 'Close' }));
  await leave(page, palette, search);
});

test('add a client', async ({ page, adviser: _ }) => {
  await page.goto('/clients');
  const add = page.getByRole('button', { name: 'Add Client' });
  const dialog = await openDialog(page, add, 'Add Client');
  await typeInto(page, dialog.getByLabel('Name'), 'Ola Berg');
  await typeInto(page, dialog.getByLabel('Email'), `${randomUUID().slice(0, 8)}@clients.example`);
  await typeInto(page, dialog.getByLabel('Phone'), '020 7946 0000');
  await enterOn(page, dialog.getByRole('button', { name: 'Create Client' }));
  await expectToast(page, 'Client Created Successfully');
  await expectFocusShown(add);
  await expect(page.getByRole('article')).toHaveText(/Ola Berg/);
});

test('complete and delete clients in the list', async ({ page, adviser, client: _ }) => {
  await newClient(adviser, { name: 'Ola Berg' });
  await page.goto('/clients');
  const card = page.getByRole('article').filter({ hasText: 'Mia Wood' });
  await enterOn(page, card.getByRole('button', { name: 'Complete Mia Wood' }));
  await expectToast(page, 'Client Completed');
  await expect(card.getByText('Completed', { exact: true })).toBeVisible();
  await expectFocusShown(card.getByRole('link', { name: 'View Mia Wood' }));

  const remove = page.getByRole('button', { name: 'Delete Ola Berg' });
  await leave(page, await openDialog(page, remove, 'Delete Client'), remove);
  await confirm(page, remove, 'Delete Client', 'Delete');
  await expectToast(page, 'Client Deleted');
  await expect(page.getByRole('article')).toHaveCount(1);
  await expectFocusShown(page.getByRole('region', { name: 'Clients' }));
});

test('open a pending task and set its status', async ({ page, adviser, client }) => {
  for (const title of ['Sign the letter', 'Send the passport'])
    await adviser.call('POST /api/clients/{id}/tasks', { params: { id: client.id }, body: { title } });
  await page.goto('/pending-tasks');
  await tabTo(page, page.getByRole('link', { name: /Mia Wood/ }));
  const task = page.getByRole('button', { name: 'Sign the letter' });
  const dialog = await openDialog(page, task, 'Sign the letter');
  await tabTo(page, dialog.getByLabel('Status'));
  await page.keyboard.press('ArrowDown');
  await expectToast(page, 'Success');
  await expect(dialog.getByLabel('Status')).toHaveValue('in_progress');
  await leave(page, dialog, task);

  await openDialog(page, task, 'Sign the letter');
  await tabTo(page, dialog.getByLabel('Status'));
  await page.keyboard.press('End');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(task).toHaveCount(0);
  await expectFocusShown(page.getByRole('region', { name: 'Tasks by client' }));
});
