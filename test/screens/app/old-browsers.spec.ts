import { CLIENT_BROWSERS, STAFF_BROWSERS } from '../../../web/browsers.ts';
import { pickFile } from '../../support/browser/documents.ts';
import { imitate } from '../../support/browser/old-browser.ts';
import { test } from '../../support/browser/people.ts';
import { expectToast } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';

const LETTER = { name: 'Letter.txt', mimeType: 'text/plain', buffer: Buffer.from('Dear Ruth') };
const EMPTY = { ...LETTER, name: 'Empty.txt', buffer: Buffer.alloc(0) };

test('the portal shows why a file was refused, also in the oldest browser that clients may use', async ({
  page,
  context,
  client,
}) => {
  await imitate(context, CLIENT_BROWSERS);
  await page.goto(`/portal/${client.token}`);
  expect(await page.evaluate(() => 'groupBy' in Map || 'withResolvers' in Promise)).toBe(false);
  const choose = () => page.getByRole('button', { name: 'Upload Document', exact: true }).click();
  await pickFile(page, EMPTY, choose);
  await expect(page.getByRole('group', { name: 'Not sent' })).toContainText('This file is empty.');
  await pickFile(page, LETTER, () => page.getByRole('button', { name: 'Choose Another File' }).click());
  await expectToast(page, 'Document Uploaded');
});

test('the client page opens and saves a link in the oldest browser that advisers may use', async ({
  page,
  context,
  client,
}) => {
  await imitate(context, STAFF_BROWSERS);
  await page.goto(`/adviser/client/${client.id}`);
  expect(await page.evaluate(() => 'parse' in URL)).toBe(false);
  await page.getByRole('button', { name: 'Edit Links' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Edit External Tool Links' });
  await dialog.getByLabel('Intelliflo Link').fill('https://intelliflo.example/mia');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'External Tool Links Updated');
});
