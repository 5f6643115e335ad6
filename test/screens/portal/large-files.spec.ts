import { utimes, writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { Document } from '#shared/contract/documents.ts';
import { type ClientDesk, saveSettings } from '../../support/acts.ts';
import { expectAccessible } from '../../support/browser/axe.ts';
import { pickFile } from '../../support/browser/documents.ts';
import { test } from '../../support/browser/people.ts';
import { dismissToast, expectToast } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';
import { demoAdmin } from '../../support/builders.ts';
import { downloadLarge, largeFile, partOf, uploaderOf } from '../../support/large-file.ts';

test.use({ viewport: { width: 390, height: 844 } });

const WHOLE = 'POST /api/clients/{id}/documents';
const BEGIN = 'POST /api/clients/{id}/uploads';
const PART = 'POST /api/uploads/{id}/parts/{index}';
const LARGE = largeFile(6 * 1024 * 1024);
const NAME = 'scan.bin';

const box = (page: Page) => page.getByRole('group', { name: 'Upload Document', exact: true });
const unfinished = (page: Page) => page.getByRole('list', { name: 'Unfinished uploads' }).getByRole('listitem');
const isSecond = ({ params }: { params: Record<string, string> }) => params.index === '1';

/** Writes the file to the disk, so that it has the same date each time it is chosen. */
async function file(bytes = LARGE) {
  const path = test.info().outputPath(NAME);
  await writeFile(path, bytes);
  await utimes(path, 1e9, 1e9);
  return path;
}

async function open(page: Page, client: ClientDesk) {
  await page.goto(`/portal/${client.token}`);
  await expect(page.getByRole('heading', { name: 'Secure & Private' })).toBeVisible();
}

const choose = (page: Page, path: string, button = 'Upload Document') =>
  pickFile(page, path, () => page.getByRole('button', { name: button, exact: true }).click());

const newest = async (client: ClientDesk): Promise<Document> =>
  (await client.read('GET /api/clients/{id}/documents'))[0];

test('a large file is sent in parts, survives a lost connection, and can be paused or cancelled', async ({
  page,
  api,
  client,
}) => {
  const path = await file();

  await test.step('refuses a file over the firm’s limit before anything is sent', async () => {
    await saveSettings(await demoAdmin(), { documents: { maxMb: 5 } });
    await open(page, client);
    await expect(box(page)).toContainText('Up to 5 MB each.');
    await choose(page, path);
    await expectToast(page, 'Upload Failed', 'Files can be at most 5 MB. Please choose a smaller file.');
    await expect(page.getByRole('group', { name: 'Not sent' })).toContainText('You can also photograph its pages');
    expect([...api.sent(BEGIN), ...api.sent(WHOLE)]).toEqual([]);
    await saveSettings(await demoAdmin(), { documents: { maxMb: 50 } });
  });

  await test.step('waits for a lost connection, and sends only what is missing', async () => {
    await open(page, client);
    api.cuts(PART, isSecond);
    await choose(page, path);
    await expect(box(page)).toContainText('No connection. 66% has arrived. We go on by ourselves');
    await expectAccessible(page);
    api.recovers();
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await expectToast(page, 'Document Uploaded');
    await expect(page.getByRole('region', { name: 'Your Documents' })).toContainText('6144.0 KB (6 MB)');
    expect(api.sent(PART).filter(({ params }) => params.index === '0')).toHaveLength(1);
    const document = await newest(client);
    expect(document).toMatchObject({ name: NAME, parts: 2, uploadedBy: 'client' });
    expect((await downloadLarge(uploaderOf(client.own), document)).equals(LARGE)).toBe(true);
  });

  await test.step('pauses and continues', async () => {
    await dismissToast(page);
    // Pausing aborts the parts that are being sent.
    api.expected.push(/parts\/\d net::ERR_ABORTED/);
    const go = api.holds(PART);
    await choose(page, path);
    await expect(box(page)).toContainText(/Sending \d of 6 MB\s· \d+%/);
    await box(page).getByRole('button', { name: 'Pause' }).press('Enter');
    await expect(box(page)).toContainText('Paused at 0%');
    await expect(box(page).getByRole('button', { name: 'Continue' })).toBeFocused();
    go();
    await box(page).getByRole('button', { name: 'Continue' }).press('Enter');
    await expectToast(page, 'Document Uploaded');
    expect(api.sent(BEGIN)).toHaveLength(2);
  });

  await test.step('deletes what has arrived of a cancelled file', async () => {
    await dismissToast(page);
    api.cuts(PART, isSecond);
    await choose(page, path);
    await expect(box(page)).toContainText('No connection.');
    await box(page).getByRole('button', { name: 'Cancel' }).press('Enter');
    const question = box(page).getByRole('group', { name: 'Stop Sending' });
    await expect(question).toContainText('Stop sending “scan.bin”? 66% has arrived and will be deleted.');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(question).toHaveCount(0);
    await expect(box(page).getByRole('button', { name: 'Cancel' })).toBeFocused();
    expect(api.sent('DELETE /api/uploads/{id}')).toEqual([]);
    await box(page).getByRole('button', { name: 'Cancel' }).press('Enter');
    await question.getByRole('button', { name: 'Stop Sending' }).press('Enter');
    await expectToast(page, 'Upload Cancelled', '“scan.bin” was not sent.');
    await expect(box(page)).toBeFocused();
    expect(api.sent('DELETE /api/uploads/{id}')).toHaveLength(1);
    expect((await uploaderOf(client.own).list(client.id)).body).toEqual([]);
    await page.reload();
    await expect(box(page)).toBeVisible();
    await expect(unfinished(page)).toHaveCount(0);
  });

  await test.step('says that a cancelled file was already sent', async () => {
    const own = uploaderOf(client.own);
    api.cuts(PART, isSecond);
    await choose(page, path);
    await expect(box(page)).toContainText('No connection. 66% has arrived.');
    const [{ id }] = (await own.list(client.id)).body;
    await own.part(id, 1, partOf(LARGE, 1));
    await own.finish(id);
    await box(page).getByRole('button', { name: 'Cancel' }).click();
    await box(page).getByRole('button', { name: 'Stop Sending' }).click();
    await expectToast(
      page,
      'Already Sent',
      '“scan.bin” had arrived before it was cancelled. The list of documents shows it.',
    );
    await expect(page.getByRole('button', { name: 'Download scan.bin' })).toHaveCount(3);
    api.recovers();
    await dismissToast(page);
  });

  await test.step('offers no Cancel once all bytes have left', async () => {
    for (const [name, state] of [
      ['POST /api/uploads/{id}/finish', 'Checking...'],
      [WHOLE, 'Encrypting...'],
    ] as const) {
      const go = api.holds(name);
      await choose(page, await file(name === WHOLE ? Buffer.from('A letter') : LARGE));
      await expect(box(page)).toContainText(`Almost done...`);
      await expect(box(page)).toContainText(state);
      await expect(box(page).getByRole('button', { name: /Cancel|Pause/ })).toHaveCount(0);
      go();
      await expectToast(page, 'Document Uploaded');
      await dismissToast(page);
    }
    await file();
  });

  await test.step('says that an upload has ended, and begins again', async () => {
    api.cuts(PART, isSecond);
    await choose(page, path);
    await expect(box(page)).toContainText('No connection. 66% has arrived. We go on by ourselves');
    api.fails(PART, 404, 'This upload has ended. Please send the file again.');
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await expectToast(page, 'Upload Failed', 'Failed to upload document');
    await expect(page.getByRole('group', { name: 'Not sent' })).toContainText(
      'The upload was stopped, perhaps in another window.',
    );
    api.recovers();
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expectToast(page, 'Document Uploaded');
  });
});

test('a large file is continued after a reload if the same file is chosen again', async ({ page, api, client }) => {
  const path = await file();
  const line = unfinished(page);
  const again = async () => {
    api.cuts(PART, isSecond);
    await choose(page, path);
    await expect(box(page)).toContainText('No connection. 66% has arrived. We go on by ourselves');
    const asked = page.waitForEvent('dialog');
    await page.evaluate(() => window.setTimeout(() => window.location.reload()));
    await (await asked).accept();
    await expect(line).toContainText(
      '“scan.bin” was only partly sent (66%). Choose the same file again, and we send the rest.',
    );
    api.recovers();
  };
  await open(page, client);

  await test.step('sends only the missing part', async () => {
    await again();
    await expect(page.getByText('was not sent. Please choose it again.')).toHaveCount(0);
    const sent = api.countsFromNow(PART);
    // Phones hand over copies with another name and date.
    const copy = test.info().outputPath('scan (1).bin');
    await writeFile(copy, LARGE);
    await choose(page, copy, 'Choose: scan.bin');
    await expect(page.getByRole('heading', { name: 'Your Documents' })).toBeFocused();
    await expectToast(page, 'Document Uploaded');
    await expect(line).toHaveCount(0);
    expect(sent()).toBe(1);
    expect((await downloadLarge(uploaderOf(client.own), await newest(client))).equals(LARGE)).toBe(true);
    await dismissToast(page);
  });

  await test.step('asks before another file of the same name, size and date is sent', async () => {
    await again();
    const other = largeFile(LARGE.length, 2);
    const sent = api.countsFromNow(PART);
    await choose(page, await file(other), 'Choose: scan.bin');
    await expect(line).toContainText('“scan.bin” has other contents than the file that was begun.');
    const letter = { name: 'letter.pdf', mimeType: 'application/pdf', buffer: Buffer.from('A letter') };
    await pickFile(page, letter, () => page.getByRole('button', { name: 'Choose: scan.bin' }).click());
    await expect(line).toContainText('“scan.bin” is needed to go on, but you chose “letter.pdf”.');
    await expectAccessible(page);
    expect(sent()).toBe(0);
    await choose(page, await file(other), 'Choose: scan.bin');
    await expect(line).toContainText('has other contents');
    await page.getByRole('button', { name: 'Send the Other File Too' }).click();
    await expectToast(page, 'Document Uploaded');
    await expect(line).toContainText('“scan.bin” was only partly sent (66%).');
    expect((await downloadLarge(uploaderOf(client.own), await newest(client))).equals(other)).toBe(true);
    await dismissToast(page);
    await file();
  });

  await test.step('removes it after a question', async () => {
    await page.getByRole('button', { name: 'Remove: scan.bin' }).press('Enter');
    await expect(line).toContainText('Remove “scan.bin”? 66% has arrived and will be deleted.');
    await page.getByRole('button', { name: 'Keep', exact: true }).press('Enter');
    await expect(line).toHaveCount(1);
    await page.getByRole('button', { name: 'Remove: scan.bin' }).press('Enter');
    await page.getByRole('button', { name: 'Remove', exact: true }).press('Enter');
    await expect(line).toHaveCount(0);
    await expect(page.locator('main :focus')).toHaveCount(1);
    await expect.poll(async () => (await uploaderOf(client.own).list(client.id)).body).toEqual([]);
  });
});

test('a file that another window or device sends is shown as such, and is not ended by mistake', async ({
  page,
  api,
  client,
}) => {
  const path = await file();
  const second = await page.context().newPage();

  await test.step('another window offers nothing while the first one sends', async () => {
    await open(page, client);
    const go = api.holds(PART);
    await choose(page, path);
    await expect(box(page)).toContainText('Sending');
    await open(second, client);
    await expect(unfinished(second)).toContainText('“scan.bin” is being sent in another window.');
    await expect(unfinished(second).getByRole('button')).toHaveCount(0);
    go();
    await expectToast(page, 'Document Uploaded');
    await expect(unfinished(second)).toHaveCount(0);
  });

  await test.step('lists a file of another device, which can be removed', async () => {
    const own = uploaderOf(client.own);
    const { id } = (await own.begin(client.id, LARGE.length, { name: 'phone.bin' })).body;
    await own.part(id, 0, partOf(LARGE, 0));
    await open(page, client);
    await expect(unfinished(page)).toContainText('“phone.bin” is being sent on another device. 66% has arrived.');
    await page.getByRole('button', { name: 'Remove: phone.bin' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect.poll(async () => (await own.list(client.id)).body).toEqual([]);
  });
});
