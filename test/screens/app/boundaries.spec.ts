import { openClient, panel } from '../../support/browser/client-page.ts';
import { pickFile } from '../../support/browser/documents.ts';
import { test } from '../../support/browser/people.ts';
import { expectToast } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';

const LETTER = { name: 'Letter.txt', mimeType: 'text/plain', buffer: Buffer.from('Dear Ruth') };

test('an error in one section of the portal leaves the others, and Try Again reads it anew', async ({
  page,
  api,
  client,
  watch,
}) => {
  watch.expected.push(/RangeError/);
  await page.goto(`/portal/${client.token}`);
  await pickFile(page, LETTER, () => page.getByRole('button', { name: 'Upload Document', exact: true }).click());
  await expectToast(page, 'Document Uploaded');
  const right = await client.read('GET /api/clients/{id}/portal');
  const documents = right.documents.map((document: object) => ({ ...document, uploadedAt: 'never' }));
  api.answers('GET /api/portal/{token}', () => ({ ...right, documents }));
  await page.reload();
  const section = page.getByRole('alert').filter({ hasText: 'This part of your page could not be shown.' });
  await expect(section).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your Investment Journey' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Secure & Private' })).toBeVisible();
  api.recovers();
  await section.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('region', { name: 'Your Documents' })).toContainText('Letter.txt');
});

test('an error in one section of a client’s page leaves the others, and Try Again reads it anew', async ({
  page,
  api,
  client,
  watch,
}) => {
  watch.expected.push(/RangeError/);
  await client.addTask({ title: 'Send passport' });
  const [entry] = await client.auditLog();
  api.answers('GET /api/clients/{id}/activity', () => (entry ? [{ ...entry, at: 'never' }] : []));
  await openClient(page, client);
  const section = panel(page, 'Audit Log');
  await expect(section).toContainText('This section could not be shown');
  await expect(panel(page, 'Client Tasks')).toContainText('Send passport');
  api.recovers();
  await section.getByRole('button', { name: 'Try Again' }).click();
  await expect(section).toContainText('Send passport');
});
