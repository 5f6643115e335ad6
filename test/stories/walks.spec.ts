import type { Locator, Page } from '@playwright/test';
import { Caller } from '../support/api.ts';
import { panel } from '../support/browser/client-page.ts';
import { test } from '../support/browser/people.ts';
import { expect } from '../support/browser/watched.ts';
import { newClient } from '../support/builders.ts';
import { SOON, unreadOf } from '../support/inbox.ts';
import { storeEntriesFor, storeEntryAt } from '../support/people/crowd.ts';

// Daily work of an adviser, each with a budget of keys and clicks.

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Counts actions: one for a key combination, a typed search character or a click.
 * Typed content, scrolling and waiting count nothing.
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

  /** Expects the count; `before` is the first count ever. */
  end(most: number, before?: string) {
    const description = `${this.count}${before ? `, was ${before}` : ''}`;
    test.info().annotations.push({ type: 'keys and clicks', description });
    console.log(`${test.info().title}: ${description}`);
    expect(this.count, 'keys and clicks').toBe(most);
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
