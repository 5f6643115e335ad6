import type { Page } from '@playwright/test';
import { expectToast } from '../support/browser/toast.ts';
import { expect, test } from './screen.ts';

// A client's documents in the portal.

test.use({ viewport: { width: 390, height: 844 } });

test.beforeEach(async ({ page, client }) => {
  await page.goto(`/portal/${client.token}`);
  await expect(page.getByRole('heading', { name: 'Secure & Private' })).toBeVisible();
});

async function choose(page: Page, file: { name: string; mimeType: string; buffer: Buffer }) {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload Document', exact: true }).click();
  await (await chooser).setFiles(file);
}
const LETTER = { name: 'Letter.txt', mimeType: 'text/plain', buffer: Buffer.from('Dear Ruth') };

test('a document is sent and can be had back', async ({ page }) => {
  await choose(page, LETTER);
  await expectToast(page, 'Document Uploaded', 'Your document has been securely encrypted and stored.');
  const documents = page.getByRole('region', { name: 'Your Documents' });
  await expect(documents).toHaveText(/Letter\.txt.*uploaded by you · 0\.0 KB/);
  const saved = page.waitForEvent('download');
  await documents.getByRole('button', { name: 'Download Letter.txt' }).click();
  expect((await saved).suggestedFilename()).toBe('Letter.txt');
});

test('one that does not get through is kept for another try', async ({ page, api }) => {
  api.fails('POST /api/clients/{id}/documents', 500, 'The store is full');
  await choose(page, LETTER);
  await expectToast(page, 'Upload Failed', 'The store is full');
  await expect(page.getByRole('alert').getByText('Letter.txt was not uploaded')).toBeVisible();
  api.recovers();
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expectToast(page, 'Document Uploaded');
});

/** Expects that another file is asked for, as the same one can only be refused again. */
async function expectAnotherChoice(page: Page) {
  await expect(page.getByRole('button', { name: 'Choose Another File' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try Again' })).toHaveCount(0);
}

test('a file that the server refuses is said in its words, clear of the toast, and another one is asked for', async ({
  page,
  api,
}) => {
  const words = 'Programs and scripts cannot be sent here. Please send a PDF or a photo instead.';
  api.fails('POST /api/clients/{id}/documents', 400, words);
  await choose(page, { ...LETTER, name: 'Letter.pdf.exe' });
  await expectToast(page, 'Upload Failed', words);
  const box = page.getByRole('alert');
  await expect(box).toContainText(words);
  await expectAnotherChoice(page);
  const toast = page.getByRole('region', { name: /notifications/i }).getByRole('status');
  const [said, shown] = await Promise.all([box.boundingBox(), toast.boundingBox()]);
  expect((said?.y ?? 0) + (said?.height ?? 0)).toBeLessThanOrEqual(shown?.y ?? 0);
  api.recovers();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose Another File' }).click();
  await (await chooser).setFiles(LETTER);
  await expectToast(page, 'Document Uploaded');
  await expect(box).toHaveCount(0);
});

for (const [what, size, words] of [
  ['too large', 4 * 1024 * 1024 + 1, /4 MB/],
  ['empty', 0, /empty/],
] as const)
  test(`a file that is ${what} is not sent`, async ({ page, api }) => {
    await choose(page, { ...LETTER, buffer: Buffer.alloc(size) });
    await expectToast(page, 'Upload Failed');
    await expect(page.getByRole('alert').getByText(words)).toBeVisible();
    await expectAnotherChoice(page);
    expect(api.sent('POST /api/clients/{id}/documents')).toHaveLength(0);
  });

/** A photo of noise, which no format makes small, as large as a phone's camera takes them. */
const photo = async (page: Page) =>
  Buffer.from(
    await page.evaluate(async () => {
      const noise = new ImageData(2800, 900);
      for (let i = 0; i < noise.data.length; i++) noise.data[i] = i % 4 === 3 ? 255 : Math.random() * 256;
      const canvas = new OffscreenCanvas(noise.width, noise.height);
      canvas.getContext('2d')?.putImageData(noise, 0, 0);
      const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 1 });
      const reader = new FileReader();
      const read = new Promise((resolve) => {
        reader.onload = resolve;
      });
      reader.readAsDataURL(blob);
      await read;
      return String(reader.result).split(',')[1] ?? '';
    }),
    'base64',
  );
const LIMIT = 4 * 1024 * 1024;

test('a photo that is too large is made smaller, and sent', async ({ page, firm }) => {
  const buffer = await photo(page);
  expect(buffer.length).toBeGreaterThan(LIMIT);
  await choose(page, { name: 'IMG_0042.JPEG', mimeType: 'image/jpeg', buffer });
  await expectToast(page, 'Document Uploaded');
  expect(firm.documents).toMatchObject([{ name: 'IMG_0042.jpg', type: 'image/jpeg', uploadedBy: 'client' }]);
  const [saved = Buffer.alloc(0)] = firm.files.values();
  expect(saved.length).toBeLessThanOrEqual(LIMIT);
  const width = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    return (await createImageBitmap(new Blob([bytes]))).width;
  }, saved.toString('base64'));
  expect(width).toBe(2600);
});

for (const [what, prepare] of [
  ['cannot be read', async () => undefined],
  [
    'cannot be made smaller',
    (page: Page) =>
      page.evaluate(() => {
        OffscreenCanvas.prototype.convertToBlob = () => Promise.reject(new DOMException('no', 'EncodingError'));
      }),
  ],
] as const)
  test(`a large photo that ${what} is kept, and the limit is said`, async ({ page, api }) => {
    const buffer = what === 'cannot be read' ? Buffer.alloc(LIMIT + 1) : await photo(page);
    await prepare(page);
    await choose(page, { name: 'passport.jpg', mimeType: 'image/jpeg', buffer });
    await expectToast(page, 'Upload Failed', 'Files can be at most 4 MB. Please choose a smaller file.');
    await expect(page.getByRole('alert').getByText('passport.jpg was not uploaded')).toBeVisible();
    await expectAnotherChoice(page);
    expect(api.sent('POST /api/clients/{id}/documents')).toHaveLength(0);
  });

test('a document that is refused without a word', async ({ page, api }) => {
  api.fails('POST /api/clients/{id}/documents', 500, '');
  await choose(page, LETTER);
  await expectToast(page, 'Upload Failed', 'Failed to upload document');
});

test('a download that fails says so', async ({ page, api }) => {
  await choose(page, LETTER);
  await expectToast(page, 'Document Uploaded');
  api.fails('GET /api/documents/{id}/download');
  await page.getByRole('button', { name: 'Download Letter.txt' }).click();
  await expectToast(page, 'Download Failed', 'Failed to download document');
});
