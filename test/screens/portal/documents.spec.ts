import type { Page } from '@playwright/test';
import { type ClientDesk, saveSettings } from '../../support/acts.ts';
import { pickFile } from '../../support/browser/documents.ts';
import { test } from '../../support/browser/people.ts';
import { photo, withPlace } from '../../support/browser/photos.ts';
import { dismissToast, expectToast, toastOf } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';
import { demoAdmin } from '../../support/builders.ts';

test.use({ viewport: { width: 390, height: 844 } });

test.beforeEach(async ({ page, client }) => {
  await saveSettings(await demoAdmin(), { documents: { maxMb: 4 } });
  await page.goto(`/portal/${client.token}`);
  await expect(page.getByRole('heading', { name: 'Secure & Private' })).toBeVisible();
});

const UPLOAD = 'POST /api/clients/{id}/documents';
/** Text of the button after a refused file. */
const ANOTHER = 'Choose Another File';
const LETTER = { name: 'Letter.txt', mimeType: 'text/plain', buffer: Buffer.from('Dear Ruth') };
const LIMIT = 4 * 1024 * 1024;

async function choose(page: Page, file: typeof LETTER, button = 'Upload Document') {
  await pickFile(page, file, () => page.getByRole('button', { name: button, exact: true }).click());
}

/** Expects the offer to choose another file, as the same one would be refused again. */
async function expectAnotherChoice(page: Page) {
  await expect(page.getByRole('button', { name: ANOTHER })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try Again' })).toHaveCount(0);
}

/** Expects that the photo is kept, and that the limit is shown. */
async function expectKept(page: Page, name: string) {
  await expectToast(page, 'Upload Failed', 'Files can be at most 4 MB. Please choose a smaller file.');
  await expect(page.getByRole('group', { name: 'Not sent' }).getByText(`${name} was not sent`)).toBeVisible();
  await expectAnotherChoice(page);
}

/** Returns the size of a picture, and the colour of its first pixel. */
const shown = (page: Page, picture: Buffer) =>
  page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes]));
    const context = new OffscreenCanvas(1, 1).getContext('2d');
    context?.drawImage(image, 0, 0);
    return { size: [image.width, image.height], corner: [...(context?.getImageData(0, 0, 1, 1).data ?? [])] };
  }, picture.toString('base64'));
/** Returns the bytes of the newest document. */
async function sent(client: ClientDesk): Promise<Buffer> {
  const [{ id }] = await client.read('GET /api/clients/{id}/documents');
  const { body } = await client.by('GET /api/documents/{id}/download', { params: { id } });
  return Buffer.from(body);
}

const sizeOf = async (page: Page, picture: Buffer) => (await shown(page, picture)).size;

