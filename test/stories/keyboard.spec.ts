import type { Locator, Page } from '@playwright/test';
import { openClient, panel } from '../support/browser/client-page.ts';
import { pickFile } from '../support/browser/documents.ts';
import { enterOn, expectFocusShown, leave, openDialog, tabTo, typeInto } from '../support/browser/keyboard.ts';
import { test } from '../support/browser/people.ts';
import { expectToast } from '../support/browser/toast.ts';
import { expect } from '../support/browser/watched.ts';
import { newAdviser } from '../support/builders.ts';

// Work by keyboard alone, besides forms and confirmations (see screens/dialogs).

const LETTER = { name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from('Dear Ruth') };

/** Presses Enter on an upload button and picks a file. */
async function pick(page: Page, button: Locator) {
  await pickFile(page, LETTER, () => enterOn(page, button));
}

test('by keyboard, an admin reassigns a client, and resets and copies on the client’s admin screen', async ({
  page,
  context,
  client,
  admin: _,
}) => {
  const next = await newAdviser('Kofi Mensah');
  await page.goto('/admin');
  await enterOn(page, page.getByRole('link', { name: 'Client Reassignment' }));
  const choice = page.getByLabel('Reassign Mia Wood to');
  await expect(choice.getByRole('option', { name: next.name })).toBeAttached();
  await typeInto(page, choice, 'Kofi');
  await page.keyboard.press('Tab');
  await expectFocusShown(page.getByRole('checkbox', { name: 'Make a new link and email it to the client' }));
  await page.keyboard.press('Tab');
  await expectFocusShown(page.getByRole('button', { name: 'Reassign Mia Wood' }));
  await page.keyboard.press('Enter');
  await expectToast(page, 'Client Reassigned');
  await expect(page.getByRole('table', { name: 'Clients' }).getByRole('row').last()).toContainText('Kofi Mensah');
  await expectFocusShown(choice);

  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`/adviser/clients/${client.id}/admin`);
  const name = page.getByLabel('Name');
  await typeInto(page, name, 'Mia Woodward');
  const reset = page.getByRole('button', { name: 'Reset' });
  await enterOn(page, reset);
  await expect(name).toHaveValue('Mia Wood');
  await expectFocusShown(reset);
  await tabTo(page, name, 'Shift+Tab');
  await page.keyboard.type('Mia Reyes ');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Mia Reyes' })).toBeVisible();
  await expect(name).toHaveValue('Mia Reyes');
  await expectFocusShown(name);
  await enterOn(page, page.getByRole('button', { name: 'Copy' }));
  await expectToast(page, 'Link Copied');
  // The link that appears is selected, so it has the focus.
  await expectFocusShown(page.getByLabel('Portal link'));
});

