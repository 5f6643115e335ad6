import type { Locator, Page } from '@playwright/test';
import { clientKey } from '#functions/domain/clients/client.ts';
import { HOUR_MS } from '#shared/rules/time.ts';
import { clientOf, openPortal, saveSettings } from '../../support/acts.ts';
import { changeStored } from '../../support/aws.ts';
import { openClient, panel, refresh } from '../../support/browser/client-page.ts';
import { test } from '../../support/browser/people.ts';
import { expectToast } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';
import { newAdmin } from '../../support/builders.ts';
import { START, setNow } from '../../support/clock.ts';
import { IPHONE, WINDOWS } from '../../support/people/user-agents.ts';

const DAY_MS = 24 * HOUR_MS;
const manage = (page: Page) => page.getByRole('button', { name: 'Manage Access' }).click();
const isSolid = (button: Locator) =>
  button.evaluate((one) => getComputedStyle(one).backgroundColor !== 'rgba(0, 0, 0, 0)');
const dayOf = (at: number) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'Europe/London' }).format(at);

test('the portal link is hidden until it is copied, and again after another page', async ({
  page,
  context,
  api,
  client,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const reads = () => api.sent('GET /api/clients/{id}/token').length;
  await openClient(page, client);
  const access = panel(page, 'Client Portal Access');
  const field = access.getByLabel('Portal link');
  const copy = access.getByRole('button', { name: 'Copy Link' });

  await test.step('starts the copy within the click, before the link is known, as Safari requires', async () => {
    expect(reads()).toBe(0);
    await expect(field).toHaveCount(0);
    await page.evaluate(() => {
      const { clipboard } = navigator;
      const write = clipboard.write.bind(clipboard);
      clipboard.write = (items) => {
        Object.assign(window, { writing: true });
        return write(items);
      };
    });
    const answer = api.holds('GET /api/clients/{id}/token');
    await copy.click();
    expect(await page.evaluate(() => Reflect.get(window, 'writing'))).toBe(true);
    answer();
    await expectToast(page, 'Link Copied');
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toBe(`${new URL(page.url()).origin}/portal/${client.token}`);
    await expect(field).toHaveValue(link);
    await manage(page);
    await expect(access.getByRole('button', { name: 'Show Link' })).toHaveCount(0);
    await copy.click();
    expect(reads()).toBe(1);
    // Viewing the link adds an audit entry, so the log is read again.
    await expect.poll(() => api.sent('GET /api/clients/{id}/activity').length).toBe(2);
  });

  await test.step('hides the link again after another page', async () => {
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await page.getByRole('heading', { name: 'Client Dashboard' }).waitFor();
    await page.goBack();
    await manage(page);
    await expect(field).toHaveValue(/\/portal\/•+$/);
  });

  await test.step('reports a refused clipboard, and selects the link', async () => {
    await page.evaluate(() => {
      Object.defineProperty(navigator, 'clipboard', {
        value: { writeText: () => Promise.reject(new Error('refused')) },
      });
    });
    await copy.click();
    await expectToast(page, 'Error', 'Failed to copy link to clipboard');
    const selected = await field.evaluate(
      (element) =>
        element instanceof HTMLInputElement &&
        element.value.slice(element.selectionStart ?? 0, element.selectionEnd ?? 0),
    );
    expect(selected).toContain(`/portal/${client.token}`);
  });
});

test('an adviser sees the link’s dates, suspends the portal, and requires codes on new devices', async ({
  page,
  api,
  adviser,
}) => {
  const firmAdmin = await newAdmin();
  setNow(Date.parse('2026-09-01T09:00:00Z'));
  const client = await clientOf(adviser, { name: 'Mia Wood' });
  setNow(START - 3 * HOUR_MS);
  await openPortal(client.token);
  setNow(START);
  await saveSettings(firmAdmin, { portal: { stepUp: 'new-device' } });
  await openClient(page, client);
  const access = panel(page, 'Client Portal Access');

  await test.step('says who can open the portal until when, and when it was emailed and opened', async () => {
    const isEmailNext = () => isSolid(access.getByRole('button', { name: 'Email Link' }));
    expect(await isEmailNext()).toBe(false);
    await expect(access).toContainText('A new device needs the link and a code. Not emailed yet, last visit today.');
    const opened = 'Not emailed yet, last visit today with an older link.';
    for (const [issuedAt, words] of [
      [START, `A new device needs the link and a code, until ${dayOf(START + 30 * DAY_MS)}. ${opened}`],
      [Date.parse('2026-09-05T09:00:00Z'), `The link expired on 5 Oct 2026. ${opened}`],
    ] as const) {
      setNow(issuedAt);
      await client.newLink();
      for (const linkDays of [null, 30]) await saveSettings(firmAdmin, { portal: { linkDays } });
      setNow(START);
      await refresh(page);
      await expect(access).toContainText(words);
      expect(await isEmailNext()).toBe(true);
    }
    await access.getByRole('button', { name: 'Email Link' }).click();
    await expectToast(page, 'Email Sent');
    await expect(access).toContainText(/Emailed today at \d\d:\d\d, last visit today/);
    await page.mouse.move(0, 0);
    await expect.poll(isEmailNext).toBe(false);
  });

  await test.step('suspends the portal after a confirmation, and allows it again', async () => {
    const suspended = page.getByRole('main').getByText('Portal Suspended', { exact: true });
    const suspend = access.getByRole('button', { name: 'Suspend Portal' });
    const dialog = page.getByRole('alertdialog', { name: 'Suspend the portal?' });
    await expect(suspended).toHaveCount(0);
    await access.getByRole('button', { name: 'Make It Safer' }).click();
    await suspend.click();
    await expect(dialog).toContainText('the client sees “Access Denied”');
    await dialog.getByRole('button', { name: 'Suspend' }).click();
    await expect(suspended).toBeVisible();
    await expect(access).toContainText('The link doesn’t work on any device.');
    await access.getByRole('button', { name: 'Allow Again' }).click();
    await expect(suspended).toHaveCount(0);
    const sent = api.sent('PATCH /api/clients/{id}').map(({ body }) => body);
    expect(sent.slice(-2)).toEqual([{ portalSuspended: true }, { portalSuspended: false }]);
  });

  await test.step('requests a code by the firm’s default, always, or never for a reason', async () => {
    const sent = api.sent('PATCH /api/clients/{id}').length;
    const choice = access.getByLabel('Code on new devices');
    await expect(choice).toHaveValue('inherit');
    await expect(choice.getByRole('option').first()).toHaveText('Firm default (on)');
    await choice.selectOption('on');
    await expectToast(page, 'Access Updated');
    await choice.selectOption('off');
    const dialog = page.getByRole('dialog', { name: 'Never ask for a code?' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(choice).toHaveValue('on');
    await choice.selectOption('off');
    await dialog.getByLabel('Reason').fill('  Has no e-mail ');
    await dialog.getByRole('button', { name: 'Never Ask' }).click();
    await expect(choice).toHaveValue('off');
    await expect(access).toContainText('Reason: Has no e-mail');
    await choice.selectOption('inherit');
    await expect(access.getByText('Reason:')).toHaveCount(0);
    const bodies = () => api.sent('PATCH /api/clients/{id}').map(({ body }) => body);
    await expect
      .poll(() => bodies().slice(sent))
      .toEqual([{ stepUp: 'on' }, { stepUp: 'off', stepUpReason: 'Has no e-mail' }, { stepUp: 'inherit' }]);
  });

  await test.step('says that mail was not delivered, and what to do', async () => {
    const notice = 'Mail to this address was not delivered';
    await changeStored(clientKey(client.id), { 'summary/mailProblem': 'bounced' });
    await refresh(page);
    await expect(page.locator('header').getByText(notice)).toBeVisible();
    await expect(access.getByText(notice)).toBeVisible();
    await expect(access.getByText('Save another address for the client')).toBeVisible();
    await expect(access.getByRole('button', { name: 'Email Link' })).toBeDisabled();
  });
});

test('an adviser removes a client’s devices, and confirms one by phone', async ({ page, api, client }) => {
  await openClient(page, client);
  await manage(page);
  const devices = panel(page, 'Confirmed Devices');
  await expect(devices).toContainText('No devices yet.');
  await client.change({ stepUp: 'on' });
  for (const agent of [IPHONE, WINDOWS]) await client.confirmDevice({ 'user-agent': agent });
  await refresh(page);
  await expect(devices.getByRole('listitem')).toHaveCount(2);
  await devices.getByRole('button', { name: 'Remove Windows, Chrome' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expectToast(page, 'Device Removed');
  await expect(devices.getByRole('listitem')).toHaveCount(1);

  const byPhone = devices.getByRole('button', { name: 'Confirm a Device by Phone' });
  const dialog = page.getByRole('dialog', { name: 'Confirm a Device by Phone' });
  const made = () => api.sent('POST /api/clients/{id}/devices/phrase').length;
  /** Expects the phrase that an action makes. Returns its letters. */
  const expectPhrase = async (act: () => Promise<void>): Promise<string[]> => {
    const answered = page.waitForResponse('**/devices/phrase');
    await act();
    const { phrase }: { phrase: string } = await (await answered).json();
    await expect(dialog.getByText(`${phrase.slice(0, 4)} ${phrase.slice(4)}`)).toBeVisible();
    return [...phrase];
  };
  expect(made()).toBe(0);
  const letters = await expectPhrase(() => byPhone.click());
  await expect(dialog).toContainText(/Valid until (\d\d:\d\d|\d{1,2} \w{3} \d{4}), for one device/);
  await expect(dialog).toContainText('Call Mia Wood on 020 7946 0000');
  await expect(dialog.getByRole('img', { name: letters.join(' ') })).toBeVisible();
  expect(made()).toBe(1);
  await expectPhrase(() => dialog.getByRole('button', { name: 'Make Another' }).click());
  expect(made()).toBe(2);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(byPhone).toBeFocused();

  api.fails('POST /api/clients/{id}/devices/phrase', 500, 'Out of order');
  await byPhone.click();
  await expect(dialog).toContainText('Failed to make a phrase');
  api.recovers();
  await expectPhrase(() => dialog.getByRole('button', { name: 'Try Again' }).click());
});

test('correcting a client’s email address voids the portal link and hides it again', async ({
  page,
  client,
  admin: _,
}) => {
  const isVoid =
    'The old link was emailed to the former address and no longer works. Please email the client the new link.';
  const emailLink = async () =>
    expect(await client.by('POST /api/clients/{id}/send-portal-link')).toMatchObject({ status: 200 });

  await test.step('reports it on the client’s page, and hides the link', async () => {
    await emailLink();
    await openClient(page, client);
    const access = panel(page, 'Client Portal Access');
    await manage(page);
    await access.getByRole('button', { name: 'Show Link' }).click();
    await expect(access.getByLabel('Portal link')).toHaveValue(new RegExp(`/portal/${client.token}$`));
    await page.getByRole('button', { name: 'Edit contact' }).click();
    const contact = page.getByRole('dialog', { name: 'Edit Contact Information' });
    await contact.getByLabel('Email').fill('mia.wood@clients.example');
    await contact.getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'Contact Information Updated', `The contact information has been updated. ${isVoid}`);
    await expect(access.getByLabel('Portal link')).toHaveCount(0);
  });

  await test.step('reports it on the client’s admin screen', async () => {
    await emailLink();
    await page.goto(`/adviser/clients/${client.id}/admin`);
    await page.getByLabel('Email').fill('mia@clients.example');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expectToast(page, 'Success', `Client information has been updated. ${isVoid}`);
  });
});
