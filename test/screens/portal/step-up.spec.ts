import type { Page } from '@playwright/test';
import { aDocument, anotherClient, aTask, someSettings } from '../../support/stub/builders.ts';
import { expect, expectToast, test } from '../screen.ts';

const CODE = 'POST /api/portal/code';
const DEVICE = 'POST /api/portal/device';
const HALF_MINUTE = 30_000;

test.use({ viewport: { width: 390, height: 844 } });
test.beforeEach(({ firm, client, watch }) => {
  firm.unconfirmed.add(client.id);
  watch.expected.push(/^401 \w+ .*\/api\/(portal|tasks|documents)\//, /status of 401/);
});

const heading = (page: Page) => page.getByRole('heading', { name: 'Is it you?' });
const field = (page: Page) => page.getByLabel('6-digit code');
const go = (page: Page) => page.getByRole('button', { name: 'Continue' });
const again = (page: Page) => page.getByRole('button', { name: 'Send It Again' });
const journey = (page: Page) => page.getByRole('heading', { name: "Mia Wood's Journey" });

test('a new device opens the portal with an emailed code', async ({ page, api, firm, client }) => {
  firm.tasks = [aTask({ title: 'Send your passport' })];
  const sent = api.holds(CODE);
  await page.goto(`/portal/${client.token}#messages`);
  await expect(heading(page)).toBeVisible();
  await expect(
    page.getByRole('status').filter({ hasText: 'We are sending a 6-digit code to m•••@clients.example.' }),
  ).toBeVisible();
  sent();
  await expect(page.getByText('We have sent a 6-digit code to m•••@clients.example.')).toBeVisible();
  expect(api.sent(CODE)).toHaveLength(1);
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveAttribute('inputmode', 'numeric');
  await expect(field(page)).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(page).toHaveTitle(/^Is it you\?/);

  await field(page).fill('Your code: 246 810');
  await field(page).press('Enter');
  await expectToast(page, 'Device Confirmed');
  expect(api.sent(DEVICE)).toMatchObject([{ body: { code: '246810', remember: true } }]);
  await expect(page).toHaveURL(/#messages$/);
  await expect(page.getByRole('region', { name: 'Messages' })).toBeInViewport();
  await page.getByRole('button', { name: 'Back to your page' }).click();
  await expect(journey(page)).toBeVisible();
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  expect(stored).not.toContain(client.token);
});

test('another portal code is sent on request, or once the last code has expired', async ({ page, api, client }) => {
  await page.clock.install();
  await page.goto(`/portal/${client.token}`);
  await expect(page.getByText('We have sent a 6-digit code')).toBeVisible();

  await test.step('sends no code on a reload while the last one is valid, and one after it expired', async () => {
    await page.reload();
    await expect(page.getByText('We have sent a 6-digit code')).toBeVisible();
    expect(api.sent(CODE)).toHaveLength(1);
    await page.clock.fastForward(30 * HALF_MINUTE);
    await page.reload();
    await expect.poll(() => api.sent(CODE).length).toBe(2);
    await expect(page.getByText('We have sent a 6-digit code')).toBeVisible();
  });

  await test.step('sends another code on request after 30 seconds', async () => {
    await expect(again(page)).toBeDisabled();
    await page.clock.fastForward(HALF_MINUTE);
    await expect(again(page)).toBeEnabled();
    await expect(page.getByRole('status').filter({ hasText: 'ask for another code' })).toBeVisible();
    await again(page).click();
    await expect(page.getByText('We have sent another 6-digit code')).toBeVisible();
    await expect(again(page)).toBeDisabled();
    expect(api.sent(CODE)).toHaveLength(3);
  });

  await test.step('focuses the page that the code opens', async () => {
    await field(page).fill('246810');
    await field(page).press('Enter');
    await expect(journey(page)).toBeFocused();
  });
});

test('each client on a shared tablet gets one code, or one per visit without storage', async ({
  page,
  api,
  firm,
  client,
}) => {
  const other = anotherClient('Leo Wood');
  firm.clients.push(other);
  firm.unconfirmed.add(other.id);
  for (const { id, email } of [client, other]) {
    await page.goto(`/portal/${firm.tokenOf({ id })}`);
    await expect(page.getByText(`We have sent a 6-digit code to ${email[0]}•••@clients.example.`)).toBeVisible();
  }
  expect(api.sent(CODE)).toHaveLength(2);

  await page.addInitScript(() => {
    Object.defineProperty(window, 'sessionStorage', {
      get: () => {
        throw new DOMException('refused', 'SecurityError');
      },
    });
  });
  for (const times of [3, 4]) {
    await page.reload();
    await expect(page.getByText('We have sent a 6-digit code')).toBeVisible();
    await expect.poll(() => api.sent(CODE).length).toBe(times);
  }
});

test('a wrong code is reported at its field and stays typed', async ({ page, api, client }) => {
  await page.goto(`/portal/${client.token}`);
  const problem = page.getByRole('alert').filter({ hasText: /\w/ });
  await go(page).click();
  await expect(problem).toHaveText('Enter the 6 digits from the email');
  await field(page).fill('12345');
  await go(page).click();
  await expect(problem).toHaveText('Enter the 6 digits from the email');
  expect(api.sent(DEVICE)).toHaveLength(0);

  await field(page).fill('123-456');
  await page.getByLabel('Remember this device').uncheck();
  await go(page).click();
  await expect(problem).toHaveText('That code is not right. You have 3 more tries.');
  await expect(field(page)).toHaveValue('123-456');
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveAttribute('aria-invalid', 'true');
  await expect(field(page)).toHaveAccessibleDescription('That code is not right. You have 3 more tries.');
  expect(api.sent(DEVICE)).toMatchObject([{ body: { code: '123456', remember: false } }]);

  for (const [status, message] of [
    [401, 'That code has expired. Send a new one.'],
    [429, 'Too many tries. Please wait 15 minutes.'],
  ] as const) {
    api.fails(DEVICE, status, message);
    await go(page).click();
    await expect(problem).toHaveText(message);
  }
  api.cuts(DEVICE);
  await go(page).click();
  await expect(problem).toContainText('no connection');
  await expect(field(page)).toHaveValue('123-456');
});

test('the portal shows whom to phone if no code can be sent', async ({ page, api, firm, client }) => {
  firm.settings = someSettings({ phone: '020 7946 0123', hours: 'Monday to Friday, 9 to 5' });
  const bounced = 'Mail to this address came back. Please phone Harbour Financial Planning.';
  api.fails(CODE, 409, bounced);
  await page.goto(`/portal/${client.token}`);
  await expect(page.getByRole('alert').filter({ hasText: bounced })).toBeVisible();
  await expect(page.getByText('No code could be sent to m•••@clients.example.')).toBeVisible();
  await expect(again(page)).toBeEnabled();

  api.fails('POST /api/portal/no-code');
  const noCode = page.getByRole('button', { name: "I Can't Open That Email Account" });
  await noCode.click();
  await expectToast(page, 'Error', 'Out of order');
  api.recovers();
  await noCode.click();
  const help = page.getByRole('group', { name: 'Help' });
  await expect(help).toContainText('Ruth Amari has been told that you could not get in');
  await expect(help).toContainText('Monday to Friday, 9 to 5');
  await expect(help.getByRole('link', { name: /020 7946 0123/ })).toHaveAttribute('href', 'tel:02079460123');
  await expect(help).toBeFocused();
  await expect(noCode).toHaveCount(0);
});

test('a phrase from the adviser is sent as a code, and needs cookies', async ({ page, api, firm, client }) => {
  await page.goto(`/portal/${client.token}`);
  api.answers(DEVICE, () => undefined);

  await test.step('sends a phrase in capitals, and reports a browser that keeps no cookie', async () => {
    await page.getByRole('button', { name: 'I Have a Phrase from My Adviser' }).click();
    const phrase = page.getByLabel('Phrase from your adviser');
    await expect(phrase).toBeFocused();
    await expect(phrase).toHaveAttribute('inputmode', 'text');
    await phrase.fill('k7mt q2xp');
    await go(page).click();
    await expect.poll(() => api.sent(DEVICE)).toMatchObject([{ body: { code: 'K7MTQ2XP', remember: true } }]);
    await expect(page.getByText(/Please allow cookies for this site/)).toBeVisible();
    await expect(heading(page)).toBeVisible();
  });

  await test.step('opens the page on a device that was confirmed meanwhile', async () => {
    firm.unconfirmed.clear();
    api.fails(DEVICE, 403, 'You are not allowed to do this');
    await go(page).click();
    await expect(journey(page)).toBeVisible();
  });
});

test('a removed device confirms again and restores what was typed', async ({ page, firm, client }) => {
  firm.unconfirmed.clear();
  firm.tasks = [aTask({ title: 'Send your passport' })];
  firm.documents = [aDocument()];
  await page.goto(`/portal/${client.token}`);
  const notes = page.getByLabel('Add Notes:');
  await page.getByRole('button', { name: 'Add a Note' }).click();
  await notes.fill('Half a note');
  firm.unconfirmed.add(client.id);
  await page.getByRole('button', { name: 'Save Notes' }).click();
  await expect(heading(page)).toBeVisible();
  await expect(page.getByText('What you typed on your page is kept.')).toBeVisible();
  await expect(journey(page)).toBeHidden();
  await expect(page).toHaveTitle(/^Is it you\?/);

  await field(page).fill(firm.code);
  await go(page).click();
  await expect(journey(page)).toBeVisible();
  await expect(notes).toHaveValue('Half a note');
  await expect(page).toHaveTitle(/^Mia Wood's Journey/);

  firm.unconfirmed.add(client.id);
  await page.getByRole('button', { name: 'Download Letter.txt' }).click();
  await expect(heading(page)).toBeVisible();
});
