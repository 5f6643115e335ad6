import { randomUUID } from 'node:crypto';
import { confirm, enterOn, expectFocusShown, leave, openDialog, tabTo, typeInto } from '../support/browser/keyboard.ts';
import { test } from '../support/browser/people.ts';
import { expectToast } from '../support/browser/toast.ts';
import { expect } from '../support/browser/watched.ts';

// The list of clients and pending tasks, by keyboard alone.

test('by keyboard, an adviser adds, completes and deletes clients in the list', async ({ page, client: _ }) => {
  await page.goto('/clients');
  const add = page.getByRole('button', { name: 'Add Client' });
  const dialog = await openDialog(page, add, 'Add Client');
  await typeInto(page, dialog.getByLabel('Name'), 'Ola Berg');
  await typeInto(page, dialog.getByLabel('Email'), `${randomUUID().slice(0, 8)}@clients.example`);
  await typeInto(page, dialog.getByLabel('Phone'), '020 7946 0000');
  await enterOn(page, dialog.getByRole('button', { name: 'Create Client' }));
  await expectToast(page, 'Client Created Successfully');
  await expectFocusShown(add);
  await expect(page.getByRole('article')).toHaveText([/Ola Berg/, /Mia Wood/]);

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

test('by keyboard, an adviser opens a pending task and sets its status', async ({ page, adviser, client }) => {
  for (const title of ['Sign the letter', 'Send the passport'])
    await adviser.call('POST /api/clients/{id}/tasks', { params: { id: client.id }, body: { title } });
  await page.goto('/pending-tasks');
  await tabTo(page, page.getByRole('link', { name: /Mia Wood/ }));
  const task = page.getByRole('button', { name: 'Sign the letter', exact: true });
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
  await expectFocusShown(page.getByRole('region', { name: 'Pending tasks' }));
});
