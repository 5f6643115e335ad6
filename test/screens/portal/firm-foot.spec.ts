import { openPortal, saveSettings } from '../../support/acts.ts';
import { test } from '../../support/browser/people.ts';
import { expect } from '../../support/browser/watched.ts';
import { newAdmin } from '../../support/builders.ts';

const NAME = 'Harbour Financial Planning';
const LEGAL = {
  statusLine: 'Authorised and regulated by the Financial Conduct Authority',
  legalName: 'Harbour Ltd',
  company: 'Registered in England, 01234567',
  frn: '123456',
  privacyUrl: 'https://harbour.example/privacy',
  complaints: 'Write to us.\nWe answer.',
  dataContact: 'data@harbour.example',
};
const ABOUT_DATA = 'About your personal data: data@harbour.example.';
const COMPLAINTS = 'GET /api/firm/complaints';

test.use({ viewport: { width: 390, height: 844 } });

test('each page for clients ends in the legal lines that the firm has filled in', async ({
  page,
  api,
  client,
  watch,
}) => {
  watch.expected.push(/^401 GET .*\/api\/portal\//, /status of 401/);
  const admin = await newAdmin();
  const dialog = page.getByRole('dialog');
  const about = page.getByRole('button', { name: `About ${NAME}` });
  const privacy = page.getByRole('link', { name: 'Privacy notice' });
  const text = page.getByRole('button', { name: 'How to complain' });
  const address = page.getByRole('link', { name: 'How to complain' });
  const { key } = (await openPortal(client.token)).body.reminders;
  const open = async (path: string) => {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  };
  const openOwn = async () => {
    await open(`/portal/${client.token}`);
    await page.getByRole('heading', { name: 'Secure & Private' }).waitFor();
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await page.getByText('Reminder emails: on.').waitFor();
  };
  await saveSettings(admin, { firm: { name: NAME } });

  await test.step('shows nothing without lines', async () => {
    await openOwn();
    for (const part of [about, privacy, text, address]) await expect(part).toHaveCount(0);
  });

  await test.step('leads to the firm’s addresses in a new tab', async () => {
    await saveSettings(admin, { legal: { privacyUrl: LEGAL.privacyUrl, complaints: 'https://harbour.example/help' } });
    await openOwn();
    for (const [link, url] of [
      [privacy, LEGAL.privacyUrl],
      [address, 'https://harbour.example/help'],
    ] as const) {
      await expect(link).toHaveAttribute('href', url);
      await expect(link).toHaveAttribute('target', '_blank');
      await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
    }
    await expect(about).toHaveCount(0);
  });

  await saveSettings(admin, { legal: LEGAL });
  for (const path of [`/portal/${client.token}`, '/portal/not-a-token', `/reminders/${key}`])
    await test.step(`has targets for a thumb, and says how to complain, on ${path.split('/', 3).at(1)}`, async () => {
      await (path.includes(client.token) ? openOwn() : open(path));
      for (const part of [about, privacy, text]) expect((await part.boundingBox())?.height).toBeGreaterThanOrEqual(44);
      await text.click();
      await expect(dialog.getByText('Write to us.')).toHaveText(LEGAL.complaints);
      await expect(dialog).toContainText(ABOUT_DATA);
      const message = dialog.getByText('You can also write a message to Ruth Amari on this page.');
      await expect(message).toHaveCount(path.includes(client.token) ? 1 : 0);
      await page.keyboard.press('Escape');
      await expect(text).toBeFocused();
      await about.click();
      await expect(dialog.getByRole('paragraph')).toHaveText([
        LEGAL.statusLine,
        `${LEGAL.legalName}, ${LEGAL.company}`,
        'FCA number 123456. You can check it at register.fca.org.uk.',
        ABOUT_DATA,
      ]);
      await page.keyboard.press('Escape');
    });

  await test.step('offers to load the text again after a failure', async () => {
    api.fails(COMPLAINTS);
    await page.reload();
    await text.click();
    await expect(dialog.getByRole('alert')).toContainText('How to complain could not be loaded');
    api.recovers();
    await dialog.getByRole('button', { name: 'Try Again' }).click();
    await expect(dialog.getByText('Write to us.')).toBeVisible();
  });
});
