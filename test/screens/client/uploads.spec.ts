import { rm, utimes, writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { Document } from '#shared/contract/documents.ts';
import { type ClientDesk, saveSettings } from '../../support/acts.ts';
import { openClient, panel } from '../../support/browser/client-page.ts';
import { drag, pickFile } from '../../support/browser/documents.ts';
import { test } from '../../support/browser/people.ts';
import { photo } from '../../support/browser/photos.ts';
import { dismissToast, expectToast } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';
import { demoAdmin, PASSWORD, upload } from '../../support/builders.ts';

const UPLOAD = 'POST /api/clients/{id}/documents';

/** Reads as an admin, because the adviser signs out. */
const documentsOf = async (client: ClientDesk): Promise<Document[]> =>
  client.read('GET /api/clients/{id}/documents', await demoAdmin());

const documents = (page: Page) => panel(page, 'Documents by Stage');
const uploads = (page: Page) => documents(page).getByRole('list', { name: 'Uploads' }).getByRole('listitem');
const uploadButton = (page: Page) => documents(page).getByRole('button', { name: 'Upload Document', exact: true });
const counts = (page: Page) => documents(page).getByRole('status');

async function pick(page: Page, ...names: string[]) {
  const files = names.map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(`This is ${name}`) }));
  await pickFile(page, files, () => uploadButton(page).click());
}

test('files are uploaded three at a time, and failed ones are retried alone', async ({
  page,
  api,
  adviser,
  client,
}) => {
  await upload(adviser, client.id, 'This is b', 'b.txt');
  await saveSettings(await demoAdmin(), { documents: { maxMb: 4 } });
  await openClient(page, client);

  await test.step('uploads three, lets others wait or be cancelled, and sums up in one toast', async () => {
    const go = api.holds(UPLOAD);
    await pick(page, 'a.txt', 'b.txt', 'c.txt', 'd.txt');
    await expect(uploads(page)).toHaveCount(4);
    await expect(page.getByRole('progressbar', { name: /^Uploading [abc]\.txt$/ })).toHaveCount(3);
    await expect(uploads(page).last()).toContainText('Waiting');
    await expect(uploads(page).nth(1)).toContainText('A document with this name already exists. Both are kept.');
    await expect(counts(page)).toHaveText('0 of 4 uploaded');
    await uploads(page).getByRole('button', { name: 'Cancel: d.txt' }).click();
    await expect(uploads(page)).toHaveCount(3);
    go();
    await expectToast(page, '3 Documents Uploaded', '3 documents have been securely encrypted and stored.');
    await expectToast(page, '3 Documents Uploaded', '1 name already existed. All documents are kept.');
    await expect(uploads(page)).toHaveCount(0);
    await expect(documents(page).getByRole('heading', { name: 'Unassigned Documents 4 documents' })).toBeVisible();
    expect(api.sent(UPLOAD)).toHaveLength(3);
  });

  await test.step('reports why each file failed, and offers a retry only where it can help', async () => {
    api.fails(UPLOAD, 500, 'Out of order', { only: ({ files = [] }) => /^[fg]/.test(files.join()) });
    const files = ['e.txt', 'f.txt', 'g.txt', 'empty.txt', 'large.txt'].map((name) => ({
      name,
      mimeType: 'text/plain',
      buffer: name === 'empty.txt' ? Buffer.alloc(0) : Buffer.alloc(name === 'large.txt' ? 4 * 1024 * 1024 + 1 : 9),
    }));
    await pickFile(page, files, () => uploadButton(page).click());
    await expectToast(page, 'Upload Failed', 'Failed to upload 4 documents');
    await expectToast(page, 'Upload Failed', 'The list of uploads says why. 1 other document was uploaded.');
    await expect(uploads(page)).toHaveText([
      /^f\.txtOut of order/,
      /^g\.txtOut of order/,
      /^empty\.txtThis file is empty\. Please choose another one\./,
      /^large\.txtFiles can be at most 4 MB\./,
    ]);
    await expect(uploads(page).getByRole('button', { name: /^Try Again/ })).toHaveCount(2);
    await expect(counts(page)).toHaveText('1 of 5 uploaded, 4 failed');
  });

  await test.step('retries one file by keyboard with the focus nearby, and dismisses the rest', async () => {
    api.recovers();
    const sent = api.countsFromNow(UPLOAD);
    await uploads(page).getByRole('button', { name: 'Try Again: f.txt' }).focus();
    await page.keyboard.press('Enter');
    await expect(uploads(page)).toHaveCount(3);
    await expect(documents(page)).toBeFocused();
    await expect(counts(page)).toHaveText('2 of 5 uploaded, 3 failed');
    expect(sent()).toBe(1);
    await page.getByRole('button', { name: 'Dismiss All' }).click();
    await expect(uploads(page)).toHaveCount(0);
  });
});

