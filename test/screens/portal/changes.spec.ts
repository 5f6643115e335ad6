import type { Locator, Page } from '@playwright/test';
import { pickFile } from '../../support/browser/documents.ts';
import type { Interceptor } from '../../support/browser/interceptor.ts';
import { test } from '../../support/browser/people.ts';
import { expectToast } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';
import { inDays } from '../../support/days.ts';

// Changes appear on a client's open page without moving its content. The test controls the clock.

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
const toWindow = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')));

async function openPortal(page: Page, { token }: { token: string }) {
  await page.goto(`/portal/${token}`);
  await expect(page.getByRole('button', { name: 'Upload Document', exact: true })).toBeVisible();
  await expect(thread(page).getByRole('link', { name: /^(Open Messages|Write a Message)$/ })).toBeVisible();
}

/** Advances the clock until the page has polled: it schedules each poll after the last answer. */
async function nextPoll(page: Page, api: Interceptor, name: typeof NEWS | typeof PORTAL = NEWS) {
  const polled = api.countsFromNow(name);
  await expect(async () => {
    await page.clock.fastForward(HALF_MINUTE);
    await expect.poll(polled, { timeout: 2000 }).toBeGreaterThan(0);
  }).toPass();
}

/** Advances the clock until something shows: the page schedules each poll after the last answer. */
const showsLater = (page: Page, shown: Locator) =>
  expect(async () => {
    await page.clock.fastForward(2 * HALF_MINUTE);
    await expect(shown.first()).toBeVisible({ timeout: 1000 });
  }).toPass();

/** Disables the browser's scroll anchoring. */
const withoutAnchors = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.style.setProperty('overflow-anchor', 'none');
  });

const topOf = async (element: Locator) => (await element.boundingBox())?.y ?? Number.NaN;
/** Expects an element's old distance from the top of the window, in pixels. */
const expectAt = async (element: Locator, before: number) =>
  expect(Math.abs((await topOf(element)) - before)).toBeLessThan(2);

test('an open portal polls, and reloads its data only after a change', async ({ page, api, client, watch }) => {
  await openPortal(page, client);
  await test.step('shows a change after the next poll, and reads it once', async () => {
    const counts = ([PORTAL, MESSAGES] as const).map((name) => api.countsFromNow(name));
    await nextPoll(page, api);
    await nextPoll(page, api);
    expect(counts.map((count) => count())).toEqual([0, 0]);
    await client.write('There is a letter to sign');
    await client.addTask({ title: 'Sign the letter', dueDate: inDays(2) });
    await nextPoll(page, api);
    await expect(next(page)).toContainText('Sign the letter');
    await expect(thread(page).getByText('There is a letter to sign')).toBeAttached();
    await nextPoll(page, api);
    expect(counts.map((count) => count())).toEqual([1, 1]);
  });

  await test.step('reads a failed change again after the next poll', async () => {
    await client.addTask({ title: 'Call us', dueDate: inDays(1) });
    api.fails(PORTAL);
    await nextPoll(page, api, PORTAL);
    api.recovers();
    await showsLater(page, next(page).getByText('Call us'));
  });

  await test.step('survives a failing poll, but denies a replaced link and stops polling', async () => {
    api.fails(NEWS, 401, 'Please sign in');
    await nextPoll(page, api);
    await expect(next(page)).toBeVisible();
    api.recovers();
    watch.expected.push(/^401 GET .*\/api\/portal\//, /status of 401/);
    await client.newLink();
    await showsLater(page, page.getByRole('heading', { name: 'Access Denied' }));
    const polled = api.countsFromNow(NEWS);
    await page.clock.fastForward(20 * HALF_MINUTE);
    expect(polled()).toBe(0);
  });
});

test('changes on an open portal do not disturb typed text, open stages, the view or uploads', async ({
  page,
  api,
  client,
}) => {
  await client.addTask({ title: 'Send your passport', dueDate: inDays(9) });
  await client.addTask({ title: 'Sign', dueDate: inDays(5) });
  await openPortal(page, client);
  const passport = task(page, 'Send your passport');
  const message = page.getByRole('textbox', { name: 'Message' });
  const stage = page.getByRole('button', { name: /^Proposal/ });
  const help = passport.getByRole('textbox', { name: 'What is unclear?' });
  const field = passport.getByLabel('Add Notes:');

  for (const browser of ['with scroll anchoring', 'without scroll anchoring'])
    await test.step(`keeps the top of the window in place in a browser ${browser}`, async () => {
      if (browser === 'without scroll anchoring') await withoutAnchors(page);
      const title = page.getByRole('heading', { name: 'Your Documents' });
      await title.evaluate((heading) => heading.scrollIntoView());
      const before = await topOf(title);
      await client.addTask({ title: `In a browser ${browser}`, dueDate: inDays(6) });
      await nextPoll(page, api);
      await expect(task(page, `In a browser ${browser}`)).toBeVisible();
      await expectAt(title, before);
    });

  await test.step('keeps fields, an open stage and a running upload', async () => {
    const uploaded = api.holds('POST /api/clients/{id}/documents');
    await stage.click();
    await pickFile(page, LETTER, () => page.getByRole('button', { name: 'Upload Document', exact: true }).click());
    await thread(page).getByRole('link', { name: 'Write a Message' }).click();
    await message.fill('Half a mess');
    await page.getByRole('button', { name: 'Back to your page' }).click();
    await passport.locator('summary').click();
    await passport.getByRole('button', { name: 'I Need Help with This' }).click();
    await help.fill('Half a question');
    await field.pressSequentially('Half a note');
    const before = await topOf(field);

    await client.addTask({ title: 'First of all', description: 'Long\n'.repeat(9), dueDate: inDays(1) });
    // Focuses the window instead of advancing the clock: 30 s without progress would end the upload.
    await toWindow(page);
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
});

test('an adviser’s messages count as new until they are in view', async ({ page, api, client }) => {
  const unread = async () =>
    (await client.read('GET /api/clients/{id}/messages')).filter(({ read }: { read: boolean }) => !read);
  await client.write('Good morning');
  await client.read('GET /api/clients/{id}/messages', client.own);
  for (const content of ['How is the passport coming on?', 'Or shall I phone?']) await client.write(content);
  await openPortal(page, client);
  const ask = next(page).getByRole('link', { name: 'Ask Ruth Amari' });
  await expect(ask).toHaveText(/2 new messages/);
  await expect(thread(page)).toContainText('2 new messages');
  const arrives = async (content: string) => {
    await client.write(content);
    await nextPoll(page, api);
  };
  await arrives('I am in today');
  await expect(ask).toHaveText(/3 new messages/);
  expect(await unread()).toHaveLength(3);

  await ask.click();
  await expect(page.getByText(/\d new/)).toHaveCount(0);
  await expect.poll(unread).toEqual([]);
  await arrives('Until five');
  await expect(thread(page).getByText('Until five')).toBeVisible();
  await expect.poll(unread).toEqual([]);
  await expect(page.getByText(/\d new/)).toHaveCount(0);
});
