import type { Locator, Page } from '@playwright/test';
import { aDocument, expect, expectToast, openClient, options, panel, pickFile, stageIdOf, test } from '../screen.ts';

// Documents on the client's page: by stage, upload, what can be done with one (product 2, 9).

const LETTER = 'letter.txt';

const documents = (page: Page) => panel(page, 'Documents by Stage');
const uploadButton = (page: Page) => documents(page).getByRole('button', { name: 'Upload Document', exact: true });

/** Files on their way. */
const uploads = (page: Page) => documents(page).getByRole('list', { name: 'Uploads' }).getByRole('listitem');

/** Picks a file for upload. */
async function choose(page: Page, button: Locator, name: string, buffer: Buffer) {
  await pickFile(page, { name, mimeType: 'text/plain', buffer }, () => button.click());
}

const stageOf = (dialog: Locator) => dialog.getByLabel('Move to stage');
const move = (dialog: Locator) => dialog.getByRole('button', { name: 'Move' });

test('documents lie by stage', async ({ page, firm, client }) => {
  await test.step('lists them by stage, the unassigned ones apart', async () => {
    firm.documents = [
      aDocument({ name: 'terms.txt', fileSize: 1536, stageId: stageIdOf(client.id, 1.1) }),
      aDocument({ name: LETTER }),
    ];
    await openClient(page, client);
    const groups = documents(page).getByRole('heading', { level: 3 });
    await expect(groups).toHaveText(['1. First Meeting1 document', 'Unassigned Documents1 document']);
    const others = documents(page).getByRole('button', { name: '6 stages without documents' });
    await expect(others).toHaveAttribute('aria-expanded', 'false');
    await others.click();
    await expect(others).toHaveAttribute('aria-expanded', 'true');
    await expect(groups).toHaveCount(8);
    await expect(groups.first()).toHaveText('1. First Meeting1 document');
    await expect(groups.last()).toHaveText('Unassigned Documents1 document');
    await expect(groups.nth(1)).toHaveText('2. Information Gathering0 documents');
    await expect(
      documents(page)
        .getByRole('listitem')
        .filter({ hasText: 'terms.txt' })
        .getByText(/^\d+ \w+ \d{4} · Uploaded by adviser · 1\.5 KB · Encrypted$/),
    ).toBeVisible();
    await expect(documents(page).getByRole('listitem').filter({ hasText: 'terms.txt' })).toContainText(
      '1.1 Appointment Booked',
    );
    await others.click();
    await expect(groups).toHaveCount(2);
  });

  await test.step('counts them in the progress, which leads to them', async () => {
    await expect(panel(page, 'Progress').getByRole('button', { name: /2\s*Documents/ })).toBeVisible();
    await panel(page, 'Progress')
      .getByRole('button', { name: /Documents/ })
      .click();
    await expect(documents(page)).toBeFocused();
  });

  await test.step('says which document has to be signed, and which one is', async () => {
    const document = aDocument({
      name: 'engagement.txt',
      stageId: stageIdOf(client.id, 1.4),
      requiresSignature: true,
    });
    const line = documents(page).getByRole('listitem').filter({ hasText: 'engagement.txt' });
    firm.documents = [document];
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(line).toContainText('Encrypted · Signature required');
    firm.documents = [{ ...document, signatureStatus: 'signed' }];
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(line).toContainText('Encrypted · Signed');
  });
});

test('a file is uploaded, or said why it is not', async ({ page, api, client }) => {
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

  await test.step('uploads to the chosen stage, showing how far it is, once', async () => {
    const go = api.holds('POST /api/clients/{id}/documents');
    await documents(page).getByLabel('Upload to stage').selectOption('6.1 Proof of ID & Address');
    await choose(page, uploadButton(page), 'passport.txt', Buffer.from('P<GBR'));
    await expect(page.getByRole('progressbar', { name: 'Uploading passport.txt' })).toBeVisible();
    await expect(uploads(page)).toHaveText(
      /^passport\.txt(Uploading \d+%|Encrypting\.\.\.) · 6\.1 Proof of ID & Address · 0\.0 KB$/,
    );
    go();
    await expectToast(page, 'Document Uploaded', 'The document has been securely encrypted and stored.');
    await expect(documents(page).getByRole('heading', { name: /6\. Application.*1 document/ })).toBeVisible();
    await expect(documents(page).getByText('passport.txt')).toBeVisible();
    await expect(uploads(page)).toHaveCount(0);
    expect(api.sent('POST /api/clients/{id}/documents')).toHaveLength(1);
  });

  await test.step('says in the server’s words why it refuses a file', async () => {
    const REASON = 'Programs and scripts cannot be sent here. Please send a PDF or a photo instead.';
    api.fails('POST /api/clients/{id}/documents', 400, REASON);
    await choose(page, uploadButton(page), 'invoice.pdf.exe', Buffer.from('x'));
    await expectToast(page, 'Upload Failed', 'Failed to upload document');
    await expectToast(page, 'Upload Failed', REASON);
    await expect(uploads(page)).toContainText(REASON);
    await expect(uploads(page).getByRole('button')).toHaveText(['']);
  });

  await test.step('uploads to a stage from its dialog', async () => {
    api.recovers();
    await panel(page, 'Journey Stages').getByRole('button', { name: 'Details of First Meeting' }).click();
    const dialog = page.getByRole('dialog', { name: '1 First Meeting' });
    await choose(page, dialog.getByRole('button', { name: 'Upload Document' }), 'notes.txt', Buffer.from('Notes'));
    await expect(dialog.getByText('notes.txt')).toBeVisible();
  });
});