test('a client uploads and downloads a document, and replaces a refused one', async ({ page, api, watch }) => {
  watch.expected.push(/^403 POST .*documents$/, /status of 403/);
  const documents = page.getByRole('region', { name: 'Your Documents' });
  const box = page.getByRole('group', { name: 'Not sent' });

  await test.step('shows the refusal in the server’s words, clear of the toast', async () => {
    const words = 'Programs and scripts cannot be sent here. Please send a PDF or a photo instead.';
    api.fails(UPLOAD, 400, words);
    await choose(page, { ...LETTER, name: 'Letter.pdf.exe' });
    await expectToast(page, 'Upload Failed', words);
    await expect(box).toContainText(words);
    await expectAnotherChoice(page);
    const [said, shown] = await Promise.all([box.boundingBox(), toastOf(page).boundingBox()]);
    expect((said?.y ?? 0) + (said?.height ?? 0)).toBeLessThanOrEqual(shown?.y ?? 0);
  });

  await test.step('uploads another file instead, lists it and downloads it', async () => {
    api.recovers();
    await choose(page, LETTER, ANOTHER);
    await expectToast(page, 'Document Uploaded', 'Your document has been securely encrypted and stored.');
    await expect(box).toHaveCount(0);
    await expect(documents).toHaveText(/Letter\.txt.*\s· you\s· 0\.0 KB\s· Encrypted/);
    const saved = page.waitForEvent('download');
    await documents.getByRole('button', { name: 'Download Letter.txt' }).first().click();
    expect((await saved).suggestedFilename()).toBe('Letter.txt');
  });

  await test.step('says how many of several files were sent', async () => {
    const empty = { ...LETTER, name: 'Empty.txt', buffer: Buffer.alloc(0) };
    await pickFile(page, [LETTER, empty], () =>
      page.getByRole('button', { name: 'Upload Document', exact: true }).click(),
    );
    await expectToast(page, 'Upload Failed', '1 of 2 files sent. 1 was not. The page says why.');
    await expect(box).toContainText('1 of 2 files sent. 1 was not.');
    await expect(box).toContainText('Empty.txt was not sent');
    await choose(page, { ...LETTER, name: 'Other.txt' }, ANOTHER);
    await expectToast(page, 'Document Uploaded');
    await expect(box).toHaveCount(0);
  });

  await test.step('reports a failed download', async () => {
    api.fails('GET /api/documents/{id}/download');
    await page.getByRole('button', { name: 'Download Letter.txt' }).first().click();
    await expectToast(page, 'Download Failed', 'Failed to download document');
  });

  await test.step('keeps a file that failed to upload for another try', async () => {
    api.fails(UPLOAD, 500, 'The store is full');
    await choose(page, LETTER);
    await expectToast(page, 'Upload Failed', 'The store is full');
    await expect(box.getByText('Letter.txt was not sent')).toBeVisible();
    api.fails(UPLOAD, 500, '');
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expectToast(page, 'Upload Failed', 'Failed to upload document');
    await page.route('**/documents', (route) => route.fulfill({ status: 403, body: '<h1>Filtered</h1>' }), {
      times: 1,
    });
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(box).toContainText('Your network did not let this file through.');
    api.recovers();
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expectToast(page, 'Document Uploaded');
  });
});

test('a small file that was cancelled while the server had it is found five seconds later', async ({
  page,
  api,
  client,
}) => {
  api.expected.push(/ERR_ABORTED/);
  // Shows Cancel although all bytes have left.
  await page.addInitScript(() => Object.defineProperty(XMLHttpRequestUpload.prototype, 'onprogress', { set() {} }));
  await page.clock.install();
  await page.reload();
  const go = api.holds(UPLOAD);
  await choose(page, { ...LETTER, name: 'Late.txt' });
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expectToast(page, 'Upload Cancelled', '“Late.txt” was not sent.');
  go();
  await expect.poll(async () => (await client.read('GET /api/clients/{id}/documents')).length).toBe(1);
  await page.clock.fastForward(5000);
  await expectToast(
    page,
    'Already Sent',
    '“Late.txt” had arrived before it was cancelled. The list of documents shows it.',
  );
  await expect(page.getByRole('button', { name: 'Download Late.txt' })).toBeVisible();
});

