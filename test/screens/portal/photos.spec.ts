import type { Page } from '@playwright/test';
import type { Document } from '#shared/contract/documents.ts';
import type { ClientDesk } from '../../support/acts.ts';
import { expectAccessible } from '../../support/browser/axe.ts';
import { pickFile } from '../../support/browser/documents.ts';
import { expectToFit } from '../../support/browser/fit.ts';
import { expectFocusShown, goRound, tabTo, typeInto } from '../../support/browser/keyboard.ts';
import { test } from '../../support/browser/people.ts';
import { photo, withPlace } from '../../support/browser/photos.ts';
import { shoot } from '../../support/browser/shoot.ts';
import { dismissToast, expectToast } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';

const UPLOAD = 'POST /api/clients/{id}/documents';
const HEIC = { name: 'IMG_4.heic', mimeType: 'image/heic', buffer: Buffer.from('\0\0\0\x10ftypheic\0\0\0\0') };
/** Wider than a page of a PDF by default; mostly blank, so that two fit in one upload. */
const SIZE = { width: 2800, height: 900, every: 9 };
const LETTER = { name: 'Letter.txt', mimeType: 'text/plain', buffer: Buffer.from('Dear Ruth') };

const card = (page: Page) => page.getByRole('region', { name: 'Your Tasks' }).getByRole('listitem').first();
const dialog = (page: Page) => page.getByRole('dialog', { name: /into one PDF\?$/ });
const pages = (page: Page) => dialog(page).getByRole('list', { name: 'Pages' }).getByRole('listitem');
const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true });
const addButton = (page: Page) => card(page).getByRole('button', { name: 'Add Files', exact: true });
const status = (page: Page, text: string | RegExp) => dialog(page).getByRole('status').filter({ hasText: text });

const namesOf = async (client: ClientDesk) => {
  const documents: Document[] = await client.read('GET /api/clients/{id}/documents');
  return documents.map(({ name }) => name).toSorted();
};

/** Returns the text of a sent PDF. */
async function sentPdf(client: ClientDesk): Promise<string> {
  const documents: Document[] = await client.read('GET /api/clients/{id}/documents');
  const { id = '' } = documents.find(({ type, preview }) => type === 'application/pdf' && preview) ?? {};
  const { body } = await client.by('GET /api/documents/{id}/download', { params: { id } });
  return Buffer.from(body).toString('latin1');
}

test.use({ viewport: { width: 390, height: 844 } });

test.beforeEach(async ({ page, client }) => {
  await client.addTask({ title: 'Payslip' });
  await page.goto(`/portal/${client.token}`);
  await expect(page.getByRole('button', { name: 'Upload Document', exact: true })).toBeVisible();
});

