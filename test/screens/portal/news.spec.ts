import type { Locator, Page } from '@playwright/test';
import type { StubApi } from '../../support/stub/api.ts';
import type { Firm } from '../../support/stub/firm.ts';
import { aMessage, aTask, expect, expectToast, inDays, pickFile, test } from '../screen.ts';

// What happens while a client's page is open shows on it, and moves nothing there. The clock is the test's.

const NEWS = 'GET /api/portal/{token}/news';
const PORTAL = 'GET /api/portal/{token}';
const MESSAGES = 'GET /api/clients/{id}/messages';
const HALF_MINUTE = 30_000;
const LETTER = { name: 'Letter.txt', mimeType: 'text/plain', buffer: Buffer.from('Dear Ruth') };

test.use({ viewport: { width: 390, height: 844 } });
test.beforeEach(({ page }) => page.clock.install());

const next = (page: Page) => page.getByRole('region', { name: 'Your next step' });
const thread = (page: Page) => page.getByRole('region', { name: 'Messages' });
const task = (page: Page, title: string) =>
  page.getByRole('region', { name: 'Your Tasks' }).getByRole('listitem').filter({ hasText: title });
const notes = (page: Page, title: string) => task(page, title).getByLabel('Add Notes:');

async function openPortal(page: Page, { token }: { token: string }) {
  await page.goto(`/portal/${token}`);
  await expect(page.getByRole('button', { name: 'Upload Document', exact: true })).toBeVisible();
  await expect(thread(page).getByRole('link', { name: /^(Open Messages|Write a Message)$/ })).toBeVisible();
}

/** Turns the clock on until the page has asked: it sets the time of its next question once it has the last answer. */
async function nextQuestion(page: Page, api: StubApi, name: typeof NEWS | typeof PORTAL = NEWS) {
  const asked = api.countsFromNow(name);
  await expect(async () => {
    await page.clock.fastForward(HALF_MINUTE);
    await expect.poll(asked, { timeout: 2000 }).toBeGreaterThan(0);
  }).toPass();
}

/** Turns the clock on until something shows: the page sets the time of its next question once it has the last answer. */
const showsLater = (page: Page, shown: Locator) =>
  expect(async () => {
    await page.clock.fastForward(2 * HALF_MINUTE);
    await expect(shown.first()).toBeVisible({ timeout: 1000 });
  }).toPass();

/** Makes the browser one that does not keep its place by itself when something comes above. */
const withoutAnchors = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.style.setProperty('overflow-anchor', 'none');
  });

const topOf = async (element: Locator) => (await element.boundingBox())?.y ?? Number.NaN;
/** Expects that something is as far below the top of the window as before, in pixels. */
const expectAt = async (element: Locator, before: number) =>
  expect(Math.abs((await topOf(element)) - before)).toBeLessThan(2);

let lines = 0;
const happened = (firm: Firm, { id }: { id: string }) => firm.news.set(id, `line-${++lines}`);

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
  await expect(thread(page).getByText('There is a letter to sign')).toBeAttached();
  await nextQuestion(page, api);
  expect(counts.map((count) => count())).toEqual([1, 1]);
});

test('the focus asks at once', async ({ page, firm, client }) => {
  await openPortal(page, client);
  firm.tasks = [aTask({ title: 'Sign the letter' })];
  happened(firm, client);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(next(page)).toContainText('Sign the letter');
});

