import type { Page } from '@playwright/test';
import { panel } from '../../support/browser/client-page.ts';
import { test } from '../../support/browser/people.ts';
import { expect } from '../../support/browser/watched.ts';

const NO_CONNECTION = 'There is no connection to the server. Please check your connection and try again.';
const OUR_SIDE = 'Something went wrong on our side. Please try again.';
const ME = 'GET /api/auth/me';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test('a client’s page explains why reading it failed', async ({ page, api, client }) => {
  const TASKS = 'GET /api/clients/{id}/tasks';
  await test.step('does not report a client as missing after a server error', async () => {
    api.fails('GET /api/clients/{id}', 500, '');
    // The page reads the tasks and the client concurrently.
    api.cuts(TASKS);
    await page.goto(`/adviser/client/${client.id}`);
    await expect(page.getByRole('alert')).toContainText(`This client could not be loaded${OUR_SIDE}`);
    await expect(page.getByText('Client not found')).toHaveCount(0);
  });

  for (const [status, words, canRetry] of [
    [undefined, NO_CONNECTION, true],
    [429, 'Slower', true],
    [403, 'Not yours', false],
  ] as const)
    await test.step(`reports tasks that fail to load with “${words}”`, async () => {
      api.recovers();
      if (status) api.fails(TASKS, status, words);
      else api.cuts(TASKS);
      await press(page, 'Try Again');
      const state = panel(page, 'Client Tasks').getByRole('alert');
      await expect(state).toContainText(`The tasks could not be loaded${words}`);
      await expect(state.getByRole('button', { name: 'Try Again' })).toHaveCount(canRetry ? 1 : 0);
    });
});

test('an app or portal that fails to open names the cause', async ({ page, api, client, watch }) => {
  watch.expected.push(/500|ApiError|ConnectionError/);
  const alert = page.getByRole('alert');

  await test.step('does not report a rate-limited portal as denied', async () => {
    api.fails('GET /api/portal/{token}', 429, 'Too many requests. Please try again in a minute.');
    await page.goto(`/portal/${client.token}`);
    await expect(alert).toContainText('Too many requests. Please try again in a minute.');
    api.recovers();
    await press(page, 'Try Again');
    await expect(page.getByRole('heading', { name: "Mia Wood's Journey" })).toBeVisible();
  });

  await test.step('distinguishes a server error from a missing connection', async () => {
    api.fails(ME, 500, '');
    await page.goto('/tasks');
    await expect(alert).toContainText('This is on our side, not yours. Please reload the page.');
    api.recovers();
    api.cuts(ME);
    await press(page, 'Reload Page');
    await expect(alert).toContainText('There is no connectionPlease check your connection.');
  });

  await test.step('retries a briefly rate-limited page silently', async () => {
    api.recovers();
    api.fails(ME, 429, 'Too many requests. Please try again shortly.', { retryAfter: '1' });
    const sent = api.countsFromNow(ME);
    await page.goto('/tasks');
    await expect.poll(sent).toBeGreaterThan(0);
    api.recovers();
    await expect(page.getByText('No pending tasks')).toBeVisible();
  });
});

test('a page that is rate-limited for minutes says so, and opens afterwards', async ({
  page,
  api,
  watch,
  adviser: _,
}) => {
  watch.expected.push(/429|ApiError/);
  await page.clock.install();
  api.fails(ME, 429, 'Too many requests. Please try again in a few minutes.', { retryAfter: '300' });
  await page.goto('/tasks');
  await expect(page.getByRole('alert')).toContainText('Too many requests came from your network.');
  await expect(page.getByRole('alert')).not.toContainText('our side');
  api.recovers();
  await page.clock.runFor(301_000);
  await expect(page.getByText('No pending tasks')).toBeVisible();
});
