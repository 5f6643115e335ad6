import type { Page } from '@playwright/test';
import { openClient, panel } from '../support/browser/client-page.ts';
import { test } from '../support/browser/people.ts';
import { expectToast } from '../support/browser/toast.ts';
import { expect, otherBrowser } from '../support/browser/watched.ts';
import { newClient, type Person } from '../support/builders.ts';
import { mailsTo, type SentMail } from '../support/mail.ts';

// Devices that open a client's page, with codes by email and phrases by phone.

test.use({ viewport: { width: 390, height: 844 } });
test.beforeEach(({ watch }) => {
  watch.expected.push(/^401 \w+ .*\/api\/(portal|clients|tasks)\//, /status of 401/);
});

interface Guarded {
  name: string;
  email: string;
  token: string;
}

const question = (page: Page) => page.getByRole('heading', { name: 'Is it you?' });
const journey = (page: Page, { name }: Guarded) => page.getByRole('heading', { name: `${name}'s Journey` });
const devices = (page: Page) => page.getByRole('region', { name: 'Your Devices' });

const newTask = (adviser: Person, { id }: { id: string }) =>
  adviser.call('POST /api/clients/{id}/tasks', { params: { id }, body: { title: 'Send your passport' } });

/** A client whose devices have to be confirmed, whatever the firm's settings say. */
async function guardedClient(adviser: Person, name: string) {
  const client = await newClient(adviser, { name });
  await adviser.call('PATCH /api/clients/{id}', { params: { id: client.id }, body: { stepUp: 'on' } });
  return client;
}

/** Returns the code at the start of a mail's subject; empty if there is none. */
const codeIn = ({ subject }: SentMail) => /^\d{3} \d{3}/.exec(subject)?.[0] ?? '';

/** Returns the codes that were mailed to a client, newest first. */
const codesTo = async ({ email }: Guarded) => (await mailsTo(email)).map(codeIn).filter(Boolean);

/** Types the newest code once `mailed` codes were sent, and expects the page to open. */
async function confirm(page: Page, client: Guarded, mailed: number) {
  await expect.poll(async () => (await codesTo(client)).length, { timeout: 60_000 }).toBe(mailed);
  const [newest = ''] = await codesTo(client);
  await page.getByLabel('6-digit code').fill(newest);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(journey(page, client)).toBeVisible();
}

async function openPortal(page: Page, { token }: Guarded) {
  await page.goto(`/portal/${token}`);
  await expect(question(page)).toBeVisible();
}

test('a second device needs a code, and is refused at its next call once it is removed', async ({
  page,
  watch,
  adviser,
  baseURL,
}) => {
  const client = await guardedClient(adviser, 'Mia Wood');
  await newTask(adviser, client);
  await openPortal(page, client);
  await confirm(page, client, 1);
  await page.reload();
  await expect(journey(page, client)).toBeVisible();

  const other = await otherBrowser(page, watch, { baseURL });
  await openPortal(other, client);
  await confirm(other, client, 2);
  await other.getByRole('button', { name: 'Add a Note' }).click();
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

test('two clients confirm one shared device, each once, with one cookie', async ({ page, context, adviser }) => {
  await context.clearCookies();
  const couple = [await guardedClient(adviser, 'Mia Wood'), await guardedClient(adviser, 'Leo Wood')];
  for (const client of couple) {
    await openPortal(page, client);
    await confirm(page, client, 1);
  }
  for (const client of couple) {
    await page.goto(`/portal/${client.token}`);
    await expect(journey(page, client)).toBeVisible();
  }
  expect((await context.cookies()).map(({ name }) => name)).toEqual(['device']);
});

test('an adviser confirms a client’s device by phone', async ({ page, watch, adviser, baseURL }) => {
  const client = await guardedClient(adviser, 'Mia Wood');
  const hers = await otherBrowser(page, watch, { baseURL });
  await openPortal(hers, client);
  await hers.getByRole('button', { name: "I Can't Open That Email Account" }).click();
  await expect(hers.getByText('Ruth Amari has been told that you could not get in')).toBeVisible();

  await openClient(page, client);
  const confirmed = panel(page, 'Confirmed Devices');
  await expect(confirmed).toContainText('No devices yet.');
  await confirmed.getByRole('button', { name: 'Confirm a Device by Phone' }).click();
  const phrase = await page
    .getByRole('dialog')
    .getByText(/^[A-Z]{4} [A-Z]{4}$/)
    .textContent();
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();

  await hers.getByRole('button', { name: 'I Have a Phrase from My Adviser' }).click();
  await hers.getByLabel('Phrase from your adviser').fill(phrase?.toLowerCase() ?? '');
  await hers.getByRole('button', { name: 'Continue' }).click();
  await expect(journey(hers, client)).toBeVisible();
  await hers.context().close();

  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(confirmed.getByRole('listitem')).toContainText('by phone');
});

test('an adviser’s preview of the portal sends nothing, marks nothing as read, and is in the audit log', async ({
  page,
  adviser,
}) => {
  const client = await guardedClient(adviser, 'Mia Wood');
  const params = { id: client.id };
  await newTask(adviser, client);
  await adviser.call('POST /api/clients/{id}/messages', { params, body: { content: 'How are you?' } });
  await openClient(page, client);
  const popup = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'View as Client' }).click();
  const look = await popup;
  const notice = look.getByRole('complementary');
  await expect(notice).toBeVisible();
  const sent: string[] = [];
  look.on('request', (request) => sent.push(`${request.method()} ${'x-client-token' in request.headers()}`));
  await look.reload();
  await expect(notice).toContainText('You see what Mia Wood sees.');
  await look.getByRole('region', { name: 'Messages' }).scrollIntoViewIfNeeded();
  await expect(look.getByText('How are you?')).toBeVisible();
  await expect(look.locator('input, textarea, form')).toHaveCount(0);
  expect(sent.filter((line) => line !== 'GET false')).toEqual([]);
  const { body: messages } = await adviser.call('GET /api/clients/{id}/messages', { params });
  expect(messages).toMatchObject([{ content: 'How are you?', read: false }]);
  const { body: lines } = await adviser.call('GET /api/clients/{id}/activity', { params });
  expect(lines.map(({ action }: { action: string }) => action)).toContain('portal-previewed');
  expect(await codesTo(client)).toEqual([]);
});