test('a file that changed or was deleted since it was chosen has to be chosen again', async ({ page, api, client }) => {
  const changes = {
    changed: (file: string) => utimes(file, 0, 0),
    deleted: (file: string) => rm(file),
  };
  const again = uploads(page).getByRole('button', { name: /^Try Again/ });
  await openClient(page, client);
  api.fails(UPLOAD);
  for (const [how, change] of Object.entries(changes))
    for (const name of [`${how}.pdf`, `${how}.jpg`]) {
      const file = test.info().outputPath(name);
      await writeFile(file, 'a document');
      await pickFile(page, file, () => uploadButton(page).click());
      await expect(again).toHaveCount(1);
      const sent = api.countsFromNow(UPLOAD);
      await change(file);
      await again.click();
      await expect(uploads(page)).toContainText(
        `${name}This file has changed or moved since you chose it. Please choose it again.`,
      );
      await expect(again).toHaveCount(0);
      expect(sent()).toBe(0);
      await uploads(page)
        .getByRole('button', { name: /^Dismiss/ })
        .click();
    }
});

test('files dropped on a client’s page go to the stage under the pointer', async ({ page, api, adviser, client }) => {
  await upload(adviser, client.id, 'Our terms', 'terms.txt', `${client.id}.1.1`);
  await openClient(page, client);
  const stages = async () => {
    const found = await documentsOf(client);
    return Object.fromEntries(found.map(({ name, stageId }) => [name, stageId]));
  };
  const layer = page.getByText('Drop to upload for Mia Wood:');

  await test.step('uploads to the chosen stage, or to none, if dropped anywhere on the page', async () => {
    const heading = page.getByRole('heading', { level: 1 });
    expect(await drag(heading, 'dragover', 'a.txt')).toBe(false);
    await expect(layer).toHaveText('Drop to upload for Mia Wood: Unassigned Documents');
    expect(await drag(heading, 'drop', 'a.txt', 'b.txt')).toBe(false);
    await expect(layer).toHaveCount(0);
    await expectToast(page, '2 Documents Uploaded');
    await documents(page).getByLabel('Upload to:').selectOption('6.1 Proof of ID & Address');
    await drag(heading, 'dragover', 'c.txt');
    await expect(layer).toHaveText('Drop to upload for Mia Wood: 6.1 Proof of ID & Address');
    await drag(heading, 'drop', 'c.txt');
    await expectToast(page, 'Document Uploaded');
    expect(await stages()).toEqual({
      'terms.txt': `${client.id}.1.1`,
      'a.txt': null,
      'b.txt': null,
      'c.txt': `${client.id}.6.1`,
    });
  });

  await test.step('uploads to the stage whose group or drop target is under the pointer', async () => {
    const group = documents(page).getByRole('heading', { name: /^1\. First Meeting/ });
    await drag(group, 'dragover', 'd.txt');
    await expect(layer).toHaveText('Drop to upload for Mia Wood: 1 First Meeting');
    await drag(group, 'drop', 'd.txt');
    await expectToast(page, 'Document Uploaded');
    await drag(group, 'dragover', 'e.txt');
    const proposal = page.getByText('4. Proposal', { exact: true }).last();
    await drag(proposal, 'dragover', 'e.txt');
    await drag(proposal, 'drop', 'e.txt');
    await expect.poll(stages).toMatchObject({ 'd.txt': `${client.id}.1`, 'e.txt': `${client.id}.4` });
  });

  await test.step('uploads to the stage of the open dialog if dropped beside it', async () => {
    await panel(page, 'Journey Stages')
      .getByRole('button', { name: /^3\. Research/ })
      .click();
    await panel(page, 'Journey Stages').getByRole('button', { name: 'Details of Research' }).click();
    await expect(page.getByRole('dialog', { name: '3 Research' })).toBeVisible();
    await drag(page.locator('body'), 'drop', 'f.txt');
    await expect.poll(stages).toMatchObject({ 'f.txt': `${client.id}.3` });
    await page.keyboard.press('Escape');
  });

  await test.step('leaves nothing behind if files are dragged away again', async () => {
    const sent = api.countsFromNow(UPLOAD);
    await drag(page.locator('body'), 'dragover', 'g.txt');
    await expect(layer).toBeVisible();
    await page.evaluate(() => void document.body.dispatchEvent(new DragEvent('dragleave', { bubbles: true })));
    await expect(layer).toHaveCount(0);
    expect(sent()).toBe(0);
  });
});

