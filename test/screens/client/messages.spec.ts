import type { Locator, Page } from '@playwright/test';
import { clientOf } from '../../support/acts.ts';
import { openClient, panel, refresh } from '../../support/browser/client-page.ts';
import { test } from '../../support/browser/people.ts';
import { expectToast } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';
import { messagesFor } from '../../support/people/crowd.ts';

const messages = (page: Page) => panel(page, 'Messages');
const log = (page: Page) => messages(page).getByRole('log');

test('an unsent message is kept, and the thread shows messages of both sides', async ({ page, api, watch, client }) => {
  await openClient(page, client);
  const field = messages(page).getByLabel('Message');
  const send = messages(page).getByRole('button', { name: 'Send' });

  await test.step('sends nothing blank', async () => {
    await expect(messages(page).getByText('No messages yet')).toBeVisible();
    for (const nothing of ['   ', '\u200b\u2800\u3164']) {
      await field.fill(nothing);
      await expect(send).toBeDisabled();
      await field.press('Enter');
    }
    expect(api.sent('POST /api/clients/{id}/messages')).toHaveLength(0);
  });

  await test.step('keeps a message that failed to send offline', async () => {
    await field.fill('Are you there?');
    await page.context().setOffline(true);
    watch.expected.push(/ERR_INTERNET_DISCONNECTED/);
    await send.click();
    await expectToast(page, 'Error', 'Failed to send message');
    await page.context().setOffline(false);
    await send.click();
    await expect(log(page).getByText('Are you there?')).toBeVisible();
    await expect(field).toHaveValue('');
  });

  await test.step('shows bubbles up to 70 % wide, the newest in view, and markup as plain text', async () => {
    const markup = '<img src=x onerror="document.title = 1"><script>document.title = 2</script>';
    await messagesFor(client.id, [...Array(8).fill('a question '.repeat(20)), markup], 'client');
    await refresh(page);
    await expect(log(page)).toHaveCSS('height', '400px');
    await expectNewest(page, log(page).getByText(markup));
    await expect(page).toHaveTitle(/^Mia Wood · /);
    await expect(log(page).getByText(/^You\s· /)).toHaveCount(1);
    await expect(log(page).getByText(/^Mia Wood\s· /)).toHaveCount(9);
    const widths = await log(page)
      .getByRole('listitem')
      .evaluateAll((items) => items.map((item) => (item.firstElementChild?.clientWidth ?? 0) / item.clientWidth));
    expect(Math.max(...widths)).toBeLessThanOrEqual(0.7);
  });
});

const numbered = (count: number) => Array.from({ length: count }, (_, i) => `Message ${i + 1}.`);
const message = (page: Page, number: number) => log(page).getByText(`Message ${number}.`, { exact: true });
const topOf = async (page: Page, number: number) => (await message(page, number).boundingBox())?.y;

/** Waits until the thread has scrolled to the newest message, as scrolling moves targets from under the pointer. */
async function expectNewest(page: Page, newest: Locator) {
  await log(page).scrollIntoViewIfNeeded();
  await expect(newest).toBeInViewport();
}

test('a long thread loads earlier messages page by page, and keeps its place', async ({
  page,
  api,
  adviser,
  client,
}) => {
  await messagesFor(client.id, numbered(601), 'client');
  const show = log(page).getByRole('button', { name: 'Show Earlier Messages' });
  await openClient(page, client);
  await expectNewest(page, message(page, 601));

  await test.step('keeps messages in view in place, and the focus in the thread', async () => {
    await expect(log(page).getByRole('listitem')).toHaveCount(200);
    await show.focus();
    const before = await topOf(page, 402);
    const go = api.holds('GET /api/clients/{id}/messages');
    await show.press('Enter');
    const busy = log(page).getByRole('button', { name: 'Loading earlier messages...' });
    await expect(busy).toHaveAttribute('aria-busy', 'true');
    go();
    await expect(log(page).getByRole('listitem')).toHaveCount(400);
    expect(await topOf(page, 402)).toBe(before);
    await expect(log(page)).toBeFocused();
    await expect(messages(page).getByRole('status')).toHaveText('Earlier messages shown: 200');
    // Until this scroll has ended, it would undo the next one.
    const scrolled = await log(page).evaluateHandle((box) => ({
      end: new Promise((resolve) => box.addEventListener('scrollend', resolve, { once: true })),
    }));
    await page.keyboard.press('PageUp');
    await scrolled.evaluate(async ({ end }) => void (await end));
    await expect(message(page, 401)).toBeInViewport();
    await expect(message(page, 397)).toBeInViewport({ ratio: 1 });
  });

  await test.step('reports earlier messages that fail to load, and retries them', async () => {
    api.fails('GET /api/clients/{id}/messages');
    await show.click();
    await expect(log(page).getByRole('alert')).toContainText('Earlier messages could not be loaded.');
    await expect(message(page, 601)).toBeAttached();
    api.recovers();
    await log(page).getByRole('button', { name: 'Try Again' }).click();
    await expect(log(page).getByRole('listitem')).toHaveCount(600);
    await expect(log(page).getByRole('alert')).toHaveCount(0);
    await show.click();
    await expect(message(page, 1)).toBeAttached();
    await expect(show).toHaveCount(0);
    await expect(log(page)).toBeFocused();
  });

  await test.step('scrolls to a sent message, and keeps earlier messages', async () => {
    await messages(page).getByLabel('Message').fill('An answer');
    await messages(page).getByRole('button', { name: 'Send' }).click();
    await expect(log(page).getByText('An answer')).toBeInViewport();
    await expect(message(page, 1)).toBeAttached();
  });

  await test.step('keeps its place when new messages push the oldest to another page', async () => {
    const other = await clientOf(adviser);
    await messagesFor(other.id, numbered(200), 'client');
    await openClient(page, other);
    await expectNewest(page, message(page, 200));
    await message(page, 5).scrollIntoViewIfNeeded();
    const before = await topOf(page, 5);
    for (const content of numbered(202).slice(200)) await other.write(content, other.own);
    await page.evaluate(() => void window.dispatchEvent(new Event('focus')));
    await expect(message(page, 202)).toBeAttached();
    await expect(message(page, 2)).toHaveCount(0);
    expect(await topOf(page, 5)).toBe(before);
  });

  await test.step('loads earlier messages in the portal too', async () => {
    const other = await clientOf(adviser);
    await messagesFor(other.id, numbered(201), 'adviser');
    await page.goto(`/portal/${other.token}`);
    await expectNewest(page, message(page, 201));
    await show.click();
    await expect(message(page, 1)).toBeAttached();
  });
});