test('by keyboard, an adviser sets the status, moves stages, and copies the portal link', async ({
  page,
  context,
  client,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openClient(page, client);
  const status = page.getByLabel('Client status');
  await tabTo(page, status);
  await page.keyboard.press('ArrowDown');
  await expectToast(page, 'Status Updated');
  await expectFocusShown(status);
  await expect(status).toHaveValue('overdue');

  const move = (label: string) => page.getByRole('button', { name: `${label} First Meeting`, exact: true });
  await enterOn(page, move('Start'));
  await expectFocusShown(move('Complete'));
  await expect(move('Complete')).toHaveAttribute('aria-busy', 'false');
  await page.keyboard.press('Space');
  await expect(page.getByText('Current: Information Gathering')).toBeVisible();
  await expectFocusShown(move('Reopen'));
  await expect(move('Reopen')).toHaveAttribute('aria-busy', 'false');
  await page.keyboard.press('Enter');
  await expectFocusShown(move('Complete'));

  const stages = panel(page, 'Journey Stages');
  const research = stages.getByRole('button', { name: /^3\. Research/ });
  await enterOn(page, research);
  await expect(research).toHaveAttribute('aria-expanded', 'true');
  await expectFocusShown(research);
  const opener = stages.getByRole('button', { name: 'Cashflow Model', exact: true });
  const dialog = await openDialog(page, opener, '3.1 Cashflow Model');
  const completed = dialog.getByRole('button', { name: 'Completed' });
  await enterOn(page, completed);
  await expectToast(page, 'Stage Updated');
  await expect(completed).toHaveAttribute('aria-pressed', 'true');
  await expectFocusShown(completed);
  await leave(page, dialog, opener);
  await enterOn(page, stages.getByRole('button', { name: 'Mark as Not Required: Cashflow Model' }));
  await expectFocusShown(stages.getByRole('button', { name: 'Mark as Required: Cashflow Model' }));

  const access = panel(page, 'Client Portal Access');
  await enterOn(page, access.getByRole('button', { name: 'Manage Access' }));
  await enterOn(page, access.getByRole('button', { name: 'Show Link' }));
  await expect(access.getByLabel('Portal link')).toHaveValue(new RegExp(client.token));
  await expectFocusShown(access.getByLabel('Portal link'));
  const copy = access.getByRole('button', { name: 'Copy Link' });
  await enterOn(page, copy);
  await expectToast(page, 'Link Copied');
  await expectFocusShown(copy);
});

test('by keyboard, an adviser completes a client in the list, and sets the status of pending tasks', async ({
  page,
  adviser,
  client,
}) => {
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

  await page.goto('/clients');
  await enterOn(page, page.getByRole('button', { name: 'Complete Mia Wood' }));
  await expectToast(page, 'Client Completed');
  await expectFocusShown(page.getByRole('link', { name: 'View Mia Wood' }));
});

test('by keyboard, an adviser uploads, previews and downloads documents', async ({ page, client }) => {
  await openClient(page, client);
  const documents = panel(page, 'Documents by Stage');
  await typeInto(page, documents.getByLabel('Upload to:'), '6.1');
  const upload = documents.getByRole('button', { name: 'Upload Document', exact: true });
  await pick(page, upload);
  await expectToast(page, 'Document Uploaded');
  await expectFocusShown(upload);
  await expect(documents.getByRole('heading', { name: /6\. Application.*1 document/ })).toBeVisible();

  const letter = documents.getByRole('button', { name: 'letter.txt', exact: true });
  const options = await openDialog(page, letter, 'letter.txt');
  const popup = page.waitForEvent('popup');
  await enterOn(page, options.getByRole('button', { name: 'Preview in Browser' }));
  await (await popup).waitForURL(/^blob:/);
  await (await popup).close();
  const saved = page.waitForEvent('download');
  await enterOn(page, options.getByRole('button', { name: 'Download' }));
  expect((await saved).suggestedFilename()).toBe('letter.txt');
  await leave(page, options, letter);

  const stage = panel(page, 'Journey Stages').getByRole('button', { name: 'Details of First Meeting' });
  const dialog = await openDialog(page, stage, '1 First Meeting');
  const inDialog = dialog.getByRole('button', { name: 'Upload Document' });
  await pick(page, inDialog);
  await expect(dialog.getByText('letter.txt')).toBeVisible();
  await expectFocusShown(inDialog);
  await leave(page, dialog, stage);
  await expect(documents.getByRole('heading', { name: /1\. First Meeting.*1 document/ })).toBeVisible();
});

test('by keyboard, an adviser sends messages, and completes a task', async ({ page, adviser, client }) => {
  for (const title of ['Sign the letter', 'Send the passport'])
    await adviser.call('POST /api/clients/{id}/tasks', { params: { id: client.id }, body: { title } });
  await openClient(page, client);
  const messages = panel(page, 'Messages');
  const field = messages.getByLabel('Message');
  await typeInto(page, field, 'Dear Mia,');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('all is well.');
  await expect(field).toHaveValue('Dear Mia,\nall is well.');
  await page.keyboard.press('Enter');
  await expect(messages.getByRole('listitem')).toHaveText(/Dear Mia,\s+all is well\./);
  await expect(field).toHaveValue('');
  await page.keyboard.type('Ruth');
  await enterOn(page, messages.getByRole('button', { name: 'Send' }));
  await expect(messages.getByRole('listitem')).toHaveCount(2);
  await expectFocusShown(field);

  const tasks = panel(page, 'Client Tasks');
  await enterOn(page, tasks.getByRole('button', { name: 'Mark Complete: Sign the letter' }));
  await expectToast(page, 'Task Updated');
  await expectFocusShown(tasks.getByRole('button', { name: 'Reopen: Sign the letter' }));
});
