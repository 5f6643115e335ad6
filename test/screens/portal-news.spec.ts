import type { Page } from '@playwright/test';
import type { StubApi } from '../support/stub/api.ts';
import { aMessage, aTask } from '../support/stub/builders.ts';
import { expect, test } from './screen.ts';

// What happens while a client's page is open shows on it, and moves nothing there. The clock is the test's.

const NEWS = 'GET /api/portal/{token}/news';
const PORTAL = 'GET /api/portal/{token}';
const MESSAGES = 'GET /api/clients/{id}/messages';
const HALF_MINUTE = 30_000;

test.use({ viewport: { width: 390, height: 844 } });
test.beforeEach(({ page }) => page.clock.install());

async function openPortal(page: Page, { token }: { token: string }) {
  await page.goto(`/portal/${token}`);
  await expect(page.getByText('No messages yet').or(page.getByRole('log').getByRole('listitem')).first()).toBeVisible();
}

/** Turns the clock on to the next question, and waits for its answer. */
async function nextQuestion(page: Page, api: StubApi, name: typeof NEWS | typeof PORTAL = NEWS) {
  const asked = api.countsFromNow(name);
  await page.clock.fastForward(HALF_MINUTE);
  await expect.poll(asked).toBe(1);
}

const next = (page: Page) => page.getByRole('region', { name: 'Your next step' });
const happened = (firm: { news: Map<string, string> }, { id }: { id: string }) =>
  firm.news.set(id, `line-${firm.news.size + Math.random()}`);

test('half a minute later the page shows what is new, and is read anew for nothing else', async ({
  page,
  api,
  firm,
  client,
}) => {
  await openPortal(page, client);
  const reads = [PORTAL, MESSAGES] as const;
  const counts = reads.map((name) => api.countsFromNow(name));
  await nextQuestion(page, api);
  await nextQuestion(page, api);
  expect(counts.map((count) => count())).toEqual([0, 0]);

  firm.tasks = [aTask({ title: 'Sign the letter' })];
  firm.messages = [aMessage({ content: 'There is a letter to sign' })];
  happened(firm, client);
  await nextQuestion(page, api);
  await expect(next(page)).toContainText('Sign the letter');
  await expect(page.getByRole('log').getByText('There is a letter to sign')).toBeAttached();
  await nextQuestion(page, api);
  expect(counts.map((count) => count())).toEqual([1, 1]);
});

test('a link that was replaced meanwhile is denied; an outage of the question alone is not', async ({
  page,
  api,
  firm,
  client,
  watch,
}) => {
  await openPortal(page, client);
  api.fails(NEWS, 401, 'Please sign in');
  await nextQuestion(page, api);
  await expect(next(page)).toBeVisible();
  api.recovers();
  watch.expected.push(/^401 GET .*\/api\/portal\//, /status of 401/);
  firm.replaced.set(client.id, 1);
  await page.clock.fastForward(2 * HALF_MINUTE);
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
  const asked = api.countsFromNow(NEWS);
  await page.clock.fastForward(20 * HALF_MINUTE);
  expect(asked()).toBe(0);
});

test('what could not be read anew is read with the next question', async ({ page, api, firm, client }) => {
  await openPortal(page, client);
  firm.tasks = [aTask({ title: 'Sign the letter' })];
  happened(firm, client);
  api.fails(PORTAL);
  await nextQuestion(page, api, PORTAL);
  api.recovers();
  await page.clock.fastForward(2 * HALF_MINUTE);
  await expect(next(page)).toContainText('Sign the letter');
});
