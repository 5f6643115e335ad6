import { utimes, writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { Document } from '#shared/contract/documents.ts';
import { type ClientDesk, saveSettings } from '../../support/acts.ts';
import { expectAccessible } from '../../support/browser/axe.ts';
import { test } from '../../support/browser/people.ts';
import { shoot } from '../../support/browser/shoot.ts';
import { dismissToast, expectToast } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';
import { demoAdmin } from '../../support/builders.ts';

const UPLOAD = 'POST /api/clients/{id}/documents';
const TOO_LARGE = 4 * 1024 * 1024 + 1;

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

const card = (page: Page) => page.getByRole('region', { name: 'Your Tasks' }).getByRole('listitem').first();
const photos = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    name: `IMG_${i + 1}.jpg`,
    mimeType: 'image/jpeg',
    buffer: Buffer.from(`photo ${i + 1}`),
  }));
const largePhotos = (count: number) => photos(count).map((photo) => ({ ...photo, buffer: Buffer.alloc(TOO_LARGE) }));

test.beforeEach(async ({ page, client, watch }) => {
  // Cancelled, stalled and abandoned uploads are aborted.
  watch.expected.push(/request failed: POST .*documents net::ERR_ABORTED/);
  await client.addTask({ title: 'Payslip', stageId: `${client.id}.2` });
  await saveSettings(await demoAdmin(), { documents: { maxMb: 4 } });
  await page.goto(`/portal/${client.token}`);
  await expect(page.getByRole('button', { name: 'Upload Document', exact: true })).toBeVisible();
});

const documentsOf = (client: ClientDesk): Promise<Document[]> => client.read('GET /api/clients/{id}/documents');
const namesOf = async (client: ClientDesk) => (await documentsOf(client)).map(({ name }) => name).toSorted();
const notUploaded = (page: Page) => card(page).getByRole('group', { name: 'Not sent' });
const actions = (page: Page) => card(page).getByRole('group', { name: 'Payslip', exact: true });

/** Taps a button of the task, and picks files in the phone's own chooser. */
async function choose(page: Page, button: string, files: ReturnType<typeof photos> | string[]) {
  const chooser = page.waitForEvent('filechooser', { timeout: 0 });
  await card(page).getByRole('button', { name: button, exact: true }).tap();
  await (await chooser).setFiles(files);
}

const dialogSend = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Send' });

/** Adds files. These photos are not pictures, so several of them stay separate files. */
async function add(page: Page, button: string, files: ReturnType<typeof photos> | string[]) {
  await choose(page, button, files);
  if (files.length > 1) await dialogSend(page).tap();
}

const cancel = (page: Page) => card(page).getByRole('button', { name: 'Cancel' }).tap();

