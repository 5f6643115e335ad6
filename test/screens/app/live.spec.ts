import type { Page } from '@playwright/test';
import type { Firm } from '../../support/stub/firm.ts';
import { aMessage, aNotice, anotherClient, aTask, expect, expectToast, openClient, panel, test } from '../screen.ts';

// What happens elsewhere shows on an open page, without moving what is on it.

const HALF_MINUTE = 30_000;
const UNREAD = 'GET /api/notifications/unread';

/** Tells the page that somebody looks at it again, upon which it asks at once. */
const lookAgain = (page: Page) => page.evaluate(() => void window.dispatchEvent(new Event('focus')));

/** Waits until the page has dealt with what it was answered so far: it asks for more itself, and gets it. */
const settle = (page: Page) => page.evaluate(async () => void (await (await fetch('/api/auth/me')).json()));

/** Hides the tab behind another, or shows it. */
const setVisible = (page: Page, isVisible: boolean) =>
  page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { get: () => state, configurable: true });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    },
    isVisible ? 'visible' : 'hidden',
  );

/** Mia Wood wrote, and got another task. */
function happen(firm: Firm) {
  firm.tasks.push(aTask({ title: 'Send your payslips' }));
  firm.messages.push(aMessage({ content: 'Here I am again', senderType: 'client' }));
  firm.notices.push(aNotice());
}

test.describe('the question whether there is something new', () => {
  test.beforeEach(({ page }) => page.clock.install({ time: '2029-12-31T09:00:00Z' }));

  test('is asked every half minute, where somebody can see it, until one signs out', async ({ page, api }) => {
    const asked = () => api.sent(UNREAD).length;
    await page.goto('/dashboard');
    await expect.poll(asked).toBe(1);
    // The page counts the half minute from when it is drawn, which is after it first asked.
    await expect(page.getByRole('link', { name: /Mia Wood/ })).toBeVisible();
    await settle(page);
    await page.clock.pauseAt('2030-01-01T09:00:00Z');
    await expect.poll(asked).toBe(2);
    await settle(page);
    await lookAgain(page);
    await expect.poll(asked).toBe(3);
    await settle(page);
    await setVisible(page, false);
    await page.clock.runFor(10 * HALF_MINUTE);
    await lookAgain(page);
    await setVisible(page, true);
    await expect.poll(asked).toBe(4);
    await page.clock.resume();
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL('/');
    const askedSince = api.countsFromNow(UNREAD);
    await page.clock.runFor(10 * HALF_MINUTE);
    await lookAgain(page);
    await page.getByLabel('Email').fill('ruth@advisers.example');
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/dashboard');
    await expect.poll(askedSince).toBe(1);
  });

  test('reads nothing else anew as long as nothing is', async ({ page, api }) => {
    await page.goto('/dashboard');
    await expect(page.getByRole('link', { name: /Mia Wood/ })).toBeVisible();
    const reads = api.countsFromNow('GET /api/clients');
    const asked = () => api.sent(UNREAD).length;
    await expect.poll(asked).toBe(1);
    for (let times = 2; times <= 4; times++) {
      await settle(page);
      await page.clock.runFor(HALF_MINUTE);
      await expect.poll(asked).toBe(times);
    }
    expect(reads()).toBe(0);
  });

  test('ends the session where that is over', async ({ page, firm, watch }) => {
    await page.goto('/dashboard', { waitUntil: 'networkidle' });
    await expect(page.getByRole('link', { name: /Mia Wood/ })).toBeVisible();
    firm.signedIn = undefined;
    // On a slow machine another read may still be under way, and is refused too.
    watch.expected.push(/401 GET /, /status of 401/);
    await lookAgain(page);
    await expect(page).toHaveURL('/?next=%2Fdashboard');
    await expectToast(page, 'Signed Out');
  });
});

test('what is new comes into the lists on the screen, and into those opened next', async ({ page, firm }) => {
  await page.goto('/clients');
  await page.getByRole('link', { name: 'Dashboard' }).click();
  const clients = page.getByRole('region', { name: 'Clients' }).getByRole('link');
  await expect(clients).toHaveCount(1);
  await settle(page);
  firm.clients.push(anotherClient('Ola Berg'));
  firm.notices.push(aNotice({ kind: 'assigned', text: 'Ola Berg is your client now' }));
  await lookAgain(page);
  await expect(clients).toHaveCount(2);
  await page.getByRole('link', { name: 'Clients', exact: true }).click();
  await expect(page.getByRole('article')).toHaveCount(2);
});

