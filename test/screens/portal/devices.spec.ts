import type { Page } from '@playwright/test';
import { aDevice, expect, expectAccessible, expectToast, shoot, test } from '../screen.ts';

// The devices that open a client's page, at its foot (entry, Portal links).

const DEVICES = 'GET /api/portal/devices';

test.use({ viewport: { width: 390, height: 844 } });

const section = (page: Page) => page.getByRole('region', { name: 'Devices that can open your page' });
const toFoot = (page: Page) => page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));

async function openFoot(page: Page, { token }: { token: string }) {
  await page.goto(`/portal/${token}`);
  await expect(page.getByText('No messages yet')).toBeVisible();
  await toFoot(page);
}

test('a client sees its devices and removes one', async ({ page, api, firm, client }) => {
  const phone = aDevice({ current: true });
  firm.devices.set(client.id, [phone, aDevice({ label: 'Windows, Chrome', by: 'phone' })]);
  await openFoot(page, client);
  await expect(section(page).getByRole('listitem')).toHaveCount(2);
  const line = (label: string) => section(page).getByRole('listitem').filter({ hasText: label });
  const [own, other] = [line(phone.label), line('Windows, Chrome')];
  await expect(own).toContainText('This device');
  await expect(own).toContainText(/Confirmed \d+ \w+ \d{4} by a code from an email · last opened/);
  await expect(other).toContainText('by phone');
  await expect(other).not.toContainText('This device');
  await expectAccessible(page);
  await shoot(page, 'portal-devices');

  await other.getByRole('button', { name: 'Remove Windows, Chrome' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Remove Windows, Chrome?' });
  await expect(dialog).toContainText('Your page will ask for a new code before it opens there again.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expectToast(page, 'Device Removed');
  await expect(section(page).getByRole('listitem')).toHaveCount(1);
  await expect(section(page)).toBeFocused();

  api.fails('DELETE /api/portal/devices/{id}', 500, 'Out of order');
  await own.getByRole('button', { name: 'Remove iPhone, Safari' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expectToast(page, 'Error', 'Out of order');
  await expect(own).toBeVisible();
});

test('who removes the device at hand is asked for a code', async ({ page, firm, client, watch }) => {
  watch.expected.push(/^401 GET .*\/api\/portal\//, /status of 401/);
  firm.devices.set(client.id, [aDevice({ current: true })]);
  await openFoot(page, client);
  await section(page).getByRole('button', { name: 'Remove' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('You are using this device now.');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('heading', { name: 'Is it you?' })).toBeVisible();
});

test('an address leads to them', async ({ page, firm, client }) => {
  firm.devices.set(client.id, [aDevice({ current: true })]);
  await page.goto(`/portal/${client.token}#devices`);
  await expect(section(page)).toBeInViewport({ ratio: 0.9 });
});

test('they are asked for at the foot only, and nothing stands there where there are none', async ({
  page,
  api,
  client,
}) => {
  await page.goto(`/portal/${client.token}`);
  await expect(page.getByText('No messages yet')).toBeVisible();
  expect(api.sent(DEVICES)).toHaveLength(0);
  await toFoot(page);
  await expect.poll(() => api.sent(DEVICES).length).toBe(1);
  await expect(section(page)).toHaveCount(0);
});

test('where they cannot be read they can be asked for again', async ({ page, api, firm, client }) => {
  firm.devices.set(client.id, [aDevice({ current: true })]);
  api.fails(DEVICES);
  await openFoot(page, client);
  await expect(section(page)).toContainText('Your devices could not be loaded');
  api.recovers();
  await section(page).getByRole('button', { name: 'Try Again' }).click();
  await expect(section(page).getByRole('listitem')).toHaveCount(1);
});
