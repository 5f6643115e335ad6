import type { Locator, Page } from '@playwright/test';
import { countOf } from '#shared/rules/counted-words.ts';
import { clientOf, saveSettings } from '../../support/acts.ts';
import { expectAccessible } from '../../support/browser/axe.ts';
import { openClient, panel, unfoldDiagram } from '../../support/browser/client-page.ts';
import { options, pickFile, preview } from '../../support/browser/documents.ts';
import { test } from '../../support/browser/people.ts';
import { expectToast } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';
import { demoAdmin, upload } from '../../support/builders.ts';

const LETTER = 'letter.txt';

const documents = (page: Page) => panel(page, 'Documents by Stage');
const uploadButton = (page: Page) => documents(page).getByRole('button', { name: 'Upload Document', exact: true });

const uploads = (page: Page) => documents(page).getByRole('list', { name: 'Uploads' }).getByRole('listitem');

async function choose(page: Page, button: Locator, name: string, buffer: Buffer) {
  await pickFile(page, { name, mimeType: 'text/plain', buffer }, () => button.click());
}

const stageOf = (dialog: Locator) => dialog.getByLabel('Move to stage');
const move = (dialog: Locator) => dialog.getByRole('button', { name: 'Move' });

/** Stages of the documents; one document has none. */
const PLACES = [1.1, 1.1, 1.4, 2, 2, 1.4, 2.3, 2.3, 2.3, 4, undefined];
const COUNTS = { 'First Meeting': 4, 'Information Gathering': 5, Research: 0, Proposal: 1 };

test('documents are listed by stage, with the same counts on each screen', async ({ page, adviser }) => {
  const client = await clientOf(adviser, { name: 'Mia Wood' });
  for (const [i, place] of PLACES.entries())
    await upload(adviser, client.id, 'x'.repeat(1536), `terms-${i}.txt`, place ? `${client.id}.${place}` : undefined);
  // Signs the newest document of the stage.
  await client.setStage('1.4', { status: 'completed' });
  await openClient(page, client);

  await test.step('groups documents by stage, with empty stages and unassigned documents apart', async () => {
    const groups = documents(page).getByRole('heading', { level: 3 });
    const shown = [
      '1. First Meeting4 documents',
      '2. Information Gathering5 documents',
      '4. Proposal1 document',
      'Unassigned Documents1 document',
    ];
    await expect(groups).toHaveText(shown);
    const others = documents(page).getByRole('button', { name: 'Show 4 Stages Without Documents' });
    await expect(others).toHaveAttribute('aria-expanded', 'false');
    await others.click();
    await expect(groups).toHaveCount(8);
    await expect(groups.nth(2)).toHaveText('3. Research0 documents');
    await documents(page).getByRole('button', { name: '4 Stages Without Documents' }).click();
    await expect(groups).toHaveText(shown);
    const line = documents(page).getByRole('listitem');
    const first = line.filter({ hasText: 'terms-0.txt' });
    await expect(first.getByText(/^\d+ \w+ \d{4}\s· Uploaded by adviser\s· 1\.5 KB\s· Encrypted$/)).toBeVisible();
    await expect(first).toContainText('1.1 Appointment Booked');
    await expect(line.filter({ hasText: 'terms-2.txt' })).toContainText('Encrypted · Signature required');
    await expect(line.filter({ hasText: 'terms-5.txt' })).toContainText('Encrypted · Signed');
  });

  await test.step('counts all documents in the progress, and links to them', async () => {
    await panel(page, 'Progress')
      .getByRole('button', { name: `${PLACES.length} Documents` })
      .click();
    await expect(documents(page)).toBeFocused();
  });

  await test.step('shows the same counts in the diagram, the stages and the dialog of a stage', async () => {
    const diagram = await unfoldDiagram(page);
    for (const [i, [title, count]] of Object.entries(COUNTS).entries()) {
      const node = diagram.getByRole('button', { name: `${i + 1} ${title}` });
      const line = panel(page, 'Journey Stages').getByRole('button', { name: new RegExp(`^${i + 1}\\. ${title}`) });
      for (const part of [node, line])
        if (count > 0) await expect(part).toContainText(countOf(count, 'document'));
        else await expect(part).not.toContainText('document');
      await node.click();
      const dialog = page.getByRole('dialog', { name: `${i + 1} ${title}` });
      await expect(dialog.getByRole('listitem')).toHaveCount(count);
      await page.keyboard.press('Escape');
    }
  });

  await test.step('shows the same counts in the portal', async () => {
    await page.goto(`/portal/${client.token}`);
    const journey = page.getByRole('region', { name: 'Your Investment Journey' });
    for (const [title, count] of Object.entries(COUNTS)) {
      const button = page.getByRole('button', { name: new RegExp(`^${title}`) });
      const stage = journey.getByRole('listitem').filter({ has: button });
      const card = stage.getByRole('button', { name: new RegExp(`^${title}`) });
      if (count > 0) await expect(card).toContainText(countOf(count, 'document'));
      else await expect(card).not.toContainText('document');
      await card.click();
      await expect(stage.getByRole('button', { name: /^Download / })).toHaveCount(count);
    }
  });
});