test('a document is previewed, moved and deleted, where that can be done', async ({ page, firm, api, client }) => {
  firm.documents = [
    aDocument({ name: 'form.pdf', type: 'application/pdf', preview: false, stageId: stageIdOf(client.id, 1.1) }),
    aDocument({
      name: 'page.json',
      type: 'application/octet-stream',
      preview: false,
      stageId: stageIdOf(client.id, 1.1),
    }),
    aDocument({ name: LETTER }),
  ];
  await openClient(page, client);

  await test.step('says why a document has no preview, and lets it be downloaded', async () => {
    for (const [name, why] of [
      ['form.pdf', /^This PDF contains active content/],
      ['page.json', 'This type of file has no preview. Download it to open it.'],
    ] as const) {
      const dialog = await options(page, name);
      await expect(dialog.getByText(why)).toBeVisible();
      await expect(dialog.getByRole('button', { name: 'Preview in Browser' })).toHaveCount(0);
      await expect(dialog.getByRole('button', { name: 'Download' })).toBeVisible();
      await dialog.getByRole('button', { name: 'Close' }).click();
    }
  });

  await test.step('opens the tab of a preview within the press, before the download ends, as Safari requires', async () => {
    const dialog = await options(page, LETTER);
    const content = api.holds('GET /api/documents/{id}/download');
    const popup = page.waitForEvent('popup');
    await dialog.getByRole('button', { name: 'Preview in Browser' }).click();
    const tab = await popup;
    await expect(tab.getByText('Opening...')).toBeVisible();
    content();
    await tab.waitForURL(/^blob:/);
    await tab.close();
    await dialog.getByRole('button', { name: 'Close' }).click();
  });

  await test.step('offers a link where the browser blocks the preview', async () => {
    await page.evaluate(() => {
      window.open = () => null;
    });
    const dialog = await options(page, LETTER);
    await dialog.getByRole('button', { name: 'Preview in Browser' }).click();
    await expect(dialog.getByRole('alert')).toContainText('Your browser blocked the preview.');
    await expect(dialog.getByRole('link', { name: 'Open the preview' })).toHaveAttribute('href', /^blob:/);
    await dialog.getByRole('button', { name: 'Close' }).click();
  });

  await test.step('keeps the stage that was chosen where the move is refused', async () => {
    const dialog = await options(page, LETTER);
    await expect(dialog.getByRole('button')).toHaveText(['Preview in Browser', 'Download', 'Move', '']);
    await expect(move(dialog)).toBeDisabled();
    await expect(stageOf(dialog)).toHaveValue('');
    api.fails('PATCH /api/documents/{id}', 409, 'This document was just moved.');
    // Going through the choices with the arrow keys moves nothing yet.
    await stageOf(dialog).press('ArrowDown');
    await stageOf(dialog).selectOption('6.1 Proof of ID & Address');
    expect(api.sent('PATCH /api/documents/{id}')).toHaveLength(0);
    await move(dialog).click();
    await expectToast(page, 'Move Failed', 'Failed to move document');
    await expectToast(page, 'Move Failed', 'This document was just moved.');
    await expect(stageOf(dialog)).toHaveValue(stageIdOf(client.id, 6.1));
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

  await test.step('a refused deletion leaves the document', async () => {
    api.fails('DELETE /api/documents/{id}');
    await documents(page)
      .getByRole('button', { name: `Delete document ${LETTER}` })
      .click();
    const dialog = page.getByRole('alertdialog', { name: 'Delete Document' });
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expectToast(page, 'Delete Failed', 'Failed to delete document');
    await expect(dialog).toBeHidden();
    await expect(documents(page).getByText(LETTER)).toBeVisible();
  });
});
