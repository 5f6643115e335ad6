import { readFile } from 'node:fs/promises';
import { test } from '../support/browser/people.ts';
import { expectToast } from '../support/browser/toast.ts';
import { expect } from '../support/browser/watched.ts';

// The firm's settings, audit log and CSV file, from the table to the disk.

test('an admin changes the settings, finds the change in the audit log, and downloads it as CSV', async ({
  page,
  admin,
}) => {
  const { body: before } = await admin.call('GET /api/settings');
  const restore = async () => {
    const { version } = (await admin.call('GET /api/settings')).body;
    const { phone, closedDays } = before.firm;
    await admin.call('PATCH /api/settings', { body: { version, firm: { phone, closedDays } } });
  };
  try {
    await page.goto('/admin/settings');
    await page.getByLabel('Phone').fill(`020 ${Date.now()}`);
    await page.getByLabel('Another closed day').fill('2036-12-30');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('button', { name: 'Save Firm' }).click();
    await expectToast(page, 'Settings Saved');
    await page.reload();
    await expect(page.getByRole('listitem').filter({ hasText: 'Tue, 30 Dec 2036' })).toBeVisible();

    await page.goto(`/admin/record?actor=${admin.id}`);
    const row = page.getByRole('row').filter({ hasText: 'Changed the firm settings: phone, closed days' });
    await expect(row).toContainText(admin.name);
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download as CSV' }).click();
    const file = await readFile(await (await saving).path(), 'utf8');
    expect(file).toMatch(/^\uFEFF"Time","Who","Role","What","About"\r\n/);
    expect(file).toContain(`"${admin.name}","admin","Changed the firm settings: phone, closed days",""`);
    await expect(page.getByRole('row').filter({ hasText: 'Exported the firm’s audit log' })).toBeVisible();
  } finally {
    await restore();
  }
});