test('a photo is sent upright, without its location, and small enough', async ({ page, api, client, watch }) => {
  await test.step('sends no file that is too large or empty, nor a large photo that cannot be read', async () => {
    for (const [size, why, button] of [
      [LIMIT + 1, /4 MB/, 'Upload Document'],
      [0, /empty/, ANOTHER],
    ] as const) {
      await choose(page, { ...LETTER, buffer: Buffer.alloc(size) }, button);
      await expectToast(page, 'Upload Failed');
      await expect(page.getByRole('group', { name: 'Not sent' }).getByText(why)).toBeVisible();
      await expectAnotherChoice(page);
      await dismissToast(page);
    }
    await choose(page, { name: 'passport.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(LIMIT + 1) }, ANOTHER);
    await expectKept(page, 'passport.jpg');
    expect(api.sent(UPLOAD)).toHaveLength(0);
  });

  const buffer = await photo(page, { width: 2800, height: 900 });
  expect(buffer.length).toBeGreaterThan(LIMIT);

  await test.step('sends a large photo at a lower quality, also after a lost connection', async () => {
    watch.expected.push(/photo-metadata/, /net::ERR_FAILED/);
    await page.route('**/photo-metadata-*.js', (route) => route.abort(), { times: 1 });
    await choose(page, { name: 'IMG_0042.JPEG', mimeType: 'image/jpeg', buffer }, ANOTHER);
    await expect(page.getByRole('group', { name: 'Not sent' })).toContainText('There is no connection');
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await expectToast(page, 'Document Uploaded');
    expect(await client.read('GET /api/clients/{id}/documents')).toMatchObject([
      { name: 'IMG_0042.jpg', type: 'image/jpeg', uploadedBy: 'client' },
    ]);
    expect((await sent(client)).length).toBeLessThanOrEqual(LIMIT);
    expect(await sizeOf(page, await sent(client))).toEqual([2800, 900]);
  });

  await test.step('turns a photo upright, and removes its location', async () => {
    await expect(page.getByText('We remove from photos where they were taken, but not from videos.')).toBeVisible();
    const turned = withPlace(await photo(page, { width: 40, height: 20 }));
    expect(await sizeOf(page, turned)).toEqual([20, 40]);
    await dismissToast(page);
    await choose(page, { name: 'home.jpg', mimeType: 'image/jpeg', buffer: turned });
    await expectToast(page, 'Document Uploaded');
    expect((await sent(client)).includes('51.5074')).toBe(false);
    expect(await sizeOf(page, await sent(client))).toEqual([20, 40]);
  });

  await test.step('sends a photo that may hold a location unchanged, but only after a warning', async () => {
    const cut = Buffer.concat([Buffer.from('ffd8ffe1', 'hex'), Buffer.from('\xff\xffExif\0\0', 'latin1')]);
    for (const [name, said, mimeType, buffer] of [
      ['garden.jpg', 'garden.jpg', 'image/jpeg', cut],
      [`My ${'garden'.repeat(9)}-1.TIF`, 'My gardengarden…garden-1.TIF', '', Buffer.from('II+\0')],
    ] as const) {
      await dismissToast(page);
      await choose(page, { name, mimeType, buffer });
      const question = page.getByRole('group', { name: 'Not sent' });
      await expect(question).toContainText(`“${said}” may say where it was taken, and we could not check it.`);
      await dismissToast(page);
      await page.getByRole('button', { name: 'Try Again' }).click();
      await expectToast(page, 'Document Uploaded');
      expect(await sent(client)).toEqual(buffer);
    }
  });

  await test.step('does not send a photo that would become unreadable, and asks for parts', async () => {
    const count = api.countsFromNow(UPLOAD);
    await dismissToast(page);
    await page.evaluate((limit) => {
      OffscreenCanvas.prototype.convertToBlob = async () => new Blob([new Uint8Array(limit + 1)]);
    }, LIMIT);
    await choose(page, { name: 'Statement.jpg', mimeType: 'image/jpeg', buffer });
    const words =
      'This picture is too large to send, and would be unreadable if made smaller. Please send it in parts, such as several screenshots.';
    await expectToast(page, 'Upload Failed', words);
    await expect(page.getByRole('group', { name: 'Not sent' })).toContainText(words);
    await expectAnotherChoice(page);
    expect(count()).toBe(0);
    await dismissToast(page);
  });

  await test.step('keeps a photo that cannot be made smaller, and shows the limit', async () => {
    const count = api.countsFromNow(UPLOAD);
    await page.evaluate(() => {
      OffscreenCanvas.prototype.convertToBlob = () => Promise.reject(new DOMException('no', 'EncodingError'));
    });
    await choose(page, { name: 'passport.jpg', mimeType: 'image/jpeg', buffer }, ANOTHER);
    await expectKept(page, 'passport.jpg');
    expect(count()).toBe(0);
  });
});

test('a large picture stays readable when sent', async ({ page, client }) => {
  await test.step('sends a tall screenshot as large as an older iPhone can draw it', async () => {
    const tall = await photo(page, { width: 1170, height: 16_000, every: 7 });
    expect(tall.length).toBeGreaterThan(LIMIT);
    await choose(page, { name: 'Statement.jpg', mimeType: 'image/jpeg', buffer: tall });
    await expectToast(page, 'Document Uploaded');
    expect(await sizeOf(page, await sent(client))).toEqual([1082, 14_792]);
  });

  await test.step('fills the background of a transparent picture with white', async () => {
    await dismissToast(page);
    const signature = await photo(page, { width: 1300, height: 2200, type: 'image/png', every: 2 });
    expect(signature.length).toBeGreaterThan(LIMIT);
    await choose(page, { name: 'Signature.png', mimeType: 'image/png', buffer: signature });
    await expectToast(page, 'Document Uploaded');
    expect(await shown(page, await sent(client))).toEqual({ size: [1300, 2200], corner: [255, 255, 255, 255] });
  });
});
