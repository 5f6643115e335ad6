import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/browser/axe.ts';
import { shoot } from '../support/browser/shoot.ts';
import { dismissToast, expectToast, toastOf } from '../support/browser/toast.ts';
import { aTask, stageIdOf } from '../support/stub/builders.ts';
import { expect, test } from './screen.ts';

// A client sends the pages of something for a task.

const UPLOAD = 'POST /api/clients/{id}/documents';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

const card = (page: Page) => page.getByRole('region', { name: 'Your Tasks' }).getByRole('listitem').first();
const photos = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    name: `IMG_${i + 1}.jpg`,
    mimeType: 'image/jpeg',
    buffer: Buffer.from(`photo ${i + 1}`),
  }));

test.beforeEach(async ({ page, firm, client }) => {
  firm.tasks = [aTask({ title: 'Payslip', stageId: stageIdOf(client.id, 2) })];
  await page.goto(`/portal/${client.token}`);
  await expect(page.getByRole('button', { name: 'Upload Document', exact: true })).toBeVisible();
});

/** Taps a button of the task; what the phone's own chooser gives counts as one more tap of the client's. */
async function add(page: Page, button: string, files: ReturnType<typeof photos>) {
  const chooser = page.waitForEvent('filechooser');
  await card(page).getByRole('button', { name: button, exact: true }).tap();
  await (await chooser).setFiles(files);
}

test('five photos are pages of one upload, by one tap on the page', async ({ page, api, firm, client }) => {
  const sent = api.holds(UPLOAD);
  await add(page, 'Add files or photos', photos(5));
  await expect(card(page).getByRole('progressbar', { name: 'Uploading 5 pages' })).toBeVisible();
  await expect(card(page).getByRole('listitem')).toHaveCount(5);
  await expect(card(page).getByRole('listitem').nth(1)).toContainText('Payslip – page 2 of 5.jpg');
  await expect(card(page).getByText('Waiting')).toHaveCount(2);
  await expectAccessible(page);
  await shoot(page, 'portal-pages');
  sent();
  await expectToast(page, 'Document Uploaded', 'Your 5 documents have been securely encrypted and stored.');
  await expect(card(page)).toContainText('5 files added');
  expect(firm.documents.map(({ name }) => name).toSorted()).toEqual(
    [1, 2, 3, 4, 5].map((number) => `Payslip – page ${number} of 5.jpg`),
  );
  expect(firm.documents.every(({ stageId }) => stageId === stageIdOf(client.id, 2))).toBe(true);
  await test.step('and nothing is asked before the task is marked complete', async () => {
    await card(page).getByRole('button', { name: 'Mark Complete' }).tap();
    await expect(card(page)).toContainText('Thank you.');
  });
});

test('the camera takes page after page', async ({ page, firm }) => {
  await add(page, 'Take a Photo', photos(1));
  await add(page, 'Take Page 2', photos(1));
  await add(page, 'Take Page 3', photos(1));
  await expect(card(page)).toContainText('3 files added');
  await expect
    .poll(() => firm.documents.map(({ name }) => name))
    .toEqual([1, 2, 3].map((number) => `Payslip – page ${number}.jpg`));
});

/** Has the browser wait before it reads its first photo; gives what lets it go on. */
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

test('a photo that is taken while the one before is made smaller is the next page', async ({ page, firm }) => {
  const goOn = await holdPhoto(page);
  const large = photos(1).map((photo) => ({ ...photo, buffer: Buffer.alloc(4 * 1024 * 1024 + 1) }));
  await add(page, 'Take a Photo', large);
  await add(page, 'Take a Photo', large);
  await goOn();
  await expect(card(page)).toContainText('2 files added');
  expect(firm.documents.map(({ name }) => name).toSorted()).toEqual(['Payslip – page 1.jpg', 'Payslip – page 2.jpg']);
});

test('only what failed is sent again, and only what may get through', async ({ page, api }) => {
  const files = photos(4).map((photo, i) => (i === 0 ? { ...photo, buffer: Buffer.alloc(0) } : photo));
  api.fails(UPLOAD, 500, 'The store is full');
  await add(page, 'Add files or photos', files);
  await expectToast(page, 'Upload Failed');
  const alert = card(page).getByRole('alert');
  await expect(alert).toContainText('Payslip – page 1 of 4.jpg was not uploaded');
  await expect(alert).toContainText('This file is empty.');
  await expect(alert).toContainText('The store is full');
  await expectAccessible(page);
  await shoot(page, 'portal-pages-failed');
  api.recovers();
  await dismissToast(page);
  const again = api.countsFromNow(UPLOAD);
  await card(page).getByRole('button', { name: 'Try Again' }).tap();
  await expectToast(page, 'Document Uploaded');
  expect(again()).toBe(3);
  await expect(card(page)).toContainText('3 files added');
  await expect(card(page).getByRole('button', { name: 'Try Again' })).toHaveCount(0);
  await expect(card(page).getByRole('button', { name: 'Choose Another File' })).toBeVisible();
});

test('a file that is too large or empty is never sent, and another one is asked for', async ({ page, api }) => {
  const large = { name: 'Scan.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(4 * 1024 * 1024 + 1) };
  await add(page, 'Add files or photos', [large]);
  await expect(card(page).getByRole('alert')).toContainText('Files can be at most 4 MB.');
  await expect(card(page).getByRole('button', { name: 'Try Again' })).toHaveCount(0);
  await add(page, 'Choose Another File', [{ ...large, buffer: Buffer.from('small') }]);
  await expectToast(page, 'Document Uploaded');
  await expect(card(page).getByRole('alert')).toHaveCount(0);
  expect(api.sent(UPLOAD)).toHaveLength(1);
});

test('what is under way can be cancelled', async ({ page, api, watch, firm }) => {
  watch.expected.push(/request failed: POST .*documents net::ERR_ABORTED/);
  api.holds(UPLOAD);
  await add(page, 'Add files or photos', photos(5));
  await card(page).getByRole('button', { name: 'Cancel' }).tap();
  await expect(card(page).getByRole('progressbar')).toHaveCount(0);
  await expect(card(page).getByRole('button', { name: 'Add files or photos' })).toBeVisible();
  await expect(toastOf(page)).toHaveCount(0);
  expect(firm.documents).toEqual([]);
});

test('what is still made smaller when all is cancelled is not sent', async ({ page, api, watch, firm }) => {
  watch.expected.push(/request failed: POST .*documents net::ERR_ABORTED/);
  const goOn = await holdPhoto(page);
  const [first, ...others] = photos(3);
  const large = others.map((photo) => ({ ...photo, buffer: Buffer.alloc(4 * 1024 * 1024 + 1) }));
  api.holds(UPLOAD);
  await add(page, 'Add files or photos', first ? [first, ...large] : []);
  await card(page).getByRole('button', { name: 'Cancel' }).tap();
  // What is sent from here on is answered.
  api.holds(UPLOAD)();
  await expect(card(page).getByRole('progressbar')).toHaveCount(0);

  await add(page, 'Add files or photos', photos(1));
  await goOn();
  await expect(card(page)).toContainText('1 file added');
  expect(firm.documents).toHaveLength(1);
  expect(api.sent(UPLOAD)).toHaveLength(2);
});