test('five photos chosen together become numbered pages of one task', async ({ page, api, client }) => {
  await test.step('cancels only pages that have not left, and focuses the task', async () => {
    const go = api.holds(UPLOAD);
    await add(page, 'Add Files', photos(5));
    await cancel(page);
    await expect(card(page).getByRole('listitem')).toHaveCount(3);
    await expect(card(page).getByRole('button', { name: 'Cancel' })).toHaveCount(0);
    await expect(actions(page)).toBeFocused();
    go();
    await expectToast(page, 'Document Uploaded', 'Your 3 documents have been securely encrypted and stored.');
    for (const { id } of await documentsOf(client)) await client.by('DELETE /api/documents/{id}', { params: { id } });
    await page.reload();
  });

  await test.step('sends pages three at a time, as one upload', async () => {
    const sent = api.holds(UPLOAD);
    await add(page, 'Add Files', photos(5));
    await expect(card(page).getByRole('progressbar', { name: 'Uploading 5 photos' })).toBeVisible();
    await expect(card(page).getByRole('listitem')).toHaveCount(5);
    await expect(card(page).getByRole('listitem').nth(1)).toContainText('Payslip – page 2 of 5.jpg');
    await expect(card(page).getByText('Waiting')).toHaveCount(2);
    await expectAccessible(page);
    await shoot(page, 'portal-pages');
    sent();
    await expectToast(page, 'Document Uploaded', 'Your 5 documents have been securely encrypted and stored.');
    await expect(card(page)).toContainText('5 files added');
    expect(await namesOf(client)).toEqual([1, 2, 3, 4, 5].map((number) => `Payslip – page ${number} of 5.jpg`));
    const [{ id: taskId }] = await client.read('GET /api/clients/{id}/tasks');
    expect(await documentsOf(client)).toMatchObject(Array(5).fill({ stageId: `${client.id}.2`, taskId }));
  });

  await test.step('lists the files at the task and at the documents', async () => {
    for (const { id, name } of await documentsOf(client))
      if (!/page [12] /.test(name)) await client.by('DELETE /api/documents/{id}', { params: { id } });
    await page.reload();
    const files = card(page).getByRole('group', { name: 'Files: Payslip' }).getByRole('listitem');
    await expect(files).toHaveCount(2);
    for (const number of [1, 2])
      await expect(files.filter({ hasText: `page ${number} of 5.jpg` })).toContainText('0.0 KB');
    await expect(page.getByRole('region', { name: 'Your Documents' })).toContainText('Payslip – page 2 of 5.jpg');
    const saved = page.waitForEvent('download');
    await files.getByRole('button', { name: 'Download Payslip – page 2 of 5.jpg' }).tap();
    expect((await saved).suggestedFilename()).toBe('Payslip – page 2 of 5.jpg');
    await add(page, 'Take Another Photo', photos(1));
    await expect(files.first()).toContainText('Payslip – page 3.jpg');
  });

  await test.step('completes the task without a question', async () => {
    await card(page).getByRole('button', { name: 'Mark Complete' }).tap();
    await expect(card(page)).toContainText('Thank you.');
  });
});

/** Holds the first photo back until the returned function is called. */
async function holdPhoto(page: Page) {
  await page.evaluate(() => {
    const { createImageBitmap } = window;
    let isFirst = true;
    const slowly = async () => {
      if (isFirst) {
        isFirst = false;
        await new Promise((resolve) => window.addEventListener('go-on', resolve, { once: true }));
      }
      return createImageBitmap(new ImageData(1, 1));
    };
    Object.assign(window, { createImageBitmap: slowly });
  });
  return () => page.evaluate(() => window.dispatchEvent(new Event('go-on')));
}

test('the camera takes the next page while the one before is still being made smaller', async ({ page, client }) => {
  await add(page, 'Take a Photo', photos(1));
  // The list of files moves the buttons.
  await expect(card(page)).toContainText('1 file added');
  await add(page, 'Take Another Photo', photos(1));
  await expect(card(page)).toContainText('2 files added');
  const goOn = await holdPhoto(page);
  await add(page, 'Take Another Photo', largePhotos(1));
  await expect(card(page)).toContainText('Making it smaller...');
  await add(page, 'Take Another Photo', largePhotos(1));
  await goOn();
  await expect(card(page)).toContainText('4 files added');
  expect(await namesOf(client)).toEqual([1, 2, 3, 4].map((number) => `Payslip – page ${number}.jpg`));
});

test('a photo that is still being made smaller is not sent after Cancel', async ({ page, api, client }) => {
  const go = api.holds(UPLOAD);
  await choose(page, 'Add Files', [...photos(1), ...largePhotos(2)]);
  await expect(dialogSend(page)).toBeEnabled();
  const goOn = await holdPhoto(page);
  await dialogSend(page).tap();
  await expect.poll(() => api.sent(UPLOAD)).toHaveLength(1);
  await cancel(page);
  // The first photo has left completely, so that it is stored.
  go();
  await expect(card(page).getByRole('progressbar')).toHaveCount(0);
  await add(page, 'Add Files', photos(1));
  await goOn();
  await expect(card(page)).toContainText('2 files added');
  expect(await documentsOf(client)).toHaveLength(2);
  expect(api.sent(UPLOAD)).toHaveLength(2);
});

