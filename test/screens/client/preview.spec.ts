import { aDevice, aDocument, aMessage, anAdviser, aTask, stageIdOf } from '../../support/stub/builders.ts';
import { expect, test } from '../screen.ts';

const PREVIEW = 'GET /api/clients/{id}/portal';
const NEWS = 'GET /api/portal/{token}/news';

test('an adviser’s preview shows what the client sees, and can send nothing', async ({ page, api, firm, client }) => {
  await page.clock.install();
  firm.tasks = [aTask({ title: 'Send your passport', clientNotes: 'In the drawer' }), aTask({ title: 'Sign' })];
  firm.documents = [aDocument({ name: 'Terms of business.txt', stageId: stageIdOf(client.id, 1.1) })];
  firm.messages = [aMessage({ content: 'How are you?' }), aMessage({ senderType: 'client', content: 'Well' })];
  firm.devices = [aDevice()];
  // The client would need a code here; the adviser does not.
  firm.unconfirmed.add(client.id);
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
    expect(firm.messages.map(({ read }) => read)).toEqual([false, false]);
    expect(api.sent(NEWS)).toHaveLength(0);
    expect(api.sent('GET /api/portal/devices')).toHaveLength(0);
    expect(api.sent('GET /api/clients/{id}/messages').every(({ query }) => query.peek)).toBe(true);
    expect(headers.filter((sent) => 'x-client-token' in sent)).toEqual([]);
  });
});

test('an adviser’s preview asks to sign in first, at an address without the token', async ({
  page,
  firm,
  client,
  watch,
}) => {
  watch.expected.push(/^401 GET .*\/portal$/, /status of 401/, /^401 GET .*\/api\/auth\/me$/);
  firm.signedIn = undefined;
  await page.goto(`/portal/${client.token}?preview`);
  await expect(page.getByText('Adviser Login')).toBeVisible();
  expect(page.url()).not.toContain(client.token);
  await page.getByLabel('Email').fill(anAdviser().email);
  await page.getByLabel('Password', { exact: true }).fill('demo-password');
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
  await expect(page.getByText("This client's page could not be loaded")).toBeVisible();
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
