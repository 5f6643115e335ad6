import type { Page } from '@playwright/test';
import { HOUR_MS } from '#shared/rules/time.ts';
import { clientOf } from '../../support/acts.ts';
import { panel } from '../../support/browser/client-page.ts';
import { test } from '../../support/browser/people.ts';
import { expectToast } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';
import { newAdmin, newAdviser, PASSWORD } from '../../support/builders.ts';
import { setNow } from '../../support/clock.ts';
import { unreadOf } from '../../support/inbox.ts';
import { bounced, publish } from '../../support/mail-events.ts';

const screenOf = ({ id }: { id: string }) => `/adviser/clients/${id}/admin`;
const save = (page: Page) => page.getByRole('button', { name: 'Save Changes' }).click();
const link = (page: Page) => page.getByRole('textbox', { name: 'Portal link' });

test('an admin changes a client’s contact on the client’s admin screen', async ({ page, api, admin }) => {
  const client = await clientOf(admin, { name: 'Mia Wood', adviserId: admin.id });

  await test.step('has a section for each subject', async () => {
    await page.goto(screenOf(client));
    for (const section of ['Client Information', 'Client Portal Access', 'Danger Zone'])
      await expect(page.getByRole('heading', { name: section })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Copy' })).toBeEnabled();
  });

  await test.step('requires name and email', async () => {
    await page.getByLabel('Email').fill(' ');
    await save(page);
    await expectToast(page, 'Validation Error', 'Name and email are required');
    expect(api.sent('PATCH /api/clients/{id}')).toHaveLength(0);
  });

  await test.step('Reset restores the saved values', async () => {
    await page.getByLabel('Name').fill('Mia Woodward');
    await page.getByRole('button', { name: 'Reset' }).click();
    await expect(page.getByLabel('Name')).toHaveValue('Mia Wood');
  });

  await test.step('does not send a cleared phone, restores it, and explains how to remove it', async () => {
    const phone = page.getByLabel('Phone');
    await expect(phone).toHaveAccessibleDescription(/Edit contact/);
    await page.getByLabel('Name').fill('Mia Woodward');
    await phone.fill('');
    const before = api.sent('PATCH /api/clients/{id}').length;
    await save(page);
    await expectToast(page, 'Success');
    await expect(page.getByRole('heading', { name: 'Mia Woodward' })).toBeVisible();
    await expect(page.getByLabel('Name')).toHaveValue('Mia Woodward');
    await expect(phone).toHaveValue(client.phone ?? '');
    await phone.fill('');
    await save(page);
    await expect(phone).toHaveValue(client.phone ?? '');
    const { email } = client;
    const sent = api.sent('PATCH /api/clients/{id}').slice(before);
    expect(sent.map(({ body }) => body)).toEqual([
      { name: 'Mia Woodward', email },
      { name: 'Mia Woodward', email },
    ]);
  });

  await test.step('keeps typed text until Reset while somebody else saves and mail bounces', async () => {
    await page.getByLabel('Name').fill('Mia Anne Wood');
    await client.change({ phone: '020 7946 0999' }, await newAdmin());
    await publish(bounced(client.email, { client: client.id }));
    // The admin hears of the other admin’s change and of the bounce.
    await expect.poll(async () => (await unreadOf(admin)).count).toBe(2);
    await page.evaluate(() => void window.dispatchEvent(new Event('focus')));
    await expect(page.getByLabel('Phone')).toHaveAttribute('value', '020 7946 0999');
    await expect(page.getByLabel('Name')).toHaveValue('Mia Anne Wood');
    await page.getByRole('button', { name: 'Reset' }).click();
    await expect(page.getByLabel('Phone')).toHaveValue('020 7946 0999');
    await expect(page.getByLabel('Name')).toHaveValue('Mia Woodward');
    await expect(panel(page, 'Client Information').getByText('Mail to this address was not delivered')).toBeVisible();
  });

  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await expect(page).toHaveURL(`/adviser/client/${client.id}`);
});

test('an admin copies, opens and replaces the portal link', async ({
  page,
  context,
  api,
  baseURL,
  client,
  admin: _,
}) => {
  const address = `${baseURL}/portal/${client.token}`;

  await test.step('reports a link that fails to load on Copy', async () => {
    api.fails('GET /api/clients/{id}/token');
    await page.goto(screenOf(client));
    await page.getByRole('button', { name: 'Copy' }).click();
    await expectToast(page, 'Error', 'Portal link not available');
    api.recovers();
  });

  await test.step('hides the link until it is opened or copied, and reads it once', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.reload();
    await expect(link(page)).toHaveValue(/\/portal\/•+$/);
    await expect(link(page)).toHaveAttribute('readonly');
    const reads = api.countsFromNow('GET /api/clients/{id}/token');
    const opened = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Open Portal' }).click();
    const portal = await opened;
    await portal.waitForURL(address);
    await portal.close();
    await expect(link(page)).toHaveValue(address);
    expect(reads()).toBe(1);
    await expect(page.getByRole('button', { name: 'Show Link' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Copy' }).click();
    await expectToast(page, 'Link Copied');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  });

  await test.step('reports a refused clipboard, and lets the link be selected', async () => {
    await page.evaluate(() => {
      navigator.clipboard.write = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
    });
    await page.getByRole('button', { name: 'Copy' }).click();
    await expectToast(page, 'Error', 'Failed to copy link to clipboard');
    await link(page).focus();
    expect(await page.evaluate(() => getSelection()?.toString())).toContain(client.token);
  });

  await test.step('hides a replaced link again', async () => {
    await page.getByRole('button', { name: 'Regenerate Link' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Regenerate' }).click();
    await expect(link(page)).toHaveValue(/\/portal\/•+$/);
    await page.getByRole('button', { name: 'Show Link' }).click();
    await expect(link(page)).toHaveValue(/\/portal\/.{20}/);
    await expect(link(page)).not.toHaveValue(address);
  });
});

test('a client’s admin screen reports an unknown client', async ({ page, admin: _, watch }) => {
  watch.expected.push(/^404 GET/, /status of 404/);
  await page.goto('/adviser/clients/nobody/admin');
  await expect(page.getByText('Client not found')).toBeVisible();
});

test('an admin confirms who they are before a link of another adviser’s client opens', async ({
  page,
  admin: _,
  watch,
}) => {
  watch.expected.push(/^403 /, /status of 403/);
  const client = await clientOf(await newAdviser(), { name: 'Mia Wood' });
  await page.goto(screenOf(client));
  const question = page.getByRole('dialog', { name: 'Confirm It’s You' });
  setNow(Date.now() + HOUR_MS);

  await test.step('closes the empty tab, which would hide the question', async () => {
    const empty = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Open Portal' }).click();
    const tab = await empty;
    await expect(question).toBeVisible();
    await expect.poll(() => tab.isClosed()).toBe(true);
  });

  await test.step('opens the portal after the password', async () => {
    await question.getByLabel('Your password').fill(PASSWORD);
    const opened = page.waitForEvent('popup');
    await page.keyboard.press('Enter');
    await (await opened).waitForURL(/\/portal\/./);
    await expect(question).toBeHidden();
  });
});
