import type { Page } from '@playwright/test';
import { type ClientDesk, clientOf, saveSettings } from '../../support/acts.ts';
import { enter, test } from '../../support/browser/people.ts';
import { expectToast } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';
import { newAdmin, upload } from '../../support/builders.ts';
import { codeIn, mailsTo } from '../../support/mail.ts';

const CODE = 'POST /api/portal/code';
const DEVICE = 'POST /api/portal/device';
const HALF_MINUTE = 30_000;

test.use({ viewport: { width: 390, height: 844 } });
test.beforeEach(async ({ client, watch }) => {
  await client.change({ stepUp: 'on' });
  watch.expected.push(/^401 \w+ .*\/api\/(portal|tasks|documents)\//, /status of 401/);
});

const heading = (page: Page) => page.getByRole('heading', { name: 'Is it you?' });
const field = (page: Page) => page.getByLabel('6-digit code');
const go = (page: Page) => page.getByRole('button', { name: 'Continue' });
const again = (page: Page) => page.getByRole('button', { name: 'Send It Again' });
const masked = ({ email }: { email: string }) => `${email[0]}•••@clients.example.`;

/** Returns the newest code once `count` were mailed. */
async function codeFor({ email }: { email: string }, count = 1): Promise<string> {
  const codes = async () => (await mailsTo(email)).map(codeIn).filter(Boolean);
  await expect.poll(async () => (await codes()).length).toBe(count);
  const [newest = ''] = await codes();
  return newest;
}

async function removeDevices(client: ClientDesk) {
  const remove = 'DELETE /api/clients/{id}/devices/{deviceId}';
  for (const { id: deviceId } of await client.read('GET /api/clients/{id}/devices'))
    expect(await client.by(remove, { params: { ...client.params, deviceId } })).toMatchObject({ status: 204 });
}

const journey = (page: Page) => page.getByRole('heading', { name: "Mia Wood's Journey" });

test('a new device opens the portal with an emailed code', async ({ page, api, client }) => {
  const sent = api.holds(CODE);
  await page.goto(`/portal/${client.token}#messages`);
  await expect(heading(page)).toBeVisible();
  await expect(
    page.getByRole('status').filter({ hasText: `We are sending a 6-digit code to ${masked(client)}` }),
  ).toBeVisible();
  sent();
  await expect(page.getByText(`We have sent a 6-digit code to ${masked(client)}`)).toBeVisible();
  expect(api.sent(CODE)).toHaveLength(1);
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveAttribute('inputmode', 'numeric');
  await expect(field(page)).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(page).toHaveTitle(/^Is it you\?/);

  const code = await codeFor(client);
  await field(page).fill(`Your code: ${code.slice(0, 3)} ${code.slice(3)}`);
  await field(page).press('Enter');
  await expectToast(page, 'Device Confirmed');
  expect(api.sent(DEVICE)).toMatchObject([{ body: { code, remember: true } }]);
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
    await field(page).fill(await codeFor(client, 3));
    await field(page).press('Enter');
    await expect(journey(page)).toBeFocused();
  });
});

test('each client on a shared tablet gets one code, or one per visit without storage', async ({
  page,
  api,
  adviser,
  client,
}) => {
  const other = await clientOf(adviser, { name: 'Leo Wood' });
  await other.change({ stepUp: 'on' });
  for (const one of [client, other]) {
    await page.goto(`/portal/${one.token}`);
    await expect(page.getByText(`We have sent a 6-digit code to ${masked(one)}`)).toBeVisible();
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
  await expect(problem).toHaveText('That code is not right. You have 4 more tries.');
  await expect(field(page)).toHaveValue('123-456');
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveAttribute('aria-invalid', 'true');
  await expect(field(page)).toHaveAccessibleDescription('That code is not right. You have 4 more tries.');
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

test('the portal shows whom to phone if no code can be sent', async ({ page, api, client }) => {
  await saveSettings(await newAdmin(), { firm: { phone: '020 7946 0123', hours: 'Monday to Friday, 9 to 5' } });
  const bounced = 'Mail to this address came back. Please phone Harbour Financial Planning.';
  api.fails(CODE, 409, bounced);
  await page.goto(`/portal/${client.token}`);
  await expect(page.getByRole('alert').filter({ hasText: bounced })).toBeVisible();
  await expect(page.getByText(`No code could be sent to ${masked(client)}`)).toBeVisible();
  await expect(again(page)).toBeEnabled();

  api.fails('POST /api/portal/no-code');
  const noCode = page.getByRole('button', { name: 'I Can’t Open That Email Account' });
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
  // The phrase has letters, which the keypad for digits lacks.
  await expect(page.getByLabel('Phrase from your adviser')).toHaveAttribute('inputmode', 'text');
});

test('a phrase from the adviser is sent as a code, and needs cookies', async ({ page, context, api, client }) => {
  await page.goto(`/portal/${client.token}`);
  api.answers(DEVICE, () => undefined);

  await test.step('sends a phrase in capitals, and reports a browser that keeps no cookie', async () => {
    await page.getByRole('button', { name: 'My Adviser Gave Me 8 Letters' }).click();
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
    await enter(context, await client.confirmDevice());
    api.fails(DEVICE, 403, 'You are not allowed to do this');
    await go(page).click();
    await expect(journey(page)).toBeVisible();
  });
});

test('a removed device confirms again and restores what was typed', async ({ page, context, adviser, client }) => {
  await enter(context, await client.confirmDevice());
  await client.addTask({ title: 'Send your passport' });
  await upload(adviser, client.id, 'Dear Mia', 'Letter.txt');
  await page.goto(`/portal/${client.token}`);
  const notes = page.getByLabel('Add Notes:');
  await notes.fill('Half a note');
  await removeDevices(client);
  await page.getByRole('button', { name: 'Save Notes' }).click();
  await expect(heading(page)).toBeVisible();
  await expect(page.getByText('What you typed on your page is kept.')).toBeVisible();
  await expect(journey(page)).toBeHidden();
  await expect(page).toHaveTitle(/^Is it you\?/);

  await field(page).fill(await codeFor(client));
  await go(page).click();
  await expect(journey(page)).toBeVisible();
  await expect(notes).toHaveValue('Half a note');
  await expect(page).toHaveTitle(/^Mia Wood's Journey/);

  await removeDevices(client);
  await page.getByRole('button', { name: 'Download Letter.txt' }).click();
  await expect(heading(page)).toBeVisible();
});
