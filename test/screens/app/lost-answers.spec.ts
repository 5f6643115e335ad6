import { openClient, panel } from '../../support/browser/client-page.ts';
import { pickFile } from '../../support/browser/documents.ts';
import { test } from '../../support/browser/people.ts';
import { dismissToast, expectToast } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';

const MESSAGES = 'POST /api/clients/{id}/messages';

test('a message whose answer is lost arrives once if it is sent again', async ({ page, api, client }) => {
  await page.goto(`/portal/${client.token}`);
  const messages = page.getByRole('region', { name: 'Messages' });
  const send = messages.getByRole('button', { name: 'Send' });
  api.loses(MESSAGES);
  await messages.getByLabel('Message').fill('Where do I sign?');
  await send.click();
  await expectToast(page, 'Error', 'Failed to send message');
  await send.click();
  await expect.poll(() => api.sent(MESSAGES).length).toBeGreaterThan(1);
  await expect(messages.getByLabel('Message')).toHaveValue('Where do I sign?');

  await test.step('also after the page was loaded again', async () => {
    api.recovers();
    await page.reload();
    await messages.getByLabel('Message').fill('Where do I sign?');
    await send.click();
    await expect(messages.getByLabel('Message')).toHaveValue('');
    await expect(messages.getByText('Where do I sign?')).toHaveCount(1);
    expect(await client.read('GET /api/clients/{id}/messages')).toHaveLength(1);
  });

  await test.step('but arrives twice if it is sent twice', async () => {
    await messages.getByLabel('Message').fill('Where do I sign?');
    await send.click();
    await expect(messages.getByText('Where do I sign?')).toHaveCount(2);
    // The page shows a message before it is stored.
    await expect.poll(() => client.read('GET /api/clients/{id}/messages')).toHaveLength(2);
  });
});

test('a document whose answer is lost is stored once after Try Again', async ({ page, api, client }) => {
  await page.goto(`/portal/${client.token}`);
  api.loses('POST /api/clients/{id}/documents');
  const file = { name: 'Letter.txt', mimeType: 'text/plain', buffer: Buffer.from('Dear Ruth') };
  await pickFile(page, file, () => page.getByRole('button', { name: 'Upload Document', exact: true }).click());
  await expectToast(page, 'Upload Failed');
  await dismissToast(page);
  api.recovers();
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expectToast(page, 'Document Uploaded');
  expect(await client.read('GET /api/clients/{id}/documents')).toHaveLength(1);
});

test('a task whose answer is lost is assigned once if Ctrl+Enter is pressed again', async ({ page, api, client }) => {
  await openClient(page, client);
  await panel(page, 'Client Tasks').getByRole('button', { name: 'Assign Task' }).click();
  const dialog = page.getByRole('dialog', { name: 'Assign Task' });
  api.loses('POST /api/clients/{id}/tasks');
  await dialog.getByLabel('Title').fill('Send the passport');
  await page.keyboard.press('Control+Enter');
  await expectToast(page, 'Error', 'Failed to create task');
  await dismissToast(page);
  api.recovers();
  await page.keyboard.press('Control+Enter');
  await expectToast(page, 'Task Created');
  await expect(panel(page, 'Client Tasks').getByRole('listitem')).toHaveCount(1);
  expect(await client.read('GET /api/clients/{id}/tasks')).toHaveLength(1);
});