test('a list that cannot be read anew stays, and is read with the next question', async ({ page, api, firm }) => {
  await page.goto('/dashboard');
  const clients = page.getByRole('region', { name: 'Clients' }).getByRole('link');
  await expect(clients).toHaveCount(1);
  await settle(page);
  firm.clients.push(anotherClient('Ola Berg'));
  firm.notices.push(aNotice());
  api.fails('GET /api/clients');
  const reads = api.countsFromNow('GET /api/clients');
  await lookAgain(page);
  await expect.poll(reads).toBe(1);
  await expect(page).toHaveTitle(/^\(1\) /);
  await expect(clients).toHaveCount(1);
  api.recovers();
  await lookAgain(page);
  await expect(clients).toHaveCount(2);
});

test('nothing on the client’s page moves: not the place, not the focus, not what is typed', async ({
  page,
  api,
  firm,
  client,
}) => {
  firm.tasks = [aTask()];
  for (let i = 1; i <= 8; i++)
    firm.messages.push(aMessage({ content: `No. ${i}: ${'a question '.repeat(20)}`, senderType: 'client' }));
  await openClient(page, client);
  const tasks = panel(page, 'Client Tasks').getByRole('listitem');
  const log = panel(page, 'Messages').getByRole('log');

  await test.step('a thread that one reads back stays where it is, and says that there is more', async () => {
    const field = panel(page, 'Messages').getByLabel('Message');
    await field.fill('Dear Mia, I');
    await expect(log.getByText(/^No. 8/)).toBeInViewport();
    await log.evaluate((box) => box.scrollTo({ top: 0 }));
    await expect(log.getByText(/^No. 1/)).toBeInViewport();
    const before = await page.evaluate(() => window.scrollY);
    happen(firm);
    await lookAgain(page);
    await expect(tasks).toHaveCount(2);
    await expect(log.getByText('Here I am again')).toBeAttached();
    await expect(log.getByText(/^No. 1/)).toBeInViewport();
    await expect(field).toBeFocused();
    await expect(field).toHaveValue('Dear Mia, I');
    expect(await page.evaluate(() => window.scrollY)).toBe(before);
    await panel(page, 'Messages').getByRole('button', { name: 'New message' }).click();
    await expect(log.getByText('Here I am again')).toBeInViewport();
    await expect(log).toBeFocused();
    await expect(panel(page, 'Messages').getByRole('button', { name: 'New message' })).toHaveCount(0);
  });

  await test.step('a thread at its end goes on with what comes', async () => {
    firm.messages.push(aMessage({ content: 'And one more', senderType: 'client' }));
    firm.notices.push(aNotice());
    await lookAgain(page);
    await expect(log.getByText('And one more')).toBeInViewport();
  });

  await test.step('a dialog stays open with all that is in it', async () => {
    await tasks.first().getByRole('button', { name: 'Edit task' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Task' });
    await dialog.getByLabel('Title').fill('Send both passports');
    const reads = api.countsFromNow('GET /api/clients/{id}/tasks');
    Object.assign(firm.tasks[0] ?? {}, { description: 'The new one, too' });
    firm.notices.push(aNotice());
    await lookAgain(page);
    await expect.poll(reads).toBe(1);
    await expect(page.locator('#tasks').getByText('The new one, too')).toBeAttached();
    await expect(dialog.getByLabel('Title')).toHaveValue('Send both passports');
    await expect(dialog.getByLabel('Title')).toBeFocused();
  });
});

test('messages are marked read only where they are seen', async ({ page, api, firm, client }) => {
  firm.messages.push(aMessage({ content: 'Are you there?', senderType: 'client' }));
  const marked = () => api.sent('GET /api/clients/{id}/messages').filter(({ query }) => !query.peek).length;
  await openClient(page, client);
  happen(firm);
  await lookAgain(page);
  await expect(panel(page, 'Messages').getByText('Here I am again')).toBeAttached();
  expect(marked()).toBe(0);
  await panel(page, 'Messages').getByRole('log').scrollIntoViewIfNeeded();
  await expect.poll(marked).toBe(1);

  await test.step('and where the tab is', async () => {
    await setVisible(page, false);
    firm.messages.push(aMessage({ content: 'And one more', senderType: 'client' }));
    await page.getByRole('button', { name: 'Refresh' }).dispatchEvent('click');
    await expect(panel(page, 'Messages').getByText('And one more')).toBeAttached();
    expect(marked()).toBe(1);
    await setVisible(page, true);
    await expect.poll(marked).toBe(2);
  });
});
