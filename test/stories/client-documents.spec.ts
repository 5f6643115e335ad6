import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { openClient, panel, stagesOf } from '../support/browser/client-page.ts';
import { answering, counting, failing } from '../support/browser/failing.ts';
import { expectToast } from '../support/browser/toast.ts';
import { expect } from '../support/browser/watched.ts';
import { upload } from '../support/builders.ts';
import { compressedPdf, pdf } from '../support/pdfs.ts';
import { test } from './people.ts';

// Documents on the client's page: by stage, upload, download, preview (product 2, 9), and what hostile files must not do.

const HOSTILE = 'Read me first. <title>taken over</title><script>document.title = "run"</script>';

const documents = (page: Page) => panel(page, 'Documents by Stage');

/** Picks a file for upload. */
async function choose(page: Page, button: ReturnType<Page['getByRole']>, name: string, buffer: Buffer) {
  const chooser = page.waitForEvent('filechooser');
  await button.click();
  await (await chooser).setFiles({ name, mimeType: 'text/plain', buffer });
}

/** Opens what can be done with a document. */
async function options(page: Page, name: string) {
  await documents(page).getByRole('button', { name, exact: true }).click();
  return page.getByRole('dialog', { name });
}

test('lists documents by stage, the unassigned ones apart', async ({ page, adviser, client }) => {
  const [first] = await stagesOf(adviser, client);
  await upload(adviser, client.id, 'x'.repeat(1536), 'terms.txt', first?.subStages[0]?.id);
  await upload(adviser, client.id, 'hello', 'letter.txt');
  await openClient(page, client);
  const groups = documents(page).getByRole('heading', { level: 3 });
  await expect(groups).toHaveCount(8);
  await expect(groups.first()).toHaveText('1. First Meeting1 document');
  await expect(groups.last()).toHaveText('Unassigned Documents1 document');
  await expect(groups.nth(1)).toHaveText('2. Information Gathering0 documents');
  await expect(
    documents(page)
      .getByRole('listitem')
      .filter({ hasText: 'terms.txt' })
      .getByText(/^\w{3} \d+, \d{4} · Uploaded by adviser · 1\.5 KB · Encrypted$/),
  ).toBeVisible();
  await expect(panel(page, 'Progress').getByRole('button', { name: /2\s*Documents/ })).toBeVisible();
  await panel(page, 'Progress')
    .getByRole('button', { name: /Documents/ })
    .click();
  await expect(documents(page)).toBeFocused();
});

test('says which document has to be signed, and which one is', async ({ page, adviser, client }) => {
  const [first] = await stagesOf(adviser, client);
  const engagement = first?.subStages[3]?.id ?? '';
  await upload(adviser, client.id, 'Our terms', 'engagement.txt', engagement);
  await openClient(page, client);
  const line = documents(page).getByRole('listitem').filter({ hasText: 'engagement.txt' });
  await expect(line).toContainText('Encrypted · Signature required');
  await adviser.call('PATCH /api/stages/{stageId}', {
    params: { stageId: engagement },
    body: { status: 'completed' },
  });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(line).toContainText('Encrypted · Signed');
});

test('uploads to the chosen stage, showing how far it is, once', async ({ page, client }) => {
  await openClient(page, client);
  const { promise: later, resolve: go } = Promise.withResolvers<void>();
  await answering(page, 'POST /api/clients/{id}/documents', (route) => later.then(() => route.continue()));
  await documents(page).getByLabel('Stage of the new document').selectOption('6.1 Proof of ID & Address');
  const button = documents(page).getByRole('button', { name: 'Upload Document', exact: true });
  await choose(page, button, 'passport.txt', Buffer.from('P<GBR'));
  await expect(page.getByRole('progressbar', { name: 'Upload' })).toBeVisible();
  await expect(documents(page).getByRole('button', { name: /^Uploading \d+%/ })).toHaveAttribute('aria-busy', 'true');
  go();
  await expectToast(page, 'Document Uploaded', 'The document has been securely encrypted and stored.');
  await expect(documents(page).getByRole('heading', { name: /6\. Application.*1 document/ })).toBeVisible();
  await expect(documents(page).getByText('passport.txt')).toBeVisible();
  await expect(button).toBeVisible();
});

test('refuses a file over the limit before sending it', async ({ page, client }) => {
  await openClient(page, client);
  const sent = counting(page, 'POST /api/clients/{id}/documents');
  const button = documents(page).getByRole('button', { name: 'Upload Document', exact: true });
  await choose(page, button, 'video.txt', Buffer.alloc(4 * 1024 * 1024 + 1));
  await expectToast(page, 'Upload Failed', 'Files can be at most 4 MB. Please choose a smaller file.');
  expect(sent.count).toBe(0);
});

