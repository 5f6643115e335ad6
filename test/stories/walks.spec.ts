import type { Locator, Page } from '@playwright/test';
import { Caller } from '../support/api.ts';
import { panel } from '../support/browser/client-page.ts';
import { pickFile } from '../support/browser/documents.ts';
import { test } from '../support/browser/people.ts';
import { expect, otherBrowser } from '../support/browser/watched.ts';
import { newAdviser, newClient } from '../support/builders.ts';
import { SOON, unreadOf } from '../support/inbox.ts';
import { manyClients, storeEntriesFor, storeEntryAt } from '../support/people/crowd.ts';

// Daily work of an adviser and a client, each with a budget of keys, clicks and taps.

const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  reducedMotion: 'reduce',
} as const;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Counts actions: one for a key combination, a typed search character, a click, a tap or a picked file.
 * A choice from a list counts two. Typed content, scrolling and waiting count nothing.
 */
class Walk {
  private count = 0;
  private readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }

  async key(name: string) {
    this.count += 1;
    await this.page.keyboard.press(name);
  }

  async find(text: string) {
    this.count += text.length;
    await this.page.keyboard.type(text);
  }

  async write(text: string) {
    await this.page.keyboard.type(text);
  }

  async click(target: Locator) {
    this.count += 1;
    await target.click();
  }

  async choose(list: Locator, label: string) {
    this.count += 2;
    await list.selectOption({ label });
  }

  async tapAndPick(button: Locator, files: Parameters<typeof pickFile>[1]) {
    this.count += 2;
    await pickFile(this.page, files, () => button.tap());
  }

  /** Expects the count; `before` is the first count ever. */
  end(most: number, before?: string) {
    const description = `${this.count}${before ? `, was ${before}` : ''}`;
    test.info().annotations.push({ type: 'keys, clicks and taps', description });
    console.log(`${test.info().title}: ${description}`);
    expect(this.count, 'keys, clicks and taps').toBe(most);
  }
}

test('an adviser finds a client and assigns a task in 11 keys', async ({ page, adviser, client: _ }) => {
  const { id, name } = await newClient(adviser, { name: 'Zebulon Quill' });
  await page.goto('/dashboard');
  await page.getByRole('heading', { name: 'Client Dashboard' }).waitFor();
  const walk = new Walk(page);
  await walk.key('Control+k');
  await walk.find('zeb');
  await walk.key('Enter');
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await walk.key('Control+k');
  await walk.find('ass');
  await walk.key('Enter');
  await expect(page.getByRole('dialog', { name: 'Assign Task' }).getByLabel('Title')).toBeFocused();
  await walk.write('Send your passport');
  await walk.key('Control+Enter');
  await expect(panel(page, 'Client Tasks').getByText('Send your passport')).toBeVisible();
  walk.end(11, '105');
  const { body } = await adviser.call('GET /api/clients/{id}/tasks', { params: { id } });
  expect(body).toMatchObject([{ title: 'Send your passport', responsibility: 'client' }]);
});

test('an adviser completes three tasks of three clients in 3 clicks', async ({ page, adviser }) => {
  const titles = ['Call about pensions', 'Check the factfind', 'Send the proposal'];
  for (const title of titles) {
    const { id } = await newClient(adviser);
    await adviser.call('POST /api/clients/{id}/tasks', {
      params: { id },
      body: { title, responsibility: 'adviser' },
    });
  }
  await page.goto('/tasks');
  const walk = new Walk(page);
  for (const title of titles) await walk.click(page.getByRole('button', { name: `Mark Complete: ${title}` }));
  await expect(page.getByText('All your tasks are up to date')).toBeVisible();
  walk.end(3, '12');
  expect((await adviser.call('GET /api/tasks/pending')).body).toEqual([]);
});