test('failed pages are sent again alone, or replaced', async ({ page, api }) => {
  await test.step('shows at each page why it failed', async () => {
    const files = photos(4).map((photo, i) => (i === 0 ? { ...photo, buffer: Buffer.alloc(0) } : photo));
    api.fails(UPLOAD, 500, 'The store is full');
    await add(page, 'Add Files', files);
    await expectToast(page, 'Upload Failed');
    await expect(notUploaded(page)).toContainText('Payslip – page 1 of 4.jpg was not sent');
    await expect(notUploaded(page)).toContainText('This file is empty.');
    await expect(notUploaded(page)).toContainText('The store is full');
    await expectAccessible(page);
    await shoot(page, 'portal-pages-failed');
  });

  await test.step('Try Again sends only pages that may succeed', async () => {
    api.recovers();
    await dismissToast(page);
    const again = api.countsFromNow(UPLOAD);
    await card(page).getByRole('button', { name: 'Try Again' }).tap();
    await expect(actions(page)).toBeFocused();
    await expectToast(page, 'Document Uploaded');
    expect(again()).toBe(3);
    await expect(card(page)).toContainText('3 files added');
    await expect(card(page).getByRole('button', { name: 'Try Again' })).toHaveCount(0);
  });

  await test.step('never sends a file that is too large, and replaces it by a smaller one', async () => {
    const sent = api.countsFromNow(UPLOAD);
    const scan = { name: 'Scan.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(TOO_LARGE) };
    await add(page, 'Choose Another File', [scan]);
    await expect(notUploaded(page)).toContainText('Files can be at most 4 MB.');
    await expect(card(page).getByRole('button', { name: 'Try Again' })).toHaveCount(0);
    await dismissToast(page);
    await add(page, 'Choose Another File', [{ ...scan, buffer: Buffer.from('small') }]);
    await expectToast(page, 'Document Uploaded');
    await expect(notUploaded(page)).toHaveCount(0);
    expect(sent()).toBe(1);
  });

  await test.step('asks to choose pages again that have changed since', async () => {
    const files = [test.info().outputPath('1.jpg'), test.info().outputPath('2.jpg')];
    for (const file of files) await writeFile(file, 'a photo');
    await dismissToast(page);
    api.fails(UPLOAD);
    await add(page, 'Add Files', files);
    await expectToast(page, 'Upload Failed');
    const sent = api.countsFromNow(UPLOAD);
    for (const file of files) await utimes(file, 0, 0);
    await card(page).getByRole('button', { name: 'Try Again' }).tap();
    await expect(notUploaded(page)).toContainText(
      'This file has changed or moved since you chose it. Please choose it again.',
    );
    await expect(card(page).getByRole('button', { name: 'Try Again' })).toHaveCount(0);
    expect(sent()).toBe(0);
  });
});

test('a stalled upload fails after 30 seconds, and leaving an upload asks first', async ({ page, api }) => {
  await page.clock.install();

  await test.step('continues when the connection is back', async () => {
    const go = api.holds(UPLOAD);
    await add(page, 'Add Files', photos(1));
    await expect.poll(() => api.sent(UPLOAD).length).toBe(1);
    await page.clock.fastForward(30_000);
    await expect(notUploaded(page)).toContainText('There is no connection to the server.');
    await expect(card(page).getByRole('button', { name: 'Try Again' })).toBeVisible();
    go();
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await expect(card(page)).toContainText('1 file added');
    expect(api.sent(UPLOAD)).toHaveLength(2);
  });

  await test.step('asks before the page is left, and counts afterwards what was not sent', async () => {
    api.holds(UPLOAD);
    await add(page, 'Add Files', photos(2));
    await expect(card(page)).toContainText('0 of 2 photos sent');
    const asked = page.waitForEvent('dialog');
    await page.evaluate(() => window.setTimeout(() => window.location.reload()));
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.accept();
    const notice = page.getByRole('status').filter({ hasText: 'not sent' });
    await expect(notice).toHaveText('2 of 3 files were not sent. Please choose them again.');
    await expectAccessible(page);
    await shoot(page, 'portal-unsent');
    await page.getByRole('button', { name: 'Dismiss' }).tap();
    await expect(notice).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Your next step' })).toBeFocused();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Your next step' })).toBeVisible();
    await expect(notice).toHaveCount(0);
  });
});
