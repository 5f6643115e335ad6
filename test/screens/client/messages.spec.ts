import type { Locator, Page } from '@playwright/test';
import type { Message } from '#shared/contract/messages.ts';
import { aMessage, aNotice, expect, expectToast, openClient, panel, test } from '../screen.ts';

// Messages between adviser and client (product 2, 5, 9).

const messages = (page: Page) => panel(page, 'Messages');
const log = (page: Page) => messages(page).getByRole('log');

test('a message is sent, or kept', async ({ page, api, watch, client }) => {
  await openClient(page, client);

  await test.step('sends with Enter, not with Shift+Enter, and nothing blank', async () => {
    await expect(messages(page).getByText('No messages yet')).toBeVisible();
    const field = messages(page).getByLabel('Message');
    await field.fill('   ');
    await expect(messages(page).getByRole('button', { name: 'Send' })).toBeDisabled();
    await field.press('Enter');
    await field.fill('Dear Mia,');
    await field.press('Shift+Enter');
    await field.pressSequentially('all is well.');
    await expect(field).toHaveValue('Dear Mia,\nall is well.');
    expect(api.sent('POST /api/clients/{id}/messages')).toHaveLength(0);
    await field.press('Enter');
    await expectToast(page, 'Message Sent');
    await expect(log(page).getByText('Dear Mia,\nall is well.')).toBeVisible();
    await expect(field).toHaveValue('');
    expect(api.sent('POST /api/clients/{id}/messages')).toHaveLength(1);
  });

  await test.step('keeps a message that could not be sent while the network was away', async () => {
    await messages(page).getByLabel('Message').pressSequentially('Are you there?');
    await page.context().setOffline(true);
    watch.expected.push(/ERR_INTERNET_DISCONNECTED/);
    await messages(page).getByRole('button', { name: 'Send' }).click();
    await expectToast(page, 'Error', 'Failed to send message');
    await page.context().setOffline(false);
    await messages(page).getByRole('button', { name: 'Send' }).click();
    await expect(log(page).getByText('Are you there?')).toBeVisible();
  });
});

test('the conversation shows what was written', async ({ page, firm, client }) => {
  for (let i = 1; i <= 8; i++)
    firm.messages.push(aMessage({ content: `${i} ${'a question '.repeat(20)}`, senderType: 'client' }));
  firm.messages.push(aMessage({ content: 'An answer' }));
  await openClient(page, client);

  await test.step('shows both sides in a panel of 400 px, bubbles up to 70 % wide, the newest in view', async () => {
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

  await test.step('shows markup as it was written', async () => {
    const content = '<img src=x onerror="document.title = 1"><script>document.title = 2</script>';
    firm.messages.push(aMessage({ content, senderType: 'client' }));
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(log(page).getByText(content)).toBeVisible();
    await expect(page).toHaveTitle(/^Mia Wood · /);
  });
});

test.describe('a long thread', () => {
  test.beforeEach(({ firm }) => {
    firm.pages.messages = 20;
  });

  const numbered = (count: number, senderType: Message['senderType']) =>
    Array.from({ length: count }, (_, i) => aMessage({ content: `Message ${i + 1}.`, senderType }));
  const message = (page: Page, number: number) => log(page).getByText(`Message ${number}.`, { exact: true });
  const show = (page: Page) => log(page).getByRole('button', { name: 'Show Earlier Messages' });
  const topOf = async (page: Page, number: number) => (await message(page, number).boundingBox())?.y;

  /** Waits for the newest message: the thread goes to it a moment after it is there, away from under the pointer. */
  async function expectNewest(page: Page, newest: Locator) {
    await log(page).scrollIntoViewIfNeeded();
    await expect(newest).toBeInViewport();
  }

  test('is read back', async ({ page, firm, client }) => {
    firm.messages = numbered(41, 'client');
    await openClient(page, client);
    await expectNewest(page, message(page, 41));

    await test.step('page by page, what is in view staying where it is', async () => {
      await expect(log(page).getByRole('listitem')).toHaveCount(20);
      await show(page).focus();
      const before = await topOf(page, 22);
      await show(page).press('Enter');
      await expect(log(page).getByRole('listitem')).toHaveCount(40);
      expect(await topOf(page, 22)).toBe(before);
      await expect(log(page)).toBeFocused();
      await expect(messages(page).getByRole('status')).toHaveText('Earlier messages shown: 20');
      // The scrolling takes a moment, in which it would undo what is scrolled to next.
      const scrolled = await log(page).evaluateHandle((box) => ({
        end: new Promise((resolve) => box.addEventListener('scrollend', resolve, { once: true })),
      }));
      await page.keyboard.press('PageUp');
      await scrolled.evaluate(async ({ end }) => void (await end));
      await expect(message(page, 21)).toBeInViewport();
      await expect(message(page, 17)).toBeInViewport({ ratio: 1 });
      await show(page).click();
      await expect(log(page).getByRole('listitem')).toHaveCount(41);
      await expect(show(page)).toHaveCount(0);
      await expect(log(page)).toBeFocused();
      await expect(message(page, 2)).toBeInViewport();
    });

    await test.step('stays open while one writes, and goes to what was written', async () => {
      await messages(page).getByLabel('Message').fill('An answer');
      await messages(page).getByRole('button', { name: 'Send' }).click();
      await expect(log(page).getByText('An answer')).toBeInViewport();
      await expect(message(page, 1)).toBeAttached();
    });
  });

  test('stays where it is while others come, and the oldest go to another page', async ({ page, firm, client }) => {
    firm.messages = numbered(20, 'client');
    await openClient(page, client);
    await expectNewest(page, message(page, 20));
    await message(page, 5).scrollIntoViewIfNeeded();
    const before = await topOf(page, 5);
    firm.messages.push(...numbered(22, 'client').slice(20));
    firm.notices.push(aNotice());
    await page.evaluate(() => void window.dispatchEvent(new Event('focus')));
    await expect(message(page, 22)).toBeAttached();
    await expect(message(page, 2)).toHaveCount(0);
    expect(await topOf(page, 5)).toBe(before);
  });

  test('says how it stands with earlier messages', async ({ page, api, firm, client }) => {
    firm.messages = numbered(41, 'client');
    await openClient(page, client);
    await expectNewest(page, message(page, 41));

    await test.step('says that they are on their way', async () => {
      const go = api.holds('GET /api/clients/{id}/messages');
      await show(page).click();
      await expect(log(page).getByRole('button', { name: 'Loading earlier messages...' })).toHaveAttribute(
        'aria-busy',
        'true',
      );
      go();
      await expect(message(page, 2)).toBeAttached();
    });

    await test.step('says that they cannot be had, and tries again', async () => {
      api.fails('GET /api/clients/{id}/messages');
      await show(page).click();
      await expect(log(page).getByRole('alert')).toContainText('Earlier messages could not be loaded.');
      await expect(message(page, 41)).toBeAttached();
      api.recovers();
      await log(page).getByRole('button', { name: 'Try Again' }).click();
      await expect(message(page, 1)).toBeAttached();
      await expect(log(page).getByRole('alert')).toHaveCount(0);
    });
  });

  test('is read back in the portal too', async ({ page, firm, client }) => {
    firm.messages = numbered(21, 'adviser');
    await page.goto(`/portal/${client.token}`);
    await expectNewest(page, message(page, 21));
    await show(page).click();
    await expect(message(page, 1)).toBeAttached();
  });
});