test('what is typed, open, in view or under way stays as it is', async ({ page, api, firm, client }) => {
  firm.tasks = [
    aTask({ title: 'Send your passport', dueDate: inDays(9) }),
    aTask({ title: 'Sign', dueDate: inDays(5) }),
  ];
  await openPortal(page, client);
  await withoutAnchors(page);
  const message = page.getByRole('textbox', { name: 'Message' });
  const stage = page.getByRole('button', { name: /^Proposal/ });
  const help = task(page, 'Send your passport').getByRole('textbox', { name: 'What is unclear?' });
  const uploaded = api.holds('POST /api/clients/{id}/documents');
  await stage.click();
  await pickFile(page, LETTER, () => page.getByRole('button', { name: 'Upload Document', exact: true }).click());
  await thread(page).getByRole('link', { name: 'Write a Message' }).click();
  await message.fill('Half a mess');
  await page.getByRole('button', { name: 'Back to your page' }).click();
  await task(page, 'Send your passport').getByRole('button', { name: 'I need help with this' }).click();
  await help.fill('Half a question');
  await task(page, 'Send your passport').getByRole('button', { name: 'Add a Note' }).click();
  const field = notes(page, 'Send your passport');
  await field.pressSequentially('Half a note');
  const before = await topOf(field);

  firm.tasks.push(aTask({ title: 'First of all', description: 'Long\n'.repeat(9), dueDate: inDays(1) }));
  happened(firm, client);
  // Not by the clock: half a minute without progress ends the upload.
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(task(page, 'First of all')).toBeVisible();
  await expect(field).toBeFocused();
  await expectAt(field, before);
  await page.keyboard.type(' more');
  await expect(field).toHaveValue('Half a note more');
  await expect(help).toHaveValue('Half a question');
  await expect(stage).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByRole('progressbar', { name: 'Uploading Letter.txt' })).toBeVisible();
  uploaded();
  await expectToast(page, 'Document Uploaded');
  await expect(page.getByRole('button', { name: 'Download Letter.txt' }).first()).toBeAttached();
  await thread(page).getByRole('link', { name: 'Write a Message' }).click();
  await expect(message).toHaveValue('Half a mess');
});

for (const browser of ['that keeps its place by itself', 'that does not'])
  test(`what is on top of the window stays there, in a browser ${browser}`, async ({ page, api, firm, client }) => {
    await openPortal(page, client);
    if (browser === 'that does not') await withoutAnchors(page);
    const title = page.getByRole('heading', { name: 'Your Documents' });
    await title.evaluate((heading) => heading.scrollIntoView());
    const before = await topOf(title);
    firm.tasks = [aTask({ title: 'Sign the letter' })];
    happened(firm, client);
    await nextQuestion(page, api);
    await expect(next(page)).toContainText('Sign the letter');
    await expectAt(title, before);
  });

test('the adviser’s messages are new until they were in view', async ({ page, api, firm, client }) => {
  firm.messages = [aMessage({ read: true }), aMessage(), aMessage({ content: 'Or shall I phone?' })];
  await openPortal(page, client);
  const ask = next(page).getByRole('link', { name: 'Ask Ruth Amari' });
  await expect(ask).toHaveText(/2 new messages/);
  await expect(thread(page)).toContainText('2 new messages');
  firm.messages.push(aMessage({ content: 'I am in today' }));
  happened(firm, client);
  await nextQuestion(page, api);
  await expect(ask).toHaveText(/3 new messages/);
  expect(firm.messages.filter(({ read }) => !read)).toHaveLength(3);

  await ask.click();
  await expect(page.getByText(/\d new/)).toHaveCount(0);
  expect(firm.messages.filter(({ read }) => !read)).toEqual([]);
  firm.messages.push(aMessage({ content: 'Until five' }));
  happened(firm, client);
  await nextQuestion(page, api);
  await expect(thread(page).getByText('Until five')).toBeVisible();
  await expect.poll(() => firm.messages.every(({ read }) => read)).toBe(true);
  await expect(page.getByText(/\d new/)).toHaveCount(0);
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
  await showsLater(page, page.getByRole('heading', { name: 'Access Denied' }));
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
  await showsLater(page, next(page).getByText('Sign the letter'));
});

test('nothing is asked without a network, and at once with one', async ({ page, api, firm, client }) => {
  await openPortal(page, client);
  firm.tasks = [aTask({ title: 'Sign the letter' })];
  happened(firm, client);
  const asked = api.countsFromNow(NEWS);
  await page.context().setOffline(true);
  await page.clock.fastForward(10 * HALF_MINUTE);
  await page.context().setOffline(false);
  await expect(next(page)).toContainText('Sign the letter');
  expect(asked()).toBe(1);
});
