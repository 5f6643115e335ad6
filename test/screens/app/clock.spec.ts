import type { Page } from '@playwright/test';
import { aMessage, expect, openClient, panel, test, toastOf } from '../screen.ts';

// The product's delays (product 9), on a clock that the test turns.

const STEP_MS = 10;
const LATER = '2030-01-01T09:00:00Z';

/** Stops the page's clock; from now on only `page.clock.runFor` moves it. */
const stopClock = (page: Page) => page.clock.pauseAt(LATER);

/** Turns the clock little by little until something is there. */
async function turnUntil(page: Page, isThere: () => Promise<boolean>) {
  await expect
    .poll(async () => {
      await page.clock.runFor(STEP_MS);
      return isThere();
    })
    .toBe(true);
}

test.beforeEach(({ page }) => page.clock.install({ time: '2029-12-31T09:00:00Z' }));

test('the newest message is scrolled to 100 ms after it is there', async ({ page, firm, client }) => {
  for (let i = 1; i <= 6; i++) firm.messages.push(aMessage({ content: 'A long answer\n'.repeat(9) }));
  await openClient(page, client);
  const log = panel(page, 'Messages').getByRole('log');
  const leftBelow = () =>
    log.evaluate(({ scrollHeight, scrollTop, clientHeight }) => Math.round(scrollHeight - scrollTop - clientHeight));
  await expect.poll(leftBelow).toBe(0);
  await panel(page, 'Messages').getByLabel('Message').fill('And one more');
  await stopClock(page);
  await page.keyboard.press('Enter');
  await turnUntil(page, async () => (await log.getByText('And one more').count()) === 1);
  await page.clock.runFor(100 - 2 * STEP_MS);
  expect(await leftBelow()).toBeGreaterThan(0);
  await page.clock.runFor(2 * STEP_MS);
  expect(await leftBelow()).toBe(0);
});

test('a tooltip opens after 700 ms, the next one at once within 300 ms', async ({ page, client }) => {
  await openClient(page, client);
  const tools = page.getByRole('region', { name: 'External tools' });
  const over = (name: string) => tools.getByRole('button', { name }).hover();
  const leave = () => page.getByRole('heading', { level: 1 }).hover();
  const open = page.locator('[role=tooltip][data-state=open]');
  await stopClock(page);
  for (const name of ['CashCalc', 'Intelliflo']) {
    await over(name);
    await page.clock.runFor(699);
    await expect(open).toHaveCount(0);
    await page.clock.runFor(1);
    await expect(open).toHaveText(`No ${name} link set`);
    await leave();
    await page.clock.runFor(299);
    await expect(open).toHaveCount(1);
    await page.clock.runFor(1);
    await expect(open).toHaveCount(0);
  }
  await over('Dynamic Planner');
  await page.clock.runFor(700);
  await expect(open).toHaveText('No Dynamic Planner link set');
  await over('PipeDrive');
  await expect(open).toHaveText('No PipeDrive link set');
});

test('a toast goes after five seconds', async ({ page, api }) => {
  api.fails('POST /api/auth/login', 500, 'Out of order');
  await page.goto('/');
  await page.getByLabel('Email').fill('someone@advisers.example');
  await page.getByLabel('Password', { exact: true }).fill('a secret');
  await stopClock(page);
  await page.keyboard.press('Enter');
  const toast = toastOf(page);
  await turnUntil(page, () => toast.isVisible());
  await page.clock.runFor(5000 - 10 * STEP_MS);
  await expect(toast).toBeVisible();
  await page.clock.runFor(20 * STEP_MS);
  await expect(toast).toHaveCount(0);
});
