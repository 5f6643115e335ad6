import { openClient, panel } from '../support/browser/client-page.ts';
import { test } from '../support/browser/people.ts';
import { dismissToast, expectToast } from '../support/browser/toast.ts';
import { expect, otherBrowser } from '../support/browser/watched.ts';
import { mailsTo } from '../support/mail.ts';
import { ask, sendFor } from '../support/requests.ts';

// Reminders as the adviser and the client meet them, from the first to the last.

test('a client is reminded, stops and starts reminders, and hands in what was asked for', async ({
  page,
  watch,
  client,
}) => {
  const passport = await ask(client, 'Passport');
  const requests = panel(page, 'Requests');
  const own = await otherBrowser(page, watch, { viewport: { width: 390, height: 844 } });
  const reminder = async () =>
    (await mailsTo(client.email)).find(({ subject }) =>
      /^A reminder from Ruth Amari at .*: 1 thing is still open$/.test(subject),
    );

  await test.step('the adviser sends a reminder by hand', async () => {
    await openClient(page, client);
    await expect(requests).toContainText('Reminders: next on');
    await requests.getByRole('button', { name: 'Send One Now' }).click();
    await expectToast(page, 'Reminder Sent');
    await dismissToast(page);
    await expect.poll(reminder).toBeDefined();
    await page.reload();
    await expect(requests.getByRole('button', { name: 'Pause Until…' })).toBeVisible();
    await expect(requests.getByRole('button', { name: 'Send One Now' })).toHaveCount(0);
  });

  await test.step('the client stops reminders by the link in the email', async () => {
    const [, link = ''] =
      /Pause or stop these reminders:\n\S+?(\/reminders\/\S+)/.exec((await reminder())?.text ?? '') ?? [];
    await own.goto(link);
    await own.getByRole('button', { name: 'Stop Reminder Emails' }).click();
    await expect(own.getByText('Stopped. You still get new requests')).toBeVisible();
    await page.reload();
    await expect(requests).toContainText('stopped by the client on 25 November');
    await expect(requests.getByRole('button', { name: 'Send One Now' })).toHaveCount(0);
  });

  await test.step('the client starts them again from the portal, and hands the passport in', async () => {
    await own.goto(`/portal/${client.token}`);
    await expect(own.getByRole('region', { name: 'Secure & Private' })).toBeAttached();
    await own.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect(own.getByText('Reminder emails: stopped.')).toBeVisible();
    await own.getByRole('link', { name: 'Change reminder emails' }).click();
    await own.getByRole('button', { name: 'Start Again' }).click();
    await expect(own.getByText('While something that we asked you for')).toBeVisible();
    await sendFor(passport, client, 'passport.txt');
    await client.own.call('POST /api/requests/{id}/submit', { params: { id: passport.id } });
    await page.reload();
    await expect(requests).toContainText('none: nothing is open');
  });
});
