import type { Page } from '@playwright/test';
import { clientOf } from '../support/acts.ts';
import { openClient, panel } from '../support/browser/client-page.ts';
import { pickFile } from '../support/browser/documents.ts';
import { enter, test } from '../support/browser/people.ts';
import { expectToast } from '../support/browser/toast.ts';
import { expect, otherBrowser } from '../support/browser/watched.ts';
import { newAdviser } from '../support/builders.ts';
import { SOON } from '../support/inbox.ts';
import { mailsTo } from '../support/mail.ts';

// A couple with a phone each: two passports, one conversation, and a link that is taken away.

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'en-GB' };
const ROB = { name: 'Rob Smith', email: 'rob.smith@clients.example' };

const requests = (phone: Page) => phone.getByRole('region', { name: 'What We Need from You' });
const messages = (phone: Page) => phone.getByRole('region', { name: 'Messages' });
const bubble = (phone: Page, text: string) => phone.getByRole('listitem').filter({ hasText: text });

async function handIn(phone: Page, name: string) {
  const row = requests(phone)
    .getByRole('listitem')
    .filter({ hasText: `Passport (${name})` });
  if (!(await row.locator('details').evaluate((details: HTMLDetailsElement) => details.open)))
    await row.locator('summary').tap();
  const file = { name: `${name}.txt`, mimeType: 'text/plain', buffer: Buffer.from(name) };
  await pickFile(phone, file, () => row.getByRole('button', { name: 'Add Files or Photos' }).tap());
  await row.getByRole('button', { name: 'That’s Everything' }).tap();
  await expect(row).toContainText('Thank you.');
}

async function write(phone: Page, text: string) {
  await messages(phone).getByRole('link').first().tap();
  await messages(phone).getByRole('textbox').fill(text);
  await messages(phone).getByRole('button', { name: 'Send' }).tap();
  await expect(bubble(phone, text)).toContainText('You');
}

test('a couple hands in two passports from two phones, until one of them is removed', async ({ page, watch }) => {
  const adviser = await newAdviser('Ruth Amari');
  await enter(page.context(), adviser);
  const sarah = await clientOf(adviser, { name: 'Sarah Smith' });
  const [hers, his] = [await otherBrowser(page, watch, PHONE), await otherBrowser(page, watch, PHONE)];
  const access = panel(page, 'Client Portal Access');
  const dialog = page.getByRole('dialog');

  await test.step('the adviser adds Rob, and asks each of them for a passport', async () => {
    await openClient(page, sarah);
    await access.getByRole('button', { name: 'Add a Person…' }).click();
    await dialog.getByLabel('Name', { exact: true }).fill(ROB.name);
    await dialog.getByLabel('Email', { exact: true }).fill(ROB.email);
    await dialog.getByLabel('Email them their link').check();
    await dialog.getByRole('button', { name: 'Add Person' }).click();
    await expectToast(page, 'Person Added');
    await panel(page, 'Requests').getByRole('button', { name: 'Ask for Documents' }).click();
    await dialog.getByRole('button', { name: 'Something Else' }).click();
    await dialog.getByLabel('Title').last().fill('Passport');
    await dialog.getByRole('checkbox', { name: 'From each: Passport' }).check();
    await dialog.getByRole('button', { name: 'Ask for 2 Documents' }).click();
    await expectToast(page, 'Documents Requested');
  });

  await test.step('each opens the page by their own link, and hands in their own passport', async () => {
    const linkIn = async () => (await mailsTo(ROB.email)).map(({ text }) => /\/portal\/\S+--2/.exec(text)?.[0]);
    await expect.poll(linkIn, SOON).toContainEqual(expect.any(String));
    const link = (await linkIn()).find((found) => found !== undefined) ?? '';
    await his.goto(link);
    await hers.goto(`/portal/${sarah.token}`);
    await expect(his.getByText('You are Rob Smith.')).toBeVisible();
    await expect(hers.getByText('You are Sarah Smith.')).toBeVisible();
    await handIn(his, 'Rob');
    await handIn(hers, 'Sarah');
    await his.reload();
    await expect(requests(his)).toContainText('2 of 2 sent');
    const documents = his.getByRole('region', { name: 'Your Documents' }).getByRole('listitem');
    await expect(documents.filter({ hasText: 'Sarah.txt' })).toContainText('Sarah Smith');
    await expect(documents.filter({ hasText: 'Rob.txt' })).toContainText('you');
    await page.reload();
    await expect(panel(page, 'Audit Log').getByText('Rob Smith').first()).toBeVisible();
  });

  await test.step('one conversation names each of them on the other phone', async () => {
    await write(his, 'Mine expires in May');
    await hers.reload();
    await expect(messages(hers).getByText('Rob Smith: Mine expires in May')).toBeVisible();
    await write(hers, 'Mine is new');
    await expect(bubble(hers, 'Mine expires in May')).toContainText('Rob Smith');
    await his.reload();
    await expect(bubble(his, 'Mine is new')).toContainText('Sarah Smith');
    await expect(bubble(his, 'Mine expires in May')).toContainText('You');
  });

  await test.step('one of them stops reminders, and the other still gets them', async () => {
    await his.goto(new URL(his.url()).pathname);
    await expect(requests(his)).toBeVisible();
    await his.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await his.getByRole('link', { name: 'Change reminder emails' }).tap();
    await his.getByRole('button', { name: 'Stop Reminder Emails' }).tap();
    await expect(his.getByText('Stopped. You still get new requests')).toBeVisible();
    await sarah.by('POST /api/clients/{id}/requests', { body: { items: [{ title: 'Payslips' }] } });
    await page.reload();
    await panel(page, 'Requests').getByRole('button', { name: 'Send One Now' }).click();
    await expectToast(page, 'Reminder Sent');
    const remindersTo = async (email: string) =>
      (await mailsTo(email)).filter(({ subject }) => subject.startsWith('A reminder from')).length;
    await expect.poll(() => remindersTo(sarah.email), SOON).toBe(1);
    expect(await remindersTo(ROB.email)).toBe(0);
  });

  await test.step('the removed one’s next look for news ends on the page without access', async () => {
    await his.goBack();
    await expect(his.getByText('You are Rob Smith.')).toBeVisible();
    watch.expected.push(/^401 GET /, /status of 401/);
    await access.getByRole('button', { name: 'More for Rob Smith' }).click();
    await page.getByRole('menuitem', { name: 'Remove…' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await expectToast(page, 'Person Removed');
    // The page looks for news when its window is focused.
    await his.evaluate(() => window.dispatchEvent(new Event('focus')));
    await expect(his.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
    await hers.reload();
    await expect(bubble(hers, 'Mine expires in May')).toContainText('Rob Smith');
    await expect(hers.getByText('You are Sarah Smith.')).toHaveCount(0);
  });
});
