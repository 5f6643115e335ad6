import type { Page } from '@playwright/test';
import type { ClientDesk } from '../support/acts.ts';
import { test } from '../support/browser/people.ts';
import { expectToast } from '../support/browser/toast.ts';
import { expect, otherBrowser } from '../support/browser/watched.ts';
import { codeIn, mailsTo } from '../support/mail.ts';

// Devices that open a client's page, with codes by email.

test.use({ viewport: { width: 390, height: 844 } });

const question = (page: Page) => page.getByRole('heading', { name: 'Is it you?' });
const journey = (page: Page) => page.getByRole('heading', { name: "Mia Wood's Journey" });
const devices = (page: Page) => page.getByRole('region', { name: 'Your Devices' });

/** Types the newest code once `mailed` codes were sent, and expects the page to open. */
async function confirm(page: Page, { email }: ClientDesk, mailed: number) {
  const codes = async () => (await mailsTo(email)).map(codeIn).filter(Boolean);
  await expect.poll(async () => (await codes()).length, { timeout: 60_000 }).toBe(mailed);
  const [newest = ''] = await codes();
  await page.getByLabel('6-digit code').fill(newest);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(journey(page)).toBeVisible();
}

test('a second device needs a code, and is refused at its next call once it is removed', async ({
  page,
  watch,
  client,
  baseURL,
}) => {
  watch.expected.push(/^401 \w+ .*\/api\/(portal|clients|tasks)\//, /status of 401/);
  await client.change({ stepUp: 'on' });
  await client.addTask({ title: 'Send your passport' });
  const open = async (on: Page) => {
    await on.goto(`/portal/${client.token}`);
    await expect(question(on)).toBeVisible();
  };
  await open(page);
  await confirm(page, client, 1);
  await page.reload();
  await expect(journey(page)).toBeVisible();

  const other = await otherBrowser(page, watch, { baseURL });
  await open(other);
  await confirm(other, client, 2);
  await other.getByLabel('Add Notes:').fill('Half a note');

  await page.goto(`/portal/${client.token}#devices`);
  await page.reload();
  await expect(devices(page).getByRole('listitem')).toHaveCount(2);
  const stranger = devices(page).getByRole('listitem').filter({ hasNotText: 'This device' });
  await expect(stranger).toHaveCount(1);
  await stranger.getByRole('button', { name: /^Remove/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expectToast(page, 'Device Removed');
  await expect(devices(page).getByRole('listitem')).toHaveCount(1);

  await other.getByRole('button', { name: 'Save Notes' }).click();
  await expect(question(other)).toBeVisible();
  await confirm(other, client, 3);
  await expect(other.getByLabel('Add Notes:')).toHaveValue('Half a note');
  await other.context().close();
});
