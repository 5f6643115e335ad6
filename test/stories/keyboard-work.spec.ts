import type { Locator, Page } from '@playwright/test';
import { openClient, panel } from '../support/browser/client-page.ts';
import { pickFile } from '../support/browser/documents.ts';
import { confirm, enterOn, expectFocusShown, leave, openDialog, tabTo, typeInto } from '../support/browser/keyboard.ts';
import { test } from '../support/browser/people.ts';
import { expectToast } from '../support/browser/toast.ts';
import { expect } from '../support/browser/watched.ts';

// Documents, messages and tasks on the client's page, by keyboard alone.

const LETTER = { name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from('Dear Ruth') };

/** Presses Enter on an upload button and picks a file. */
async function pick(page: Page, button: Locator) {
  await pickFile(page, LETTER, () => enterOn(page, button));
}

test('by keyboard, an adviser uploads a document to a stage, previews, downloads and deletes it', async ({
  page,
  client,
}) => {
  await openClient(page, client);
  const documents = panel(page, 'Documents by Stage');
  await typeInto(page, documents.getByLabel('Upload to stage'), '6.1');
  const button = documents.getByRole('button', { name: 'Upload Document', exact: true });
  await pick(page, button);
  await expectToast(page, 'Document Uploaded');
  await expectFocusShown(button);
  await expect(documents.getByRole('heading', { name: /6\. Application.*1 document/ })).toBeVisible();

  const opener = documents.getByRole('button', { name: 'letter.txt', exact: true });
  const dialog = await openDialog(page, opener, 'letter.txt');
  const popup = page.waitForEvent('popup');
  await enterOn(page, dialog.getByRole('button', { name: 'Preview in Browser' }));
  await (await popup).waitForURL(/^blob:/);
  await (await popup).close();
  const saved = page.waitForEvent('download');
  await enterOn(page, dialog.getByRole('button', { name: 'Download' }));
  expect((await saved).suggestedFilename()).toBe('letter.txt');
  await leave(page, dialog, opener);

  const remove = documents.getByRole('button', { name: 'Delete document letter.txt' });
  await confirm(page, remove, 'Delete Document', 'Delete');
  await expectToast(page, 'Document Deleted');
  await expect(remove).toHaveCount(0);
  await expectFocusShown(documents);
});

test('by keyboard, an adviser uploads a document in a stage’s dialog', async ({ page, adviser, client }) => {
  await openClient(page, client);
  const opener = panel(page, 'Journey Stages').getByRole('button', { name: 'Details of First Meeting' });
  const dialog = await openDialog(page, opener, '1 First Meeting');
  const button = dialog.getByRole('button', { name: 'Upload Document' });
  await pick(page, button);
  await expectToast(page, 'Document Uploaded');
  await expect(dialog.getByText('letter.txt')).toBeVisible();
  await expectFocusShown(button);
  await leave(page, dialog, opener);
  await expect(
    panel(page, 'Documents by Stage').getByRole('heading', { name: /1\. First Meeting.*1 document/ }),
  ).toBeVisible();
  const { body } = await adviser.call('GET /api/clients/{id}/documents', { params: { id: client.id } });
  expect(body).toMatchObject([{ name: 'letter.txt', stageId: `${client.id}.1` }]);
});

test('by keyboard, an adviser sends a message with Enter, and begins a line with Shift+Enter', async ({
  page,
  client,
}) => {
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
});

test('by keyboard, an adviser assigns, edits, completes and deletes a task', async ({ page, adviser, client }) => {
  const other = { title: 'Send the passport' };
  await adviser.call('POST /api/clients/{id}/tasks', { params: { id: client.id }, body: other });
  await openClient(page, client);
  const tasks = panel(page, 'Client Tasks');
  const assign = tasks.getByRole('button', { name: 'Assign Task' });
  const dialog = await openDialog(page, assign, 'Assign Task');
  await typeInto(page, dialog.getByLabel('Title'), 'Sign the letter');
  await typeInto(page, dialog.getByLabel('Due Date'), '12122031');
  await enterOn(page, dialog.getByRole('button', { name: 'Create Task' }));
  await expectToast(page, 'Task Created');
  await expectFocusShown(assign);
  await expect(tasks.getByText('Due: 12 Dec 2031')).toBeVisible();

  const edit = tasks.getByRole('button', { name: 'Edit task Sign the letter' });
  const editing = await openDialog(page, edit, 'Edit Task');
  await typeInto(page, editing.getByLabel('Status'), 'In');
  await typeInto(page, editing.getByLabel('Responsibility'), 'Adv');
  await enterOn(page, editing.getByRole('button', { name: 'Save' }));
  await expectToast(page, 'Task Updated');
  await expectFocusShown(edit);
  await expect(tasks.getByRole('listitem').filter({ hasText: 'Sign the letter' })).toHaveText(
    /In Progress.*Adviser Action/,
  );

  await enterOn(page, tasks.getByRole('button', { name: 'Mark Complete: Sign the letter' }));
  await expectToast(page, 'Task Updated');
  await expectFocusShown(tasks.getByRole('button', { name: 'Reopen: Sign the letter' }));

  const remove = tasks.getByRole('button', { name: 'Delete task Sign the letter' });
  await tabTo(page, remove);
  await page.keyboard.press('Space');
  await leave(page, page.getByRole('alertdialog', { name: 'Delete Task' }), remove);
  await confirm(page, remove, 'Delete Task', 'Delete');
  await expectToast(page, 'Task Deleted');
  await expect(remove).toHaveCount(0);
  await expectFocusShown(tasks);
});
