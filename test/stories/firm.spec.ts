import { readFile } from 'node:fs/promises';
import { expectToast } from '../support/browser/toast.ts';
import { expect } from '../support/browser/watched.ts';
import { test } from './people.ts';

// The firm's settings, its record and its file, from the table to the disk.

test('an admin changes the settings, finds that in the record, and takes the record along', async ({ page, admin }) => {
  const { body: before } = await admin.call('GET /api/settings');
  const restore = async () => {
    const { version } = (await admin.call('GET /api/settings')).body;
    const { phone, closedDays } = before.firm;
    await admin.call('PATCH /api/settings', { body: { version, firm: { phone, closedDays } } });
  };
  try {
    await page.goto('/admin/settings');
    await page.getByLabel('Phone').fill(`020 ${Date.now()}`);
    await page.getByLabel('Another closed day').fill('2099-12-29');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('button', { name: 'Save Firm' }).click();
    await expectToast(page, 'Settings Saved');
    await page.reload();
    await expect(page.getByRole('listitem').filter({ hasText: 'Tue, 29 Dec 2099' })).toBeVisible();

    await page.goto(`/admin/record?actor=${admin.id}`);
    const row = page.getByRole('row').filter({ hasText: 'Changed the firm settings: phone, closed days' });
    await expect(row).toContainText(admin.name);
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download as CSV' }).click();
    const file = await readFile(await (await saving).path(), 'utf8');
    expect(file).toMatch(/^\uFEFF"Time","Who","Role","What","About"\r\n/);
    expect(file).toContain(`"${admin.name}","admin","Changed the firm settings: phone, closed days",""`);
    await expect(page.getByRole('row').filter({ hasText: 'Exported the firm’s record' })).toBeVisible();
  } finally {
    await restore();
  }
});

test('what one is mailed about is kept', async ({ page, adviser }) => {
  await page.goto('/account');
  const documents = page.getByRole('group', { name: 'Documents' });
  await documents.getByRole('radio', { name: 'Daily summary' }).check();
  await expectToast(page, 'Preference Saved', 'Documents: daily summary');
  await page.reload();
  await expect(documents.getByRole('radio', { name: 'Daily summary' })).toBeChecked();
  expect((await adviser.call('GET /api/account/notifications')).body).toMatchObject({
    documents: 'daily',
    tasks: 'now',
  });
});
