import type { Page } from '@playwright/test';
import { Caller } from '../../support/api.ts';
import { enter, test } from '../../support/browser/people.ts';
import { expectToast } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';
import { codeIn, mailsTo } from '../../support/mail.ts';
import { IPHONE, WINDOWS } from '../../support/people/user-agents.ts';

const DEVICES = 'GET /api/portal/devices';

test.use({ viewport: { width: 390, height: 844 } });

const section = (page: Page) => page.getByRole('region', { name: 'Your Devices' });
const line = (page: Page, label: string) => section(page).getByRole('listitem').filter({ hasText: label });

test('a client sees and removes devices at the foot of the page', async ({ page, context, api, client, watch }) => {
  const dialog = page.getByRole('alertdialog');
  const toFoot = () => page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  const open = async () => {
    await page.goto(`/portal/${client.token}`);
    await expect(page.getByText('No messages yet')).toBeVisible();
  };

  await test.step('shows nothing without devices', async () => {
    await open();
    expect(api.sent(DEVICES)).toHaveLength(0);
    await toFoot();
    await expect.poll(() => api.sent(DEVICES).length).toBe(1);
    await expect(section(page)).toHaveCount(0);
  });

  await test.step('reports devices that fail to load, and retries', async () => {
    await client.change({ stepUp: 'on' });
    const phone = new Caller(client.token);
    await phone.call('POST /api/portal/code');
    await expect.poll(async () => (await mailsTo(client.email)).some(codeIn)).toBe(true);
    const body = { code: codeIn((await mailsTo(client.email)).find(codeIn)), remember: true };
    await phone.call('POST /api/portal/device', { body, headers: { 'user-agent': IPHONE } });
    await client.confirmDevice({ 'user-agent': WINDOWS });
    await enter(context, phone);
    api.fails(DEVICES);
    await page.reload();
    await expect(page.getByText('No messages yet')).toBeVisible();
    await toFoot();
    await expect(section(page)).toContainText('Your devices could not be loaded');
    api.recovers();
    await section(page).getByRole('button', { name: 'Try Again' }).click();
    await expect(section(page).getByRole('listitem')).toHaveCount(2);
  });

  await test.step('shows how each device was confirmed, and marks the one in use', async () => {
    const own = line(page, 'iPhone, Safari');
    await expect(own).toContainText('This device');
    await expect(own).toContainText(/Confirmed \d+ \w+ \d{4} by email\s· last opened/);
    await expect(line(page, 'Windows, Chrome')).toContainText('by phone');
    await expect(line(page, 'Windows, Chrome')).not.toContainText('This device');
  });

  await test.step('removes another device after a confirmation', async () => {
    await section(page).getByRole('button', { name: 'Remove Windows, Chrome' }).click();
    await expect(dialog).toHaveAccessibleName('Remove Windows, Chrome?');
    await expect(dialog).toContainText('Your page will ask for a new code before it opens there again.');
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await expectToast(page, 'Device Removed');
    await expect(section(page).getByRole('listitem')).toHaveCount(1);
    await expect(section(page)).toBeFocused();
  });

  const removeOwn = async () => {
    await section(page).getByRole('button', { name: 'Remove iPhone, Safari' }).click();
    await expect(dialog).toContainText('You are using this device now.');
    await dialog.getByRole('button', { name: 'Remove' }).click();
  };

  await test.step('keeps a device that cannot be removed', async () => {
    api.fails('DELETE /api/portal/devices/{id}', 500, 'Out of order');
    await removeOwn();
    await expectToast(page, 'Error', 'Out of order');
    await expect(line(page, 'iPhone, Safari')).toBeVisible();
    api.recovers();
  });

  await test.step('opens the section from its address', async () => {
    await page.goto(`/portal/${client.token}#devices`);
    await page.reload();
    await expect(section(page)).toBeInViewport({ ratio: 0.9 });
  });

  await test.step('asks for a code after removing the device in use, and deletes its unsent text', async () => {
    const drafts = () =>
      page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft/')).length);
    await page.getByRole('button', { name: 'I Need Help' }).first().click();
    await page.getByRole('textbox', { name: 'What is unclear? (optional)' }).fill('Which page?');
    expect(await drafts()).toBe(1);
    watch.expected.push(/^401 GET .*\/api\/portal\//, /status of 401/);
    await removeOwn();
    await expect(page.getByRole('heading', { name: 'Is it you?' })).toBeVisible();
    await expect.poll(drafts).toBe(0);
  });
});
