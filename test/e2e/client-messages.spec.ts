import type { Page } from '@playwright/test';
import { Caller } from '../support/api.ts';
import { openClient, panel } from './client-page.ts';
import { counting } from './failing.ts';
import { test } from './people.ts';
import { expectToast } from './toast.ts';
import { expect } from './watched.ts';

// Messages between adviser and client (product 2, 5, 9).

const messages = (page: Page) => panel(page, 'Messages');
const log = (page: Page) => messages(page).getByRole('log');

test('sends with Enter, not with Shift+Enter, and nothing blank', async ({ page, client }) => {
  await openClient(page, client);
  const sent = counting(page, 'POST /api/clients/{id}/messages');
  await expect(messages(page).getByText('No messages yet')).toBeVisible();
  const field = messages(page).getByLabel('Message');
  await field.fill('   ');
  await expect(messages(page).getByRole('button', { name: 'Send' })).toBeDisabled();
  await field.press('Enter');
  await field.fill('Dear Mia,');
  await field.press('Shift+Enter');
  await field.pressSequentially('all is well.');
  await expect(field).toHaveValue('Dear Mia,\nall is well.');
  expect(sent.count).toBe(0);
  await field.press('Enter');
  await expectToast(page, 'Message Sent');
  await expect(log(page).getByText('Dear Mia,\nall is well.')).toBeVisible();
  await expect(field).toHaveValue('');
  expect(sent.count).toBe(1);
});

test('shows both sides in a panel of 400 px, bubbles up to 70 % wide, the newest in view', async ({
  page,
  adviser,
  client,
}) => {
  const mia = new Caller(client.token);
  const params = { id: client.id };
  for (let i = 1; i <= 8; i++)
    await mia.call('POST /api/clients/{id}/messages', {
      params,
      body: { content: `${i} ${'a question '.repeat(20)}` },
    });
  await adviser.call('POST /api/clients/{id}/messages', { params, body: { content: 'An answer' } });
  await openClient(page, client);
  await expect(log(page)).toHaveCSS('height', '400px');
  await log(page).scrollIntoViewIfNeeded();
  await expect(log(page).getByText('An answer')).toBeInViewport();
  await expect(log(page).getByText(/^You · /)).toHaveCount(1);
  await expect(log(page).getByText(/^Mia Wood · /)).toHaveCount(8);
  const widths = await log(page)
    .getByRole('listitem')
    .evaluateAll((items) => items.map((item) => (item.firstElementChild?.clientWidth ?? 0) / item.clientWidth));
  expect(Math.max(...widths)).toBeLessThanOrEqual(0.7);
  await messages(page).getByLabel('Message').fill('And one more');
  await messages(page).getByRole('button', { name: 'Send' }).click();
  await expect(log(page).getByText('And one more')).toBeInViewport();
});

test('shows markup as it was written', async ({ page, client }) => {
  const content = '<img src=x onerror="document.title = 1"><script>document.title = 2</script>';
  await new Caller(client.token).call('POST /api/clients/{id}/messages', {
    params: { id: client.id },
    body: { content },
  });
  await openClient(page, client);
  await expect(log(page).getByText(content)).toBeVisible();
  await expect(page).toHaveTitle(/^Mia Wood · /);
});

test('keeps a message that could not be sent while the network was away', async ({ page, client, watch }) => {
  const toaster = page.waitForResponse(/toaster/);
  await openClient(page, client);
  await messages(page).getByLabel('Message').pressSequentially('Are you there?');
  await (await toaster).finished();
  await page.context().setOffline(true);
  watch.expected.push(/ERR_INTERNET_DISCONNECTED/);
  await messages(page).getByRole('button', { name: 'Send' }).click();
  await expectToast(page, 'Error', 'Failed to send message');
  await page.context().setOffline(false);
  await messages(page).getByRole('button', { name: 'Send' }).click();
  await expect(log(page).getByText('Are you there?')).toBeVisible();
});
