import { enter, test } from '../support/browser/people.ts';
import { openSettings } from '../support/browser/settings.ts';
import { expectToast } from '../support/browser/toast.ts';
import { expect, otherBrowser } from '../support/browser/watched.ts';
import { newAdmin } from '../support/builders.ts';
import { mailsTo } from '../support/mail.ts';

// The firm's legal lines, from the settings to the client who wants to complain.

test('an admin fills in the legal lines, and a client finds from an email how to complain', async ({
  page,
  context,
  watch,
  client,
}) => {
  const own = await otherBrowser(page, watch, { viewport: { width: 390, height: 844 } });
  const dialog = own.getByRole('dialog');

  await test.step('the admin saves who the firm is, and how to complain', async () => {
    await enter(context, await newAdmin());
    await openSettings(page, 'Legal');
    await page.getByLabel('Legal name').fill('Harbour Advice Ltd');
    await page.getByLabel('FCA number').fill('123456');
    await page.getByLabel('How to complain').fill('Write to us.\nWe answer within 8 weeks.');
    await page.getByRole('button', { name: 'Save Legal' }).click();
    await expectToast(page, 'Settings Saved');
  });

  await test.step('the email says that the client’s page has the answer', async () => {
    await client.by('POST /api/clients/{id}/send-portal-link');
    const [mail] = await mailsTo(client.email, 1);
    expect(mail?.text).toContain('How to complain: on your page');
    const [, link = ''] = /(\/portal\/\S+)/.exec(mail?.text ?? '') ?? [];
    await own.goto(link);
  });

  await test.step('the foot of the page opens the text', async () => {
    await own.getByRole('heading', { name: 'Secure & Private' }).waitFor();
    await own.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await own.getByRole('button', { name: 'How to complain' }).click();
    await expect(dialog.getByText('Write to us.')).toHaveText('Write to us.\nWe answer within 8 weeks.');
    await expect(dialog).toContainText('You can also write a message to Ruth Amari on this page.');
  });

  await test.step('the foot says who the firm is', async () => {
    await dialog.getByRole('button', { name: 'Close' }).click();
    await own.getByRole('button', { name: /^About / }).click();
    await expect(dialog).toContainText('Harbour Advice Ltd');
    await expect(dialog).toContainText('FCA number 123456. You can check it at register.fca.org.uk.');
  });
});