test('an adviser uploads a file to a stage, and sees why a file is refused', async ({ page, api, client }) => {
  await saveSettings(await demoAdmin(), { documents: { maxMb: 4 } });
  await openClient(page, client);

  await test.step('refuses a file over the limit before sending it', async () => {
    await choose(page, uploadButton(page), 'video.txt', Buffer.alloc(4 * 1024 * 1024 + 1));
    await expectToast(page, 'Upload Failed', 'Files can be at most 4 MB. Please choose a smaller file.');
    expect(api.sent('POST /api/clients/{id}/documents')).toHaveLength(0);
    await expect(uploads(page)).toHaveText(/^video\.txtFiles can be at most 4 MB/);
    await expect(uploads(page).getByRole('button', { name: /^Try Again/ })).toHaveCount(0);
    await uploads(page).getByRole('button', { name: 'Dismiss: video.txt' }).click();
    await expect(uploads(page)).toHaveCount(0);
    await expect(documents(page)).toBeFocused();
  });

  await test.step('uploads once to the chosen stage, with progress', async () => {
    const go = api.holds('POST /api/clients/{id}/documents');
    await documents(page).getByLabel('Upload to:').selectOption('6.1 Proof of ID & Address');
    await choose(page, uploadButton(page), 'passport.txt', Buffer.from('P<GBR'));
    await expect(page.getByRole('progressbar', { name: 'Uploading passport.txt' })).toBeVisible();
    await expect(uploads(page)).toHaveText(
      /^passport\.txt(Sending \d+%|Encrypting\.\.\.)\s· 6\.1 Proof of ID & Address\s· 0\.0 KB$/,
    );
    go();
    await expectToast(page, 'Document Uploaded', 'The document has been securely encrypted and stored.');
    await expect(documents(page).getByRole('heading', { name: /6\. Application.*1 document/ })).toBeVisible();
    await expect(documents(page).getByText('passport.txt')).toBeVisible();
    await expect(uploads(page)).toHaveCount(0);
    expect(api.sent('POST /api/clients/{id}/documents')).toHaveLength(1);
  });

  await test.step('shows the server’s reason for refusing a file', async () => {
    const REASON = 'Programs and scripts cannot be sent here. Please send a PDF or a photo instead.';
    api.fails('POST /api/clients/{id}/documents', 400, REASON);
    await choose(page, uploadButton(page), 'invoice.pdf.exe', Buffer.from('x'));
    await expectToast(page, 'Upload Failed', 'Failed to upload document');
    await expectToast(page, 'Upload Failed', REASON);
    await expect(uploads(page)).toContainText(REASON);
    await expect(uploads(page).getByRole('button')).toHaveText(['']);
  });

  await test.step('offers to upload to the current stage, once the journey has begun', async () => {
    const uploadTo = documents(page).getByLabel('Upload to:');
    await page.reload();
    await expect(uploadTo).toHaveValue('');
    await client.setStage('1', { status: 'completed' });
    await page.reload();
    await expect(uploadTo).toHaveValue(`${client.id}.2`);
  });
});

