import { readFile, writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { openClient, panel } from '../../support/browser/client-page.ts';
import { options, pickFile, preview } from '../../support/browser/documents.ts';
import { enterOn } from '../../support/browser/keyboard.ts';
import { test } from '../../support/browser/people.ts';
import { dismissToast, expectToast, toastOf } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';
import { PASSWORD } from '../../support/builders.ts';
import { downloadLarge, uploaderOf, uploadLarge } from '../../support/large-file.ts';

const BEGIN = 'POST /api/clients/{id}/uploads';
const PART = 'POST /api/uploads/{id}/parts/{index}';
const LARGE = Buffer.alloc(6 * 1024 * 1024, 'A line of a statement.\n');
const NAME = 'statement.txt';

const documents = (page: Page) => panel(page, 'Documents by Stage');
const uploads = (page: Page) => documents(page).getByRole('list', { name: 'Uploads' }).getByRole('listitem');
const unfinished = (page: Page) => page.getByRole('list', { name: 'Unfinished uploads' }).getByRole('listitem');

async function choose(page: Page, place = documents(page)) {
  const path = test.info().outputPath(NAME);
  await writeFile(path, LARGE);
  await pickFile(page, path, () => place.getByRole('button', { name: 'Upload Document', exact: true }).click());
}

/** Holds the answer with the second part of a download, or changes it. */
async function secondPart(page: Page, change: (bytes: Buffer) => Buffer = (bytes) => bytes) {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(
    '**/download?part=1',
    async (route) => {
      const response = await route.fetch();
      await promise;
      await route.fulfill({ response, body: change(await response.body()) }).catch(() => undefined);
    },
    { times: 1 },
  );
  return resolve;
}

test('an adviser’s large file is sent in parts while another page is open', async ({ page, api, adviser, client }) => {
  await openClient(page, client);
  await expect(documents(page)).toContainText('Up to 50 MB each.');
  const go = api.holds(PART);
  await documents(page).getByLabel('Upload to:').selectOption('6.1 Proof of ID & Address');
  await choose(page);
  await expect(uploads(page)).toContainText(/Sending \d+%\s· 6\.1 Proof of ID & Address\s· 6144\.0 KB \(6\sMB\)/);
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Client Dashboard' })).toBeVisible();
  go();
  await expectToast(page, 'Document Uploaded');
  const [document] = await client.read('GET /api/clients/{id}/documents');
  expect(document).toMatchObject({ name: NAME, stageId: `${client.id}.6.1`, parts: 2 });
  expect((await downloadLarge(uploaderOf(adviser), document)).equals(LARGE)).toBe(true);
});

test('cancelling a large file in the dialog of a stage asks first, and Escape closes only the question', async ({
  page,
  api,
  adviser,
  client,
}) => {
  api.cuts(PART, ({ params }) => params.index === '1');
  await openClient(page, client);
  await panel(page, 'Journey Stages')
    .getByRole('button', { name: /^3\. Research/ })
    .click();
  await panel(page, 'Journey Stages').getByRole('button', { name: 'Details of Research' }).click();
  const stage = page.getByRole('dialog', { name: '3 Research' });
  await choose(page, stage);
  await expect(stage).toContainText('No connection. 66% has arrived.');
  const cancel = stage.getByRole('button', { name: `Cancel: ${NAME}` });
  const question = stage.getByRole('group', { name: 'Stop Sending' });
  await enterOn(page, cancel);
  await expect(question).toContainText(`Stop sending “${NAME}”? 66% has arrived and will be deleted.`);
  await expect(question).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(cancel).toBeFocused();
  await page.keyboard.press('Enter');
  await enterOn(page, question.getByRole('button', { name: 'Stop Sending' }));
  await expectToast(page, 'Upload Cancelled', `“${NAME}” was not sent.`);
  await expect(stage).toBeFocused();
  expect((await uploaderOf(adviser).list(client.id)).body).toEqual([]);
});

test('an unfinished upload survives the end of the session, but not a sign-out', async ({
  page,
  api,
  adviser,
  client,
}) => {
  await openClient(page, client);
  // The end of the session aborts the other part.
  api.expected.push(/parts\/0 net::ERR_ABORTED/);
  api.fails(PART, 401, 'Please sign in', { only: ({ params }) => params.index === '1' });
  await choose(page);
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
  api.recovers();
  await page.getByLabel('Email').fill(adviser.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  await openClient(page, client);
  await expect(unfinished(page)).toContainText(/^“statement\.txt” was only partly sent \(\d+%\)\./);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/');
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(NAME);
});

test('a large document is downloaded and previewed in parts, can be cancelled, and is checked', async ({
  page,
  api,
  adviser,
  client,
}) => {
  await uploadLarge(uploaderOf(adviser), client.id, LARGE, { name: NAME, stageId: `${client.id}.1.1` });
  await openClient(page, client);
  const dialog = await options(page, NAME);
  await expect(dialog).toContainText('6144.0 KB (6 MB)');
  const opening = dialog.getByRole('button', { name: 'Opening... 66%' });

  await test.step('saves the joined file, with its progress on the button', async () => {
    const go = await secondPart(page);
    const saved = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download' }).click();
    await expect(opening).toBeVisible();
    go();
    const download = await saved;
    expect(download.suggestedFilename()).toBe(NAME);
    expect((await readFile(await download.path())).equals(LARGE)).toBe(true);
  });

  await test.step('is cancelled by Escape, which keeps the dialog open, or by a second press', async () => {
    api.expected.push(/request failed: GET .*part=1 net::ERR_ABORTED/);
    for (const cancel of [() => page.keyboard.press('Escape'), () => opening.click()]) {
      const go = await secondPart(page);
      await dialog.getByRole('button', { name: 'Download' }).click();
      await expect(opening).toBeVisible();
      await cancel();
      await expect(dialog.getByRole('button', { name: 'Download' })).toBeVisible();
      go();
    }
    await expect(toastOf(page)).toHaveCount(0);
  });

  await test.step('saves and shows nothing if a part was changed', async () => {
    let saved = 0;
    page.on('download', () => {
      saved += 1;
    });
    for (const [button, title] of [
      ['Download', 'Download Failed'],
      ['Preview in Browser', 'Preview Failed'],
    ] as const) {
      const go = await secondPart(page, (bytes) => Buffer.concat([Buffer.from('?'), bytes.subarray(1)]));
      go();
      await dialog.getByRole('button', { name: button }).click();
      await expectToast(page, title);
      await dismissToast(page);
    }
    expect(saved).toBe(0);
    expect(page.context().pages()).toHaveLength(1);
  });

  await test.step('shows the joined file', async () => {
    await page.keyboard.press('Escape');
    const { shown } = await preview(page, NAME);
    expect(await shown.evaluate(() => document.body.textContent?.length)).toBe(LARGE.length);
  });
  expect(api.sent(BEGIN)).toEqual([]);
});