test('says in the server’s words why it refuses a file', async ({ page, client, watch }) => {
  watch.expected.push(/^400 POST .*documents/, /status of 400/);
  await openClient(page, client);
  const button = documents(page).getByRole('button', { name: 'Upload Document', exact: true });
  await choose(page, button, 'invoice.pdf.exe', Buffer.from('x'));
  await expectToast(page, 'Upload Failed', 'Failed to upload document');
  await expectToast(
    page,
    'Upload Failed',
    'Programs and scripts cannot be sent here. Please send a PDF or a photo instead.',
  );
});

test('uploads to a stage from its dialog', async ({ page, client }) => {
  await openClient(page, client);
  await panel(page, 'Journey Stages').getByRole('button', { name: 'Details of First Meeting' }).click();
  const dialog = page.getByRole('dialog', { name: '1 First Meeting' });
  await choose(page, dialog.getByRole('button', { name: 'Upload Document' }), 'notes.txt', Buffer.from('Notes'));
  await expect(dialog.getByText('notes.txt')).toBeVisible();
});

test('downloads a document under its own name', async ({ page, adviser, client }) => {
  await upload(adviser, client.id, 'Größe & Maß', 'Zuñiga – “final”.txt');
  await openClient(page, client);
  const dialog = await options(page, 'Zuñiga – “final”.txt');
  const saved = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download' }).click();
  expect((await saved).suggestedFilename()).toBe('Zuñiga – “final”.txt');
  expect(await readFile(await (await saved).path(), 'utf8')).toBe('Größe & Maß');
});

/** Previews a document; gives the tab that shows it. */
async function preview(page: Page, name: string) {
  const popup = page.waitForEvent('popup');
  await (await options(page, name)).getByRole('button', { name: 'Preview in Browser' }).click();
  const tab = await popup;
  await tab.waitForURL(/^blob:/);
  return tab;
}

test('previews text as text, whatever it holds and whatever the answer calls it', async ({ page, adviser, client }) => {
  await upload(adviser, client.id, HOSTILE, 'readme.txt');
  await answering(page, 'GET /api/documents/{id}/download', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), 'content-type': 'text/html' } });
  });
  await openClient(page, client);
  const tab = await preview(page, 'readme.txt');
  expect(await tab.evaluate(() => document.contentType)).toBe('text/plain');
  expect(await tab.title()).toBe('');
  expect(await tab.evaluate(() => window.opener)).toBeNull();
});

/** A picture of 40 by 30 pixels, drawn by the browser. */
const picture = async (page: Page, type: string) =>
  Buffer.from(
    await page.evaluate(async (wanted) => {
      const canvas = new OffscreenCanvas(40, 30);
      canvas.getContext('2d')?.fillRect(5, 5, 20, 20);
      return [...new Uint8Array(await (await canvas.convertToBlob({ type: wanted })).arrayBuffer())];
    }, type),
  );

for (const [name, type] of [
  ['passport.png', 'image/png'],
  ['photo.jpg', 'image/jpeg'],
  ['scan.webp', 'image/webp'],
] as const)
  test(`previews ${type} as the picture that it is`, async ({ page, adviser, client, watch }) => {
    // The browser's own page around a picture has a style, which our policy goes without.
    watch.expected.push(/^console: Applying inline style violates/);
    await upload(adviser, client.id, await picture(page, type), name);
    await openClient(page, client);
    const tab = await preview(page, name);
    expect(await tab.evaluate(() => document.contentType)).toBe(type);
    expect(await tab.evaluate(() => [document.images[0]?.naturalWidth, document.images[0]?.naturalHeight])).toEqual([
      40, 30,
    ]);
  });

for (const [name, bytes] of [
  ['terms.pdf', pdf()],
  ['packed terms.pdf', compressedPdf()],
] as const)
  test(`previews a PDF in the browser’s own viewer: ${name}`, async ({ page, adviser, client }) => {
    await upload(adviser, client.id, bytes, name);
    await openClient(page, client);
    const tab = await preview(page, name);
    expect(await tab.evaluate(() => document.contentType)).toBe('application/pdf');
  });