test('photos chosen together become one PDF, with pages arranged by keyboard', async ({ page, api, client }) => {
  const jpeg = async (name: string, width: number, height: number) => ({
    name,
    mimeType: 'image/jpeg',
    buffer: await photo(page, { width, height }),
  });
  const turned = { ...(await jpeg('IMG_1.jpg', 300, 200)), name: 'IMG_1.jpg' };
  turned.buffer = withPlace(turned.buffer);
  const photos = [turned, await jpeg('IMG_2.jpg', 320, 210), await jpeg('IMG_3.jpg', 330, 220)];
  const pick = (...files: (typeof LETTER)[]) => pickFile(page, files, () => addButton(page).click());

  await test.step('sends nothing after Escape, and returns to the button', async () => {
    await pick(...photos);
    await expect(dialog(page).getByRole('radio', { name: 'One PDF' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    await expectFocusShown(addButton(page));
    expect(api.sent(UPLOAD)).toHaveLength(0);
  });

  await test.step('shows the pages, their size, and what cannot be one', async () => {
    // The system hands over the photo first that was pressed last.
    await pick(...photos.toReversed(), HEIC, LETTER);
    await expect(page.getByRole('heading', { name: 'Put the 4 photos into one PDF?' })).toBeVisible();
    await expect(dialog(page).getByRole('radio', { name: 'One PDF' })).toBeChecked();
    await expect(dialog(page).getByRole('radio', { name: '5 files' })).not.toBeChecked();
    await expect(pages(page)).toHaveText([/^Page 1IMG_1/, /^Page 2IMG_2/, /^Page 3IMG_3/]);
    await expect(dialog(page).getByRole('list', { name: 'Not in the PDF' }).getByRole('listitem')).toHaveText(
      /^This photo can be sent as it is, but not put into a PDF\.IMG_4\.heic/,
    );
    await expect(dialog(page)).toContainText('“Letter.txt” is sent as well.');
    await expect(status(page, /^The PDF is 0\.\d MB\.$/)).toBeVisible();
    const close = await button(page, 'Close').boundingBox();
    expect([close?.width, close?.height]).toEqual([44, 44]);
    await goRound(page, dialog(page));
    await expectAccessible(page, 'both engines');
    await shoot(page, 'portal-photos');
    const setTextSize = (size: string) =>
      page.evaluate((fontSize) => void Object.assign(document.documentElement.style, { fontSize }), size);
    await setTextSize('200%');
    await expectToFit(page, 'photos at 200 %', 320);
    await expectToFit(page, 'photos at 200 %', 390);
    await setTextSize('');
  });

  await test.step('moves a page with the focus on it, and announces its place', async () => {
    await tabTo(page, button(page, 'Move page 2 up'));
    await page.keyboard.press('Enter');
    await expect(pages(page)).toHaveText([/IMG_2/, /IMG_1/, /IMG_3/]);
    await expect(status(page, 'Moved to page 1 of 3.')).toHaveCount(1);
    await expectFocusShown(button(page, 'Move page 1 up'));
    await page.keyboard.press('Enter');
    await tabTo(page, button(page, 'Move page 1 down'));
    await page.keyboard.press('Enter');
    await expectFocusShown(button(page, 'Move page 2 down'));
    await page.keyboard.press('Enter');
    await expect(pages(page)).toHaveText([/IMG_1/, /IMG_3/, /IMG_2/]);
    await expectFocusShown(button(page, 'Move page 3 down'));
  });

  await test.step('rotates a page, and removes one with the focus on the list', async () => {
    await tabTo(page, button(page, 'Rotate page 3'));
    await page.keyboard.press('Enter');
    await expect(status(page, 'Page 3 rotated to 90 degrees.')).toHaveCount(1);
    await tabTo(page, button(page, 'Remove page 2'), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(pages(page)).toHaveText([/IMG_1/, /IMG_2/]);
    await expect(dialog(page).getByRole('list', { name: 'Pages' })).toBeFocused();
    await expect(dialog(page).getByRole('radio', { name: '4 files' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Put the 3 photos into one PDF?' })).toBeVisible();
  });

  await test.step('asks before Escape, Cancel and a reload discard the arranged pages', async () => {
    const question = dialog(page).getByRole('group', { name: 'Discard changes?' });
    await page.keyboard.press('Escape');
    await expectFocusShown(question.getByRole('button', { name: 'Keep Editing' }));
    await page.keyboard.press('Enter');
    await expect(dialog(page).getByRole('list', { name: 'Pages' })).toBeFocused();
    for (const name of ['Cancel', 'Close']) {
      await button(page, name).click();
      await question.getByRole('button', { name: 'Keep Editing' }).click();
    }
    const asked = page.waitForEvent('dialog');
    await page.evaluate(() => window.setTimeout(() => window.location.reload()));
    await (await asked).dismiss();
    await expect(pages(page)).toHaveText([/IMG_1/, /IMG_2/]);
  });

  await test.step('sends the PDF under the typed name, upright and without the location', async () => {
    await expect(dialog(page).getByLabel('Name')).toHaveValue('Payslip.pdf');
    await typeInto(page, dialog(page).getByLabel('Name'), 'March / April');
    await page.keyboard.press('Enter');
    await expectToast(page, 'Document Uploaded', 'Your 3 documents have been securely encrypted and stored.');
    await expectFocusShown(addButton(page));
    expect(await namesOf(client)).toEqual(['IMG_4.heic', 'Letter.txt', 'March - April.pdf']);
    const pdf = await sentPdf(client);
    expect(pdf).toContain('/Count 2');
    expect(pdf.match(/\/Width \d+ \/Height \d+/g)).toEqual(['/Width 200 /Height 300', '/Width 320 /Height 210']);
    expect(pdf.match(/\/Rotate \d+/g)).toEqual(['/Rotate 0', '/Rotate 90']);
    expect(pdf).not.toContain('51.5074');
  });
});

test('photos are sent at full size or as separate files on request', async ({ page, client, watch }) => {
  const large = { name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: await photo(page, SIZE) };
  const upload = page.getByRole('button', { name: 'Upload Document', exact: true });
  const pick = () => pickFile(page, [large, { ...large, name: 'IMG_2.jpg' }], () => upload.click());
  const send = async () => {
    await button(page, 'Send').click();
    await expectToast(page, 'Document Uploaded');
    await dismissToast(page);
  };

  await test.step('keeps the files as they are without a task', async () => {
    await pick();
    await expect(dialog(page).getByRole('radio', { name: '2 files' })).toBeChecked();
    await expect(pages(page)).toHaveCount(0);
    await send();
    expect(await namesOf(client)).toEqual(['IMG_1.jpg', 'IMG_2.jpg']);
  });

  await test.step('sends separate files if the code of the choice does not load', async () => {
    watch.expected.push(/photos-dialog/, /net::ERR_FAILED/);
    await page.reload();
    await page.route('**/photos-dialog-*.js', (route) => route.abort(), { times: 1 });
    await pick();
    await expectToast(page, 'Document Uploaded');
    await dismissToast(page);
    expect(await namesOf(client)).toHaveLength(4);
  });

  await test.step('keeps all pixels at full size', async () => {
    await page.reload();
    await pick();
    await dialog(page).getByRole('radio', { name: 'One PDF' }).check();
    await dialog(page).getByRole('checkbox', { name: 'Send full size' }).check();
    await send();
    expect(await namesOf(client)).toContain('Photos.pdf');
    expect((await sentPdf(client)).match(/\/Width \d+/g)).toEqual(['/Width 2800', '/Width 2800']);
  });

  await test.step('does not send a PDF above the size limit', async () => {
    await page.evaluate(() => {
      OffscreenCanvas.prototype.convertToBlob = async () => new Blob([new Uint8Array(30 * 1024 ** 2)]);
    });
    await pick();
    await dialog(page).getByRole('radio', { name: 'One PDF' }).check();
    await expect(dialog(page).getByRole('alert')).toContainText('This PDF is too large to send.');
    await expect(button(page, 'Send')).toBeDisabled();
  });
});
