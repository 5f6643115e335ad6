import { test } from '../../support/browser/people.ts';
import { expect, Watch } from '../../support/browser/watched.ts';

const READ = '/api/dashboard/stats';
const GIVEN_UP = [expect.stringMatching(/^request failed: GET .*\/api\/dashboard\/stats net::ERR_ABORTED$/)];

test('the watch accepts a read that a page starts while the next one loads', async ({ page, context, adviser: _ }) => {
  const own = new Watch();
  own.attach(page);
  const next = Promise.withResolvers<void>();
  await page.route(`**${READ}`, () => undefined);
  await page.route('**/reset-password/x', (route) => next.promise.then(() => route.continue()));
  await page.goto('/');
  await page.evaluate((read) => {
    new BroadcastChannel('ask').onmessage = () => void fetch(read).catch(() => undefined);
  }, READ);
  const beside = await context.newPage();
  await beside.goto('/');

  const [leaving, asked] = [page.waitForRequest('**/reset-password/x'), page.waitForRequest(`**${READ}`)];
  await page.evaluate(() => window.location.assign('/reset-password/x'));
  await leaving;
  await beside.evaluate(() => new BroadcastChannel('ask').postMessage('now'));
  await asked;
  next.resolve();
  await page.getByText('Reset Your Password').waitFor();
  expect(own.unexpected()).toEqual([]);
});

test('the watch reports a change aborted before its answer, but not after it', async ({ page, watch, adviser: _ }) => {
  const own = new Watch();
  own.attach(page);
  const change = (path: string) =>
    page.evaluate((to) => void fetch(to, { method: 'DELETE' }).catch(() => undefined), path);
  await page.route('**/api/held', () => undefined);
  await page.route('**/api/answered', (route) => route.fulfill({ body: 'not read by anybody' }));
  await page.goto('/');
  const [answered, held] = [page.waitForResponse('**/api/answered'), page.waitForRequest('**/api/held')];
  await change('/api/answered');
  await answered;
  await change('/api/held');
  await held;
  await page.goto('/reset-password/x');
  await expect
    .poll(() => own.unexpected())
    .toEqual([expect.stringMatching(/^request failed: DELETE .*\/api\/held net::ERR_ABORTED$/)]);
  watch.expected.push(/api\/held net::ERR_ABORTED/);
});

test('the watch reports a read that a page cancels without leaving', async ({ page, watch, adviser: _ }) => {
  const own = new Watch();
  own.attach(page);
  await page.route(`**${READ}`, () => undefined);
  await page.goto('/');
  const failed = page.waitForEvent('requestfailed');
  await page.evaluate((read) => {
    const giveUp = new AbortController();
    fetch(read, { signal: giveUp.signal }).catch(() => undefined);
    window.history.pushState(null, '', '/?elsewhere');
    window.setTimeout(() => giveUp.abort());
  }, READ);
  await failed;
  expect(own.unexpected()).toEqual(GIVEN_UP);
  watch.expected.push(/ERR_ABORTED/);
});