test('an adviser previews and moves a document, and a refused move keeps it', async ({
  page,
  adviser,
  api,
  client,
}) => {
  const hostile = '&lt;<img src=x onerror=document.title=1>.txt';
  await upload(adviser, client.id, 'A letter', LETTER);
  await upload(adviser, client.id, 'A note', hostile, `${client.id}.1.1`);
  await openClient(page, client);
  await documents(page).getByRole('button', { name: 'Unassigned Documents' }).click();

  await test.step('opens the preview’s tab within the click, before the download ends, as Safari requires', async () => {
    const dialog = await options(page, LETTER);
    const content = api.holds('GET /api/documents/{id}/download');
    const popup = page.waitForEvent('popup');
    await dialog.getByRole('button', { name: 'Preview in Browser' }).click();
    const tab = await popup;
    await expect(tab.getByText('Opening...')).toBeVisible();
    expect(await tab.title()).toBe(LETTER);
    content();
    await tab.waitForURL(/^blob:/);
    await dialog.getByRole('button', { name: 'Close' }).click();
    expect(await tab.title()).toBe(LETTER);
    const saved = tab.waitForEvent('download');
    await tab.getByRole('link', { name: `Download ${LETTER}` }).click();
    expect((await saved).suggestedFilename()).toBe(LETTER);
    await expectAccessible(tab);
    await tab.getByRole('link', { name: 'Open Without This Bar' }).click();
    await expect(tab.locator('pre')).toBeVisible();
    await tab.close();
  });

  await test.step('previews a document whose name contains HTML', async () => {
    const { tab, shown } = await preview(page, hostile);
    await expect(shown.locator('pre')).toBeVisible();
    expect(await tab.title()).toBe(hostile);
    await tab.close();
  });

  await test.step('offers a link if the browser blocks the preview', async () => {
    await page.evaluate(() => {
      window.open = () => null;
    });
    const dialog = await options(page, LETTER);
    await dialog.getByRole('button', { name: 'Preview in Browser' }).click();
    await expect(dialog.getByRole('alert')).toContainText('Your browser blocked the preview.');
    await expect(dialog.getByRole('link', { name: 'Open the preview' })).toHaveAttribute('href', /^blob:/);
    await dialog.getByRole('button', { name: 'Close' }).click();
  });

  await test.step('keeps the chosen stage if the move is refused', async () => {
    const dialog = await options(page, LETTER);
    await expect(dialog.getByRole('button')).toHaveText([
      'Preview in Browser',
      'Download',
      'Move',
      'Delete Document',
      '',
    ]);
    await expect(move(dialog)).toBeDisabled();
    await expect(stageOf(dialog)).toHaveValue('');
    api.fails('PATCH /api/documents/{id}', 409, 'This document was just moved.');
    // Arrow keys change the choice, but do not move the document yet.
    await stageOf(dialog).press('ArrowDown');
    await stageOf(dialog).selectOption('6.1 Proof of ID & Address');
    expect(api.sent('PATCH /api/documents/{id}')).toHaveLength(0);
    await move(dialog).click();
    await expectToast(page, 'Move Failed', 'Failed to move document');
    await expectToast(page, 'Move Failed', 'This document was just moved.');
    await expect(stageOf(dialog)).toHaveValue(`${client.id}.6.1`);
  });

  await test.step('moves the document to that stage, and back to none', async () => {
    const dialog = page.getByRole('dialog', { name: LETTER });
    api.recovers();
    const go = api.holds('PATCH /api/documents/{id}');
    await move(dialog).click();
    await expect(dialog.getByRole('button', { name: 'Moving...' })).toHaveAttribute('aria-busy', 'true');
    go();
    await expectToast(page, 'Document Moved');
    await expect(dialog).toBeHidden();
    await expect(documents(page).getByRole('heading', { name: /6\. Application.*1 document/ })).toBeVisible();
    await expect(documents(page)).toBeFocused();
    await stageOf(await options(page, LETTER)).selectOption('Unassigned');
    await move(dialog).click();
    await expect(documents(page).getByRole('heading', { name: /Unassigned Documents.*1 document/ })).toBeVisible();
  });
});
