import type { Message } from '#shared/contract/messages.ts';
import { clientOf } from '../../support/acts.ts';
import { test } from '../../support/browser/people.ts';
import { expect } from '../../support/browser/watched.ts';
import { PASSWORD, upload } from '../../support/builders.ts';

const PREVIEW = 'GET /api/clients/{id}/portal';
const NEWS = 'GET /api/portal/{token}/news';

test('an adviser’s preview shows what the client sees, and can send nothing', async ({ page, api, adviser }) => {
  await page.clock.install();
  const client = await clientOf(adviser, { name: 'Mia Wood' });
  const { body: task } = await client.addTask({ title: 'Send your passport' });
  await client.setTask(task.id, { addNote: 'In the drawer' }, client.own);
  await client.addTask({ title: 'Sign' });
  await upload(adviser, client.id, 'Our terms', 'Terms of business.txt', `${client.id}.1.1`);
  await client.write('How are you?');
  await client.write('Well', client.own);
  // The client would need a code here; the adviser does not.
  await client.change({ stepUp: 'on' });
  const { body } = await client.by('POST /api/clients/{id}/devices/phrase');
  const confirmed = await client.own.call('POST /api/portal/device', { body: { code: body.phrase, remember: true } });
  expect(confirmed.status).toBe(204);
  const headers: Record<string, string>[] = [];
  page.on('request', (request) => headers.push(request.headers()));
  await page.goto(`/portal/${client.token}?preview`);
  const banner = page.getByRole('complementary');
  await expect(banner).toHaveText('You see what Mia Wood sees. Nothing can be sent from here.');
  await expect(page.getByRole('heading', { name: "Mia Wood's Journey" })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Your Tasks' })).toContainText('In the drawer');
  await expect(page.getByRole('log').getByText('How are you?')).toBeVisible();
  await page.getByRole('button', { name: /^First Meeting/ }).click();
  await expect(page.getByText('Terms of business.txt').first()).toBeVisible();
  await expect(page.getByText('1 new message').first()).toBeAttached();
  expect(api.sent(PREVIEW)).toHaveLength(1);

  await test.step('offers nothing to send, and no downloads', async () => {
    await expect(page.getByRole('textbox')).toHaveCount(0);
    await expect(page.locator('input, form')).toHaveCount(0);
    await expect(page.getByRole('button', { name: /Upload|Mark|Save|Send|help|Download|Photo|Remove/ })).toHaveCount(0);
  });

  await test.step('marks nothing as read, polls for no changes, and sends no token', async () => {
    await page.getByRole('region', { name: 'Messages' }).scrollIntoViewIfNeeded();
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await page.clock.fastForward(120_000);
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    const messages: Message[] = (await client.by('GET /api/clients/{id}/messages', { query: { peek: 'true' } })).body;
    expect(messages.map(({ read }) => read)).toEqual([false, false]);
    expect(api.sent(NEWS)).toHaveLength(0);
    expect(api.sent('GET /api/portal/devices')).toHaveLength(0);
    expect(api.sent('GET /api/clients/{id}/messages').every(({ query }) => query.peek)).toBe(true);
    expect(headers.filter((sent) => 'x-client-token' in sent)).toEqual([]);
  });
});

test('an adviser’s preview asks to sign in first, at an address without the token', async ({
  page,
  context,
  adviser,
  client,
  watch,
}) => {
  watch.expected.push(/^401 GET .*\/portal$/, /status of 401/, /^401 GET .*\/api\/auth\/me$/);
  await context.clearCookies();
  await page.goto(`/portal/${client.token}?preview`);
  await expect(page.getByText('Adviser Login')).toBeVisible();
  expect(page.url()).not.toContain(client.token);
  await page.getByLabel('Email').fill(adviser.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByRole('complementary')).toBeVisible();
});

test('an adviser’s preview reports a failure, and a sign-out in another tab closes it', async ({
  page,
  api,
  client,
  context,
}) => {
  const again = page.getByRole('button', { name: 'Try Again' });
  const heading = page.getByRole('heading', { name: "Mia Wood's Journey" });
  api.fails(PREVIEW, 404, 'Client not found');
  await page.goto(`/portal/${client.token}?preview`);
  await expect(page.getByText('This client’s page could not be loaded')).toBeVisible();
  await expect(page.getByText('Client not found')).toBeVisible();
  await expect(again).toHaveCount(0);
  api.fails(PREVIEW);
  await page.reload();
  await expect(again).toBeVisible();
  api.recovers();
  await again.click();
  await expect(heading).toBeVisible();

  const other = await context.newPage();
  await other.goto('/dashboard');
  await other.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByText('Adviser Login')).toBeVisible();
});
