import type { Page } from '@playwright/test';
import { aTask, stageIdOf } from '../../support/stub/builders.ts';
import { dismissToast, expect, expectAccessible, expectToast, shoot, test, toastOf } from '../screen.ts';

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

const notUploaded = (page: Page) => card(page).getByRole('group', { name: 'Not uploaded' });
const actions = (page: Page) => card(page).getByRole('group', { name: 'Payslip', exact: true });
const notice = (page: Page) => page.getByRole('status').filter({ hasText: 'not sent' });

/** Taps a button of the task; what the phone's own chooser gives counts as one more tap of the client's. */
async function add(page: Page, button: string, files: ReturnType<typeof photos>) {
  const chooser = page.waitForEvent('filechooser');
  await card(page).getByRole('button', { name: button, exact: true }).tap();
  await (await chooser).setFiles(files);
}

test('five photos are pages of one upload, by one tap on the page', async ({ page, api, firm, client }) => {
  const sent = api.holds(UPLOAD);
  await add(page, 'Add files or photos', photos(5));
  await expect(card(page).getByRole('progressbar', { name: 'Uploading 5 photos' })).toBeVisible();
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

test('a task shows its files after a reload, page numbers go on, and the documents name the task', async ({
  page,
  firm,
}) => {
  await add(page, 'Add files or photos', photos(2));
  await expect(card(page)).toContainText('2 files added');
  expect(firm.documents.map(({ taskId }) => taskId)).toEqual(Array(2).fill(firm.tasks[0]?.id));
  await page.reload();
  const files = card(page).getByRole('group', { name: 'Files: Payslip' }).getByRole('listitem');
  await expect(files).toHaveCount(2);
  // Both are sent in parallel, so either may be the newer one.
  for (const page of [1, 2]) await expect(files.filter({ hasText: `page ${page} of 2.jpg` })).toContainText('0.0 KB');
  await expect(card(page)).not.toContainText('For “Payslip”');
  await expect(page.getByRole('region', { name: 'Your Documents' })).toContainText(/page 2 of 2.jpg\s*For “Payslip”/);
  const saved = page.waitForEvent('download');
  await files.getByRole('button', { name: 'Download Payslip – page 2 of 2.jpg' }).tap();
  expect((await saved).suggestedFilename()).toBe('Payslip – page 2 of 2.jpg');
  await expectAccessible(page);
  await shoot(page, 'portal-task-files');
  await add(page, 'Photograph page 3', photos(1));
  await expect(files.first()).toContainText('Payslip – page 3.jpg');
});

test('the camera takes page after page', async ({ page, firm }) => {
  await add(page, 'Take a Photo', photos(1));
  await add(page, 'Photograph page 2', photos(1));
  await add(page, 'Photograph page 3', photos(1));
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
  await expect(card(page)).toContainText('Making it smaller…');
  await add(page, 'Photograph page 2', large);
  await goOn();
  await expect(card(page)).toContainText('2 files added');
  expect(firm.documents.map(({ name }) => name).toSorted()).toEqual(['Payslip – page 1.jpg', 'Payslip – page 2.jpg']);
});

test('only what failed is sent again, and only what may get through', async ({ page, api }) => {
  const files = photos(4).map((photo, i) => (i === 0 ? { ...photo, buffer: Buffer.alloc(0) } : photo));
  api.fails(UPLOAD, 500, 'The store is full');
  await add(page, 'Add files or photos', files);
  await expectToast(page, 'Upload Failed');
  const alert = notUploaded(page);
  await expect(alert).toContainText('Payslip – page 1 of 4.jpg was not uploaded');
  await expect(alert).toContainText('This file is empty.');
  await expect(alert).toContainText('The store is full');
  await expectAccessible(page);
  await shoot(page, 'portal-pages-failed');
  api.recovers();
  await dismissToast(page);
  const again = api.countsFromNow(UPLOAD);
  await card(page).getByRole('button', { name: 'Try Again' }).tap();
  await expect(actions(page)).toBeFocused();
  await expectToast(page, 'Document Uploaded');
  expect(again()).toBe(3);
  await expect(card(page)).toContainText('3 files added');
  await expect(card(page).getByRole('button', { name: 'Try Again' })).toHaveCount(0);
  await expect(card(page).getByRole('button', { name: 'Choose Another File' })).toBeVisible();
});

test('a file that is too large or empty is never sent, and another one is asked for', async ({ page, api }) => {
  const large = { name: 'Scan.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(4 * 1024 * 1024 + 1) };
  await add(page, 'Add files or photos', [large]);
  await expect(notUploaded(page)).toContainText('Files can be at most 4 MB.');
  await expect(card(page).getByRole('button', { name: 'Try Again' })).toHaveCount(0);
  await add(page, 'Choose Another File', [{ ...large, buffer: Buffer.from('small') }]);
  await expectToast(page, 'Document Uploaded');
  await expect(notUploaded(page)).toHaveCount(0);
  expect(api.sent(UPLOAD)).toHaveLength(1);
});

test('what is under way can be cancelled', async ({ page, api, watch, firm }) => {
  watch.expected.push(/request failed: POST .*documents net::ERR_ABORTED/);
  api.holds(UPLOAD);
  await add(page, 'Add files or photos', photos(5));
  await card(page).getByRole('button', { name: 'Cancel' }).tap();
  await expect(card(page).getByRole('progressbar')).toHaveCount(0);
  await expect(actions(page)).toBeFocused();
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

test('a line that stalls fails after 30 seconds, and goes on when the connection is back', async ({
  page,
  api,
  watch,
}) => {
  watch.expected.push(/request failed: POST .*documents net::ERR_ABORTED/);
  await page.clock.install();
  const go = api.holds(UPLOAD);
  await add(page, 'Add files or photos', photos(1));
  await expect.poll(() => api.sent(UPLOAD).length).toBe(1);
  await page.clock.fastForward(30_000);
  await expect(notUploaded(page)).toContainText('There is no connection to the server.');
  await expect(card(page).getByRole('button', { name: 'Try Again' })).toBeVisible();
  go();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(card(page)).toContainText('1 file added');
  expect(api.sent(UPLOAD)).toHaveLength(2);
});

test('leaving while files are on their way asks first, and the page says afterwards what was not sent', async ({
  page,
  api,
  watch,
}) => {
  watch.expected.push(/request failed: POST .*documents net::ERR_ABORTED/);
  await add(page, 'Add files or photos', photos(1));
  await expect(card(page)).toContainText('1 file added');
  api.holds(UPLOAD);
  await add(page, 'Add more', photos(2));
  await expect(card(page)).toContainText('0 of 2 photos sent');
  const asked = page.waitForEvent('dialog');
  await page.evaluate(() => window.setTimeout(() => window.location.reload()));
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.accept();
  await expect(notice(page)).toHaveText('2 of 3 files were not sent. Please choose them again.');
  await expectAccessible(page);
  await shoot(page, 'portal-unsent');
  await page.getByRole('button', { name: 'Dismiss' }).tap();
  await expect(notice(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Your next step' })).toBeFocused();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Your next step' })).toBeVisible();
  await expect(notice(page)).toHaveCount(0);
});
