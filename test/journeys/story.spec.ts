import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { pickFile } from '../support/browser/documents.ts';
import { toastRegion } from '../support/browser/toast.ts';
import { expect, otherBrowser, test } from '../support/browser/watched.ts';
import { mailsTo } from '../support/mail.ts';

// One journey, end to end: an adviser at a desk, a client on a phone, the mail between them.

const MOTION = { reducedMotion: 'no-preference' } as const;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'en-GB', ...MOTION };
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test.use({ viewport: { width: 1280, height: 900 }, contextOptions: MOTION });

test('an adviser and a client go through the journey together', async ({ page, watch }) => {
  const id = randomUUID().slice(0, 8);
  const clientMail = `mia.${id}@clients.example`;
  const toast = (text: string) =>
    page.getByRole('status').or(toastRegion(page)).getByText(text, { exact: true }).first();

  await test.step('the adviser registers and is signed in', async () => {
    await page.goto('/');
    await expect(page.getByText('Making Personal Finance Simple')).toBeVisible();
    await page.getByRole('button', { name: 'Need an account? Register' }).click();
    await expect(page.getByRole('heading', { name: 'Create Account' })).toBeVisible();
    await page.getByLabel('Full Name').fill('Ruth Amari');
    await page.getByLabel('Email').fill(`ruth.${id}@advisers.example`);
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
    await page.getByRole('button', { name: 'Create Account' }).last().click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByRole('heading', { name: 'Client Dashboard' })).toBeVisible();
  });

  await test.step('the adviser adds a client', async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Clients', exact: true }).click();
    await expect(page.getByText('No clients yet. Add your first client to get started.')).toBeVisible();
    await page.getByRole('button', { name: 'Add Client' }).first().click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('button', { name: 'Create Client' })).toBeDisabled();
    await dialog.getByLabel('Name').fill('Mia Wood');
    await dialog.getByLabel('Email', { exact: true }).fill(clientMail);
    await dialog.getByLabel('Phone').fill('020 7946 0123');
    await dialog.getByRole('button', { name: 'Create Client' }).click();
    await expect(page.getByText('Client Created Successfully')).toBeVisible();
    await page
      .getByRole('link', { name: /Mia Wood/ })
      .first()
      .click();
    await expect(page.getByRole('heading', { name: 'Mia Wood' })).toBeVisible();
  });

  await test.step('the adviser starts and completes a stage', async () => {
    await page.getByRole('button', { name: 'Start First Meeting' }).first().click();
    await expect(page.getByText('Current: First Meeting')).toBeVisible();
    await page.getByRole('button', { name: 'Complete First Meeting' }).first().click();
    await expect(page.getByText('Current: Information Gathering')).toBeVisible();
  });

  await test.step('the adviser uploads a document', async () => {
    const terms = { name: 'Terms of business.txt', mimeType: 'text/plain', buffer: Buffer.from('Our terms') };
    await pickFile(page, terms, () =>
      page.getByRole('button', { name: 'Upload Document', exact: true }).first().click(),
    );
    await expect(page.getByText('Terms of business.txt').first()).toBeVisible();
  });

  await test.step('the adviser assigns a task', async () => {
    await page.getByRole('button', { name: 'Assign Task' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Title').fill('Send a photo of your passport');
    await dialog.getByLabel('Description').fill('The page with your picture');
    await dialog.getByRole('button', { name: /assign|create/i }).click();
    await expect(page.getByText('Send a photo of your passport').first()).toBeVisible();
  });

  const link = await test.step('the adviser emails the portal link', async () => {
    await page.getByRole('button', { name: /email/i }).last().click();
    await expect(toast('Email Sent')).toBeVisible();
    // Away from the client's page, which would mark notices as read.
    await page.getByRole('link', { name: /^Inbox/ }).click();
    const [mail] = await mailsTo(clientMail);
    return /http:\/\/\S+\/portal\/[\w-]+/.exec(mail?.text ?? '')?.[0] ?? '';
  });

  await test.step('the client opens the emailed link on a phone, adds notes and a file, and completes the task', async () => {
    const phone = await otherBrowser(page, watch, PHONE);
    await phone.goto(link);
    await expect(phone.getByRole('heading', { name: "Mia Wood's Journey" })).toBeVisible();
    await expect(phone.getByText('Secure, encrypted access')).toBeVisible();
    await expect(phone.getByText('Send a photo of your passport').first()).toBeVisible();

    const notes = phone.getByLabel('Add Notes:').first();
    await expect(phone.getByRole('button', { name: 'Save Notes' })).toBeDisabled();
    await notes.fill('The photo is a bit dark');
    await phone.getByRole('button', { name: 'Save Notes' }).click();
    await expect(phone.getByText('Your Notes:')).toBeVisible();

    await phone
      .getByRole('button', { name: /First Meeting/ })
      .first()
      .click();
    await pickFile(phone, { name: 'passport.png', mimeType: 'image/png', buffer: PNG }, () =>
      phone
        .getByRole('button', { name: /upload|choose|photo/i })
        .last()
        .click(),
    );
    await expect(phone.getByText('passport.png').first()).toBeVisible();
    await phone.keyboard.press('Escape');

    await phone.getByRole('button', { name: 'Mark Complete' }).first().click();
    await expect(phone.getByRole('button', { name: 'Mark Complete' })).toHaveCount(0);
    await expect(phone.getByText('The task has been marked as complete.')).toBeVisible();
    await phone.context().close();
  });

  await test.step('the adviser sees the client’s notes, and downloads the file', async () => {
    const noted = page.getByRole('link', { name: 'Added notes to “Send a photo of your passport”' });
    // Event handlers add notices one by one; an open page polls every half minute.
    await expect(async () => {
      await page.reload();
      await expect(noted).toBeVisible({ timeout: 3_000 });
    }).toPass();
    await noted.click();
    await expect(page.getByText('The photo is a bit dark')).toBeVisible();
    await expect(page.getByText('passport.png').first()).toBeVisible();
    const saved = page.waitForEvent('download');
    await page
      .getByRole('button', { name: /passport\.png/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Download' }).first().click();
    expect(await readFile(await (await saved).path())).toEqual(PNG);
  });
});
