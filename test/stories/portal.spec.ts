import { readFile } from 'node:fs/promises';
import { expectToast } from '../support/browser/toast.ts';
import { expect } from '../support/browser/watched.ts';
import { test } from './people.ts';

// What a client does through the secret link, without a session.

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

test('the link opens the journey without a session, until it is replaced', async ({
  page,
  context,
  watch,
  client,
  admin,
}) => {
  await context.clearCookies();
  await page.goto(`/portal/${client.token}`);
  await expect(page.getByRole('heading', { name: "Mia Wood's Journey" })).toBeVisible();
  expect(await context.cookies()).toEqual([]);
  watch.expected.push(/^401 GET .*\/api\/portal\//, /status of 401/);
  await admin.call('POST /api/clients/{id}/token/regenerate', { params: { id: client.id } });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
});

test('a document is sent and can be had back', async ({ page, client }) => {
  await page.goto(`/portal/${client.token}`);
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload Document', exact: true }).click();
  const file = { name: 'Letter.txt', mimeType: 'text/plain', buffer: Buffer.from('Dear Ruth') };
  await (await chooser).setFiles(file);
  await expectToast(page, 'Document Uploaded', 'Your document has been securely encrypted and stored.');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download Letter.txt' }).click();
  expect(await readFile(await (await saved).path())).toEqual(file.buffer);
});

test('a task is noted and completed', async ({ page, adviser, client }) => {
  const params = { id: client.id };
  await adviser.call('POST /api/clients/{id}/tasks', { params, body: { title: 'Send your passport' } });
  await page.goto(`/portal/${client.token}`);
  await page.getByLabel('Add Notes:').fill('It is a bit dark');
  await page.getByRole('button', { name: 'Save Notes' }).click();
  await expectToast(page, 'Task Updated', 'Your notes have been saved.');
  await page.getByRole('button', { name: 'Mark Complete' }).click();
  await expectToast(page, 'Task Updated', 'The task has been marked as complete.');
  const { body } = await adviser.call('GET /api/clients/{id}/tasks', { params });
  expect(body).toMatchObject([{ status: 'completed', clientNotes: 'It is a bit dark' }]);
});

test('messages go both ways', async ({ page, adviser, client }) => {
  const params = { id: client.id };
  const content = 'How is the passport coming on?';
  await adviser.call('POST /api/clients/{id}/messages', { params, body: { content } });
  await page.goto(`/portal/${client.token}`);
  await expect(page.getByRole('log').getByText(content)).toBeVisible();
  await page.getByRole('textbox', { name: 'Message' }).fill('Nearly done');
  await page.getByRole('textbox', { name: 'Message' }).press('Enter');
  await expectToast(page, 'Message Sent');
  const { body } = await adviser.call('GET /api/clients/{id}/messages', { params });
  expect(body).toMatchObject([{ content }, { content: 'Nearly done', senderType: 'client' }]);
});
