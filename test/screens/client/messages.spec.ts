import type { Locator, Page } from '@playwright/test';
import type { Message } from '#shared/contract/messages.ts';
import { aMessage, aNotice, expect, expectToast, openClient, panel, test } from '../screen.ts';

const messages = (page: Page) => panel(page, 'Messages');
const log = (page: Page) => messages(page).getByRole('log');

test('an unsent message is kept, and the thread shows messages of both sides', async ({
  page,
  api,
  watch,
  firm,
  client,
}) => {
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
    for (const content of [...Array(8).fill('a question '.repeat(20)), markup])
      firm.messages.push(aMessage({ content, senderType: 'client' }));
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(log(page)).toHaveCSS('height', '400px');
    await expectNewest(page, log(page).getByText(markup));
    await expect(page).toHaveTitle(/^Mia Wood · /);
    await expect(log(page).getByText(/^You · /)).toHaveCount(1);
    await expect(log(page).getByText(/^Mia Wood · /)).toHaveCount(9);
    const widths = await log(page)
      .getByRole('listitem')
      .evaluateAll((items) => items.map((item) => (item.firstElementChild?.clientWidth ?? 0) / item.clientWidth));
    expect(Math.max(...widths)).toBeLessThanOrEqual(0.7);
  });
});

const numbered = (count: number, senderType: Message['senderType'] = 'client') =>
  Array.from({ length: count }, (_, i) => aMessage({ content: `Message ${i + 1}.`, senderType }));
const message = (page: Page, number: number) => log(page).getByText(`Message ${number}.`, { exact: true });
const topOf = async (page: Page, number: number) => (await message(page, number).boundingBox())?.y;

/** Waits until the thread has scrolled to the newest message, as scrolling moves targets from under the pointer. */
async function expectNewest(page: Page, newest: Locator) {
  await log(page).scrollIntoViewIfNeeded();
  await expect(newest).toBeInViewport();
}

test('a long thread loads earlier messages page by page, and keeps its place', async ({ page, api, firm, client }) => {
  firm.pages.messages = 20;
  firm.messages = numbered(61);
  const show = log(page).getByRole('button', { name: 'Show Earlier Messages' });
  await openClient(page, client);
  await expectNewest(page, message(page, 61));

  await test.step('keeps messages in view in place, and the focus in the thread', async () => {
    await expect(log(page).getByRole('listitem')).toHaveCount(20);
    await show.focus();
    const before = await topOf(page, 42);
    const go = api.holds('GET /api/clients/{id}/messages');
    await show.press('Enter');
    const busy = log(page).getByRole('button', { name: 'Loading earlier messages...' });
    await expect(busy).toHaveAttribute('aria-busy', 'true');
    go();
    await expect(log(page).getByRole('listitem')).toHaveCount(40);
    expect(await topOf(page, 42)).toBe(before);
    await expect(log(page)).toBeFocused();
    await expect(messages(page).getByRole('status')).toHaveText('Earlier messages shown: 20');
    // Until this scroll has ended, it would undo the next one.
    const scrolled = await log(page).evaluateHandle((box) => ({
      end: new Promise((resolve) => box.addEventListener('scrollend', resolve, { once: true })),
    }));
    await page.keyboard.press('PageUp');
    await scrolled.evaluate(async ({ end }) => void (await end));
    await expect(message(page, 41)).toBeInViewport();
    await expect(message(page, 37)).toBeInViewport({ ratio: 1 });
  });

  await test.step('reports earlier messages that fail to load, and retries them', async () => {
    api.fails('GET /api/clients/{id}/messages');
    await show.click();
    await expect(log(page).getByRole('alert')).toContainText('Earlier messages could not be loaded.');
    await expect(message(page, 61)).toBeAttached();
    api.recovers();
    await log(page).getByRole('button', { name: 'Try Again' }).click();
    await expect(log(page).getByRole('listitem')).toHaveCount(60);
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
    firm.messages = numbered(20);
    await page.reload();
    await expectNewest(page, message(page, 20));
    await message(page, 5).scrollIntoViewIfNeeded();
    const before = await topOf(page, 5);
    firm.messages.push(...numbered(22).slice(20));
    firm.notices.push(aNotice());
    await page.evaluate(() => void window.dispatchEvent(new Event('focus')));
    await expect(message(page, 22)).toBeAttached();
    await expect(message(page, 2)).toHaveCount(0);
    expect(await topOf(page, 5)).toBe(before);
  });

  await test.step('loads earlier messages in the portal too', async () => {
    firm.messages = numbered(21, 'adviser');
    await page.goto(`/portal/${client.token}`);
    await expectNewest(page, message(page, 21));
    await show.click();
    await expect(message(page, 1)).toBeAttached();
  });
});
