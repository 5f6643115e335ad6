import type { Page } from '@playwright/test';
import { clientOf } from '../../support/acts.ts';
import { openClient, panel, refresh } from '../../support/browser/client-page.ts';
import { test } from '../../support/browser/people.ts';
import { expectToast } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';
import { newAdmin, newClient, PASSWORD } from '../../support/builders.ts';

const HALF_MINUTE = 30_000;
const UNREAD = 'GET /api/notifications/unread';

/** Focuses the window, so that the page polls immediately. */
const lookAgain = (page: Page) => page.evaluate(() => void window.dispatchEvent(new Event('focus')));

/** Sends a request from the page, so that earlier answers are handled before its own. */
const settle = (page: Page) => page.evaluate(async () => void (await (await fetch('/api/auth/me')).json()));

const setVisible = (page: Page, isVisible: boolean) =>
  page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { get: () => state, configurable: true });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    },
    isVisible ? 'visible' : 'hidden',
  );

test('a page polls for changes every 30 seconds until sign-out', async ({
  page,
  context,
  api,
  adviser,
  client: _,
  watch,
}) => {
  const asked = () => api.sent(UNREAD).length;
  await page.clock.install({ time: '2029-12-31T09:00:00Z' });
  await page.goto('/dashboard');
  await expect.poll(asked).toBe(1);
  // The 30 seconds start when the page is drawn, after its first poll.
  await expect(page.getByRole('link', { name: /Mia Wood/ })).toBeVisible();
  await settle(page);
  const reads = api.countsFromNow('GET /api/clients');
  await page.clock.pauseAt('2029-12-31T23:00:00Z');
  await expect.poll(asked).toBe(2);
  await settle(page);
  await page.clock.runFor(HALF_MINUTE);
  await expect.poll(asked).toBe(3);
  expect(reads()).toBe(0);

  await test.step('reads the screen and the account again once a day has begun, as covers begin and end with it', async () => {
    const accounts = api.countsFromNow('GET /api/auth/me');
    await page.clock.pauseAt('2030-01-01T00:02:00Z');
    await expect.poll(reads).toBe(1);
    await expect.poll(accounts).toBe(1);
  });

  await test.step('stops polling after sign-out, and polls once after the next sign-in', async () => {
    await page.clock.resume();
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL('/');
    const askedSince = api.countsFromNow(UNREAD);
    await page.clock.runFor(10 * HALF_MINUTE);
    await lookAgain(page);
    await page.getByLabel('Email').fill(adviser.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/dashboard');
    await expect.poll(askedSince).toBe(1);
  });

  await test.step('signs out on the page when the session has ended', async () => {
    await expect(page.getByRole('link', { name: /Mia Wood/ })).toBeVisible();
    await context.clearCookies();
    // On a slow machine another read may still be running, and is refused too.
    watch.expected.push(/401 GET /, /status of 401/);
    await lookAgain(page);
    await expect(page).toHaveURL('/?next=%2Fdashboard');
    await expectToast(page, 'Signed Out', 'Your session has ended. Please sign in again.');
  });
});

test('changes appear in lists, and a failed read is retried', async ({ page, api, adviser, client: _ }) => {
  await page.goto('/clients');
  await page.getByRole('link', { name: 'Dashboard' }).click();
  const clients = page.getByRole('region', { name: 'Clients' }).getByRole('link');
  await expect(clients).toHaveCount(1);
  await settle(page);
  await newClient(await newAdmin(), { name: 'Ola Berg', adviserId: adviser.id });

  await test.step('keeps a list that cannot be read, and reads it after the next poll', async () => {
    api.fails('GET /api/clients');
    const reads = api.countsFromNow('GET /api/clients');
    await lookAgain(page);
    // The new client’s row cannot be read, and then the list cannot.
    await expect.poll(reads).toBe(2);
    await expect(page).toHaveTitle(/^\(1\) /);
    await expect(clients).toHaveCount(1);
    api.recovers();
    await lookAgain(page);
    await expect(clients).toHaveCount(2);
  });

  await page.getByRole('link', { name: 'Clients', exact: true }).click();
  await expect(page.getByRole('article')).toHaveCount(2);
});

test('a change by somebody else appears in an open list, of which only the client’s row is read', async ({
  page,
  api,
  adviser,
  client,
}) => {
  await newClient(adviser, { name: 'Ola Berg' });
  await page.goto('/clients?view=table');
  const row = page.getByRole('row').filter({ hasText: client.name });
  await expect(row).toBeVisible();
  await settle(page);
  const before = api.sent('GET /api/clients').length;
  await client.change({ status: 'urgent' }, await newAdmin());
  await expect(async () => {
    await lookAgain(page);
    await expect(row.getByText('Urgent')).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expect(page.getByRole('row')).toHaveCount(3);
  const queries = api.sent('GET /api/clients').slice(before);
  expect(queries.map(({ query }) => query)).toEqual([{ ids: client.id }]);
});

test('changes move nothing on a client’s page, and messages are marked as read once seen', async ({
  page,
  api,
  adviser,
}) => {
  const client = await clientOf(adviser);
  const task = (await client.addTask({})).body;
  for (let i = 1; i <= 8; i++) await client.write(`No. ${i}: ${'a question '.repeat(20)}`, client.own);
  const marked = () => api.sent('GET /api/clients/{id}/messages').filter(({ query }) => !query.peek).length;
  await openClient(page, client);
  const messages = panel(page, 'Messages');
  const tasks = panel(page, 'Client Tasks').getByRole('listitem');
  const log = messages.getByRole('log');
  const another = async (content: string) => {
    await client.write(content, client.own);
    // Again, because a poll that is running skips the next one.
    await expect(async () => {
      await lookAgain(page);
      await expect(page.locator('#messages').getByText(content)).toBeAttached({ timeout: 2000 });
    }).toPass();
  };

  await test.step('marks messages as read only once they are scrolled into view', async () => {
    await another('Are you there?');
    await expect(messages.getByText('Are you there?')).toBeAttached();
    expect(marked()).toBe(0);
    await log.scrollIntoViewIfNeeded();
    await expect.poll(marked).toBe(1);
    // Answered, so that it does not mark the next message too.
    await expect(page.getByRole('link', { name: /unread/ })).toHaveCount(0);
  });

  await test.step('marks messages in a hidden tab once the tab is visible', async () => {
    await setVisible(page, false);
    await client.write('Hello?', client.own);
    await refresh(page);
    await expect(messages.getByText('Hello?')).toBeAttached();
    expect(marked()).toBe(1);
    await setVisible(page, true);
    await expect.poll(marked).toBe(2);
  });

  await test.step('keeps place, focus and draft in a scrolled-back thread, and offers the new message', async () => {
    const field = messages.getByLabel('Message');
    await field.fill('Dear Mia, I');
    await expect(log.getByText('Hello?')).toBeInViewport();
    await log.evaluate((box) => box.scrollTo({ top: 0 }));
    await expect(log.getByText(/^No. 1/)).toBeInViewport();
    const before = await page.evaluate(() => window.scrollY);
    await client.addTask({ title: 'Send your payslips' });
    await another('Here I am again');
    // The message may have come with a read that the tasks had no part in.
    await expect(async () => {
      await lookAgain(page);
      await expect(tasks).toHaveCount(2, { timeout: 2000 });
    }).toPass();
    await expect(log.getByText('Here I am again')).toBeAttached();
    await expect(log.getByText(/^No. 1/)).toBeInViewport();
    await expect(field).toBeFocused();
    await expect(field).toHaveValue('Dear Mia, I');
    expect(await page.evaluate(() => window.scrollY)).toBe(before);
    await messages.getByRole('button', { name: 'New Message' }).click();
    await expect(log.getByText('Here I am again')).toBeInViewport();
    await expect(log).toBeFocused();
    await expect(messages.getByRole('button', { name: 'New Message' })).toHaveCount(0);
  });

  await test.step('scrolls a thread at its end to the new message', async () => {
    await another('And one more');
    await expect(log.getByText('And one more')).toBeInViewport();
  });

  await test.step('keeps a dialog open with its focus and what was typed', async () => {
    await tasks.first().getByRole('button', { name: 'Edit task' }).click();
    const title = page.getByRole('dialog', { name: 'Edit Task' }).getByLabel('Title');
    await title.fill('Send both passports');
    const reads = api.countsFromNow('GET /api/clients/{id}/tasks');
    await client.setTask(task.id, { description: 'The new one, too' });
    await another('Which passport?');
    await expect.poll(reads).toBe(1);
    await expect(page.locator('#tasks').getByText('The new one, too')).toBeAttached();
    await expect(title).toHaveValue('Send both passports');
    await expect(title).toBeFocused();
  });
});
