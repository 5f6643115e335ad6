import { readFile } from 'node:fs/promises';
import { openClient } from '../support/browser/client-page.ts';
import { enterOn, expectFocusShown, tabTo } from '../support/browser/keyboard.ts';
import { test } from '../support/browser/people.ts';
import { expectToast } from '../support/browser/toast.ts';
import { expect } from '../support/browser/watched.ts';

// A client's work through the secret link, without a session, by keyboard alone at the width of a phone.

test.use({ viewport: { width: 390, height: 844 } });

const LETTER = { name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from('Dear Ruth') };

test('a portal link opens the journey without a session, until it is replaced', async ({
  page,
  context,
  watch,
  client,
  admin,
}) => {
  await context.clearCookies();
  watch.expected.push(/could not be decoded/);
  for (const tail of ['', '%', '/read this.', '.pdf?from=chat.'])
    await test.step(`opens with "${tail}" after the link`, async () => {
      await page.goto(`/portal/${client.token}${tail}`);
      await expect(page.getByRole('heading', { name: "Mia Wood's Journey" })).toBeVisible();
    });
  expect(await context.cookies()).toEqual([]);
  // Ends reads by the old link before it is replaced.
  await page.waitForLoadState('networkidle');
  watch.expected.push(/^401 GET .*\/api\/portal\//, /status of 401/);
  await admin.call('POST /api/clients/{id}/token/regenerate', { params: { id: client.id } });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
});

test('by keyboard, a client opens a stage, uploads a document for it and downloads it', async ({ page, client }) => {
  // Waits from the start: the browser has to intercept the chooser before the key is pressed.
  const chooser = page.waitForEvent('filechooser', { timeout: 0 });
  await page.goto(`/portal/${client.token}`);
  const journey = page.getByRole('region', { name: 'Your Investment Journey' });
  const stage = journey.getByRole('button', { name: /^First Meeting/ });
  await enterOn(page, stage);
  await expect(stage).toHaveAttribute('aria-expanded', 'true');
  const upload = journey.getByRole('button', { name: 'Upload Document for First Meeting' });
  await expect(upload).toBeVisible();
  await page.keyboard.press('Tab');
  await expectFocusShown(upload);
  await page.keyboard.press('Enter');
  await (await chooser).setFiles(LETTER);
  await expectToast(page, 'Document Uploaded');
  await expectFocusShown(upload);

  const download = journey.getByRole('button', { name: 'Download letter.txt' });
  await tabTo(page, download, 'Shift+Tab');
  const saved = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  expect((await saved).suggestedFilename()).toBe('letter.txt');
  expect(await readFile(await (await saved).path())).toEqual(LETTER.buffer);
  await expectFocusShown(download);
  await tabTo(page, stage, 'Shift+Tab');
  await page.keyboard.press('Space');
  await expect(stage).toHaveAttribute('aria-expanded', 'false');
});

test('an adviser opens the portal as the client sees it', async ({ page, client }) => {
  await openClient(page, client);
  const popup = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'View as Client' }).click();
  const portal = await popup;
  await expect(portal).toHaveURL(`/portal/${client.token}?preview`);
  await expect(portal.getByRole('heading', { name: "Mia Wood's Journey" })).toBeVisible();
});