test('photos of a stage become one PDF on request, whether chosen or dropped', async ({ page, client }) => {
  await openClient(page, client);
  await panel(page, 'Journey Stages')
    .getByRole('button', { name: /^3\. Research/ })
    .click();
  await panel(page, 'Journey Stages').getByRole('button', { name: 'Details of Research' }).click();
  const stage = page.getByRole('dialog', { name: '3 Research' });
  const opener = stage.getByRole('button', { name: 'Upload Document' });
  const choice = page.getByRole('dialog', { name: 'Put the 2 photos into one PDF?' });
  const sent = async () => (await documentsOf(client)).map(({ name, stageId }) => `${name} of ${stageId}`).toSorted();
  const buffer = await photo(page, { width: 200, height: 300 });
  const photos = ['1.jpg', '2.jpg'].map((name) => ({ name, mimeType: 'image/jpeg', buffer }));

  await test.step('Escape closes only the choice, and returns to the button', async () => {
    await pickFile(page, photos, () => opener.click());
    await expect(choice.getByRole('radio', { name: '2 files' })).toBeChecked();
    await page.keyboard.press('Escape');
    await expect(choice).toHaveCount(0);
    await expect(opener).toBeFocused();
  });

  await test.step('sends one PDF to the stage', async () => {
    await pickFile(page, photos, () => opener.click());
    await choice.getByRole('radio', { name: 'One PDF' }).check();
    await expect(choice.getByLabel('Name')).toHaveValue('Photos.pdf');
    await choice.getByRole('button', { name: 'Send' }).click();
    await expectToast(page, 'Document Uploaded');
    await expect(stage.getByRole('button', { name: 'Photos.pdf', exact: true })).toBeVisible();
    expect(await sent()).toEqual([`Photos.pdf of ${client.id}.3`]);
    await dismissToast(page);
  });

  await test.step('sends dropped photos as they are if none can be read', async () => {
    await drag(page.locator('body'), 'drop', '1.heic', '2.heic');
    await expect(choice.getByText('This photo can be sent as it is, but not put into a PDF.')).toHaveCount(2);
    await expect(choice.getByRole('radio', { name: 'One PDF' })).toBeDisabled();
    await choice.getByRole('button', { name: 'Send' }).click();
    await expectToast(page, '2 Documents Uploaded');
    expect(await sent()).toHaveLength(3);
  });
});

test('a file dropped on a page without a drop target does not replace the page', async ({ page, client }) => {
  for (const address of ['/dashboard', '/tasks', `/portal/${client.token}`]) {
    await page.goto(address);
    await page.locator('h1').waitFor();
    for (const what of ['dragover', 'drop'] as const)
      expect(await drag(page.locator('body'), what, 'a.txt'), `${what} on ${address}`).toBe(false);
  }
});

test('uploads continue on another page until sign-out', async ({ page, api, adviser, client, watch }) => {
  await openClient(page, client);

  await test.step('continues on another page, and asks before a reload', async () => {
    const go = api.holds(UPLOAD);
    await pick(page, 'a.txt', 'b.txt');
    await expect(uploads(page)).toHaveCount(2);
    const asked = page.waitForEvent('dialog');
    await page.evaluate(() => window.setTimeout(() => window.location.reload()));
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Client Dashboard' })).toBeVisible();
    go();
    await expectToast(page, '2 Documents Uploaded');
    expect(await documentsOf(client)).toHaveLength(2);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Client Dashboard' })).toBeVisible();
  });

  await test.step('sends nothing more after sign-out', async () => {
    watch.expected.push(/POST .*documents net::ERR_ABORTED/);
    const sent = api.countsFromNow(UPLOAD);
    api.holds(UPLOAD);
    await openClient(page, client);
    await pick(page, 'c.txt', 'd.txt', 'e.txt', 'f.txt');
    await expect.poll(sent).toBe(3);
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL('/');
    await page.getByLabel('Email').fill(adviser.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/dashboard');
    await page.goto(`/adviser/client/${client.id}`);
    await expect(documents(page).getByRole('heading', { name: /^Unassigned/ })).toBeVisible();
    await expect(uploads(page)).toHaveCount(0);
    expect(sent()).toBe(3);
    expect(await documentsOf(client)).toHaveLength(2);
  });
});