test('has no preview for a PDF that acts, and says why', async ({ page, adviser, client }) => {
  await upload(adviser, client.id, pdf('/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>'), 'form.pdf');
  await openClient(page, client);
  const dialog = await options(page, 'form.pdf');
  await expect(dialog.getByText(/^This PDF contains active content/)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Preview in Browser' })).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: 'Download' })).toBeVisible();
});

for (const [encoding, bytes] of [
  ['UTF-8', Buffer.from('Größe')],
  ['UTF-16', Buffer.from('\ufeffGröße', 'utf16le')],
  ['the encoding of Windows', Buffer.from('Größe', 'latin1')],
] as const)
  test(`previews a text in ${encoding} as it was written`, async ({ page, adviser, client }) => {
    await upload(adviser, client.id, bytes, 'notes.txt');
    await openClient(page, client);
    const tab = await preview(page, 'notes.txt');
    await expect(tab.locator('pre')).toHaveText('Größe');
  });

test('has no preview for what is not recognised, whatever it is called', async ({ page, adviser, client }) => {
  const names = ['statement.pdf', 'photo.png', 'page.json'];
  for (const name of names) await upload(adviser, client.id, HOSTILE, name);
  await openClient(page, client);
  for (const name of names) {
    const dialog = await options(page, name);
    await expect(dialog.getByText('This type of file has no preview. Download it to open it.')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Preview in Browser' })).toHaveCount(0);
    await expect(dialog.getByRole('button', { name: 'Download' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).click();
  }
});

test('offers a link where the browser blocks the preview', async ({ page, adviser, client }) => {
  await upload(adviser, client.id, 'hello', 'letter.txt');
  await openClient(page, client);
  await page.evaluate(() => {
    window.open = () => null;
  });
  const dialog = await options(page, 'letter.txt');
  await dialog.getByRole('button', { name: 'Preview in Browser' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Your browser blocked the preview.');
  await expect(dialog.getByRole('link', { name: 'Open the preview' })).toHaveAttribute('href', /^blob:/);
});

test('moves a document to another stage and back to none', async ({ page, adviser, client, watch }) => {
  await upload(adviser, client.id, 'P<GBR', 'passport.txt');
  await openClient(page, client);
  const stageOf = (dialog: Awaited<ReturnType<typeof options>>) => dialog.getByLabel('Move to stage');
  const dialog = await options(page, 'passport.txt');
  await expect(dialog.getByRole('button')).toHaveText(['Preview in Browser', 'Download', 'Move', '']);
  const move = dialog.getByRole('button', { name: 'Move' });
  await expect(move).toBeDisabled();
  await expect(stageOf(dialog)).toHaveValue('');
  await failing(page, watch, 'PATCH /api/documents/{id}', 409, 'This document was just moved.');
  // Going through the choices with the arrow keys moves nothing yet.
  await stageOf(dialog).press('ArrowDown');
  await stageOf(dialog).selectOption('6.1 Proof of ID & Address');
  await move.click();
  await expectToast(page, 'Move Failed', 'Failed to move document');
  await expectToast(page, 'Move Failed', 'This document was just moved.');
  await expect(stageOf(dialog)).toHaveValue(`${client.id}.6.1`);
  await page.unrouteAll();
  const { promise: later, resolve: go } = Promise.withResolvers<void>();
  await answering(page, 'PATCH /api/documents/{id}', (route) => later.then(() => route.continue()));
  await move.click();
  await expect(dialog.getByRole('button', { name: 'Moving...' })).toHaveAttribute('aria-busy', 'true');
  go();
  await expectToast(page, 'Document Moved');
  await expect(dialog).toBeHidden();
  await expect(documents(page).getByRole('heading', { name: /6\. Application.*1 document/ })).toBeVisible();
  await expect(documents(page)).toBeFocused();
  await stageOf(await options(page, 'passport.txt')).selectOption('Unassigned');
  await move.click();
  await expect(documents(page).getByRole('heading', { name: /Unassigned Documents.*1 document/ })).toBeVisible();
});

test('deletes a document after asking; a refusal leaves it', async ({ page, adviser, client, watch }) => {
  await upload(adviser, client.id, 'hello', 'letter.txt');
  await openClient(page, client);
  const remove = documents(page).getByRole('button', { name: 'Delete document letter.txt' });
  const dialog = page.getByRole('alertdialog', { name: 'Delete Document' });
  await failing(page, watch, 'DELETE /api/documents/{id}');
  await remove.click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, 'Delete Failed', 'Failed to delete document');
  await expect(dialog).toBeHidden();
  await expect(documents(page).getByText('letter.txt')).toBeVisible();
  await page.unrouteAll();
  await remove.click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, 'Document Deleted');
  await expect(documents(page).getByText('letter.txt')).toHaveCount(0);
});
