import { DAY_MS } from '#shared/rules/time.ts';
import { saveSettings } from '../../support/acts.ts';
import { test } from '../../support/browser/people.ts';
import { expectToast } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';
import { newAdmin } from '../../support/builders.ts';
import { START, setNow } from '../../support/clock.ts';
import { mailsTo } from '../../support/mail.ts';

const NEW_LINK = 'POST /api/portal/new-link';

test.use({ viewport: { width: 390, height: 844 } });

test('an expired link offers a new one, and a suspended link is denied', async ({ page, api, client, watch }) => {
  watch.expected.push(/^401 GET .*\/api\/portal\//, /status of 401/);
  await saveSettings(await newAdmin(), { portal: { linkDays: 7 } });
  setNow(START + 8 * DAY_MS);
  await page.goto(`/portal/${client.token}`);
  await expect(page.getByRole('heading', { name: 'This link has expired' })).toBeVisible();

  const ask = page.getByRole('button', { name: 'Send Me a New One' });
  api.fails(NEW_LINK, 429, 'Too many attempts. Please try again in an hour.');
  await ask.click();
  await expectToast(page, 'Error', 'Too many attempts. Please try again in an hour.');
  api.recovers();
  await ask.click();
  const answer = page
    .getByRole('status')
    .filter({ hasText: 'A new link is on its way to the email address that we have for you.' });
  await expect(answer).toBeFocused();
  await expect(ask).toHaveCount(0);
  expect(api.sent(NEW_LINK).at(-1)).toMatchObject({ body: { token: client.token } });

  await test.step('an older email leads to the newest link', async () => {
    await expect.poll(async () => (await mailsTo(client.email)).length).toBe(1);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'This is an older link' })).toBeVisible();
    await page.getByRole('button', { name: 'Send Me the Newest One' }).click();
    await expect(answer).toBeFocused();
  });

  await test.step('shows no more for a suspended link than for an unknown one', async () => {
    // The adviser's session ended days ago.
    expect((await client.change({ portalSuspended: true }, await newAdmin())).status).toBe(200);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
  });
});