test('a client uploads five pages to a task on a phone in 2 taps', async ({ page, watch, adviser, client }) => {
  const params = { id: client.id };
  await adviser.call('POST /api/clients/{id}/tasks', { params, body: { title: 'Send your payslips' } });
  const phone = await otherBrowser(page, watch, PHONE);
  await phone.goto(`/portal/${client.token}`);
  const task = phone.getByRole('region', { name: 'Your Tasks' }).getByRole('listitem').first();
  const walk = new Walk(phone);
  const pages = [1, 2, 3, 4, 5].map((number) => ({
    name: `IMG_${number}.txt`,
    mimeType: 'text/plain',
    buffer: Buffer.from(`Page ${number}`),
  }));
  await walk.tapAndPick(task.getByRole('button', { name: 'Add Files or Photos' }), pages);
  await expect(task).toContainText('5 files added');
  walk.end(2, '11 taps and 5 choosers');
  const { body } = await adviser.call('GET /api/clients/{id}/documents', { params });
  expect(body).toHaveLength(5);
});

test('an adviser answers a message from the inbox in 3 steps', async ({ page, adviser, client }) => {
  const params = { id: client.id };
  const body = { content: 'Which payslips?' };
  await new Caller(client.token).call('POST /api/clients/{id}/messages', { params, body });
  await expect.poll(async () => (await unreadOf(adviser)).count, { timeout: SOON.timeout }).toBe(1);
  await page.goto('/inbox');
  const walk = new Walk(page);
  await walk.click(page.getByRole('region', { name: 'Notifications' }).getByRole('link', { name: /message/ }));
  const messages = panel(page, 'Messages');
  await walk.click(messages.getByRole('textbox', { name: 'Message' }));
  await walk.write('Those of this year');
  await walk.key('Enter');
  await expect(messages.getByRole('listitem')).toHaveText([/Which payslips/, /Those of this year/]);
  walk.end(3);
  await expect
    .poll(async () => (await adviser.call('GET /api/clients/{id}/messages', { params })).body)
    .toMatchObject([body, { content: 'Those of this year' }]);
});

test('an admin reassigns forty clients in 5 clicks', async ({ page, admin, watch }) => {
  // Two reassignments run concurrently. If they conflict in the adviser's count, one is retried.
  watch.expected.push(/^409 PATCH/, /status of 409/);
  const [sian, kofi] = await Promise.all([newAdviser(), newAdviser()]);
  await manyClients(sian, 40);
  await page.goto('/admin');
  const walk = new Walk(page);
  await walk.click(page.getByRole('link', { name: `40 clients of ${sian.name}` }));
  await walk.click(page.getByRole('checkbox', { name: 'Select All 40 clients' }));
  await walk.choose(page.getByLabel('Reassign selected clients to'), kofi.name);
  await walk.click(page.getByRole('button', { name: 'Reassign 40' }));
  await expect(page.getByText(`40 clients reassigned to ${kofi.name}.`)).toBeVisible({ timeout: 45_000 });
  walk.end(5, '120');
  expect((await kofi.call('GET /api/clients')).body).toHaveLength(40);
  // The list of accounts is eventually consistent.
  await expect
    .poll(async () => (await admin.call('GET /api/advisers')).body, { timeout: SOON.timeout })
    .toContainEqual(expect.objectContaining({ id: sian.id, clients: 0 }));
});

test('an adviser finds what was changed yesterday about a client in 3 clicks', async ({ page, adviser, client }) => {
  const changes = [{ field: 'phone' as const, was: '020 7946 0001', is: '020 7946 0002' }];
  await storeEntryAt(adviser, client.id, new Date(Date.now() - DAY_MS), {
    action: 'client-changed',
    data: { fields: ['phone'], changes },
  });
  await storeEntriesFor(adviser, client.id, ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight']);
  await page.goto('/clients');
  const walk = new Walk(page);
  await walk.click(page.getByRole('link', { name: client.name }).first());
  await walk.click(
    page.getByRole('navigation', { name: 'Parts of the page' }).getByRole('link', { name: 'Audit Log' }),
  );
  const activity = panel(page, 'Audit Log');
  await walk.click(activity.getByRole('button', { name: 'Show Earlier Entries' }));
  const yesterday = activity.getByRole('list', { name: 'Yesterday' });
  await expect(yesterday).toContainText('Phone: 020 7946 0001');
  await expect(yesterday).toContainText('020 7946 0002');
  walk.end(3);
});
