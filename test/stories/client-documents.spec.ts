import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { answering } from '../support/browser/answering.ts';
import { openClient } from '../support/browser/client-page.ts';
import { options, preview } from '../support/browser/documents.ts';
import { test } from '../support/browser/people.ts';
import { expect } from '../support/browser/watched.ts';
import { upload } from '../support/builders.ts';

// Documents from upload to preview, and hostile files.

const HOSTILE = 'Read me first. <title>taken over</title><script>document.title = "run"</script>';

/** A picture of 40 by 30 pixels, drawn by the browser. */
const picture = async (page: Page, type: string) =>
  Buffer.from(
    await page.evaluate(async (wanted) => {
      const canvas = new OffscreenCanvas(40, 30);
      canvas.getContext('2d')?.fillRect(5, 5, 20, 20);
      return [...new Uint8Array(await (await canvas.convertToBlob({ type: wanted })).arrayBuffer())];
    }, type),
  );

const PICTURES = [
  ['passport.png', 'image/png'],
  ['photo.jpg', 'image/jpeg'],
  ['scan.webp', 'image/webp'],
] as const;

test('PNG, JPEG and WebP pictures are previewed with their type and size', async ({ page, adviser, client, watch }) => {
  // The browser's own page around a picture has an inline style, which the copy's inherited policy refuses.
  watch.expected.push(/^console: Applying inline style violates/, /^content security policy: style-src-attr inline/);
  for (const [name, type] of PICTURES)
    await upload(adviser, client.id, await picture(page, type), name, `${client.id}.1`);
  await openClient(page, client);
  for (const [name, type] of PICTURES) {
    const { tab, shown } = await preview(page, name);
    expect(await shown.evaluate(() => document.contentType)).toBe(type);
    expect(await shown.evaluate(() => [document.images[0]?.naturalWidth, document.images[0]?.naturalHeight])).toEqual([
      40, 30,
    ]);
    await tab.close();
  }
});

test('a text file is previewed in its encoding, and downloaded unchanged under its own name', async ({
  page,
  adviser,
  client,
}) => {
  const texts = {
    'Zuñiga – “final”.txt': Buffer.from('Größe'),
    'UTF-16.txt': Buffer.from('\ufeffGröße', 'utf16le'),
    'Windows.txt': Buffer.from('Größe', 'latin1'),
  };
  for (const [name, bytes] of Object.entries(texts)) await upload(adviser, client.id, bytes, name, `${client.id}.1`);
  await openClient(page, client);
  for (const [name, bytes] of Object.entries(texts)) {
    const { tab, shown } = await preview(page, name);
    await expect(shown.locator('pre')).toHaveText('Größe');
    await tab.close();
    const saved = page.waitForEvent('download');
    const dialog = await options(page, name);
    await dialog.getByRole('button', { name: 'Download' }).click();
    expect((await saved).suggestedFilename()).toBe(name);
    expect(await readFile(await (await saved).path())).toEqual(bytes);
    await dialog.getByRole('button', { name: 'Close' }).click();
  }
});

test('a text file with HTML in it is previewed as plain text, even if served as HTML', async ({
  page,
  adviser,
  client,
}) => {
  await upload(adviser, client.id, HOSTILE, 'readme.txt', `${client.id}.1`);
  await answering(page, 'GET /api/documents/{id}/download', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), 'content-type': 'text/html' } });
  });
  await openClient(page, client);
  const { tab, shown } = await preview(page, 'readme.txt');
  expect(await shown.evaluate(() => document.contentType)).toBe('text/plain');
  expect([await tab.title(), await shown.title()]).toEqual(['readme.txt', '']);
  expect(await tab.evaluate(() => window.opener)).toBeNull();
});
