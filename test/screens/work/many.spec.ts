import type { Page } from '@playwright/test';
import { clientOf } from '../../support/acts.ts';
import { test } from '../../support/browser/people.ts';
import { countRenders, rendersOf } from '../../support/browser/renders.ts';
import { expect } from '../../support/browser/watched.ts';
import { inDays } from '../../support/days.ts';
import { lettersOf } from '../../support/loas.ts';
import { copiesOf, tasksFor } from '../../support/people/crowd.ts';
import { handedIn } from '../../support/requests.ts';

/** Budget of components that a tick renders: the row, the provider’s box and the bar. */
const A_TICK = 40;

test('a board of 500 letters is drawn whole, and ticking one renders its row and the bar', async ({
  page,
  api,
  adviser,
  client,
}) => {
  await lettersOf({ call: client.by }, client.id).made('Aviva', { sent: { on: inDays(-10), how: 'post' } });
  const [letter] = (await adviser.call('GET /api/loas/board')).body;
  const letters = Array.from({ length: 500 }, (_, i) => ({
    ...letter,
    id: `${letter.id}${i}`,
    clientName: `Client ${i}`,
    ...(i < 300 && { provider: `Provider ${i % 30}`, providerKey: `provider-${i % 30}` }),
  }));
  api.answers('GET /api/loas/board', () => letters);
  await countRenders(page);
  await page.goto('/chase/providers');
  await expect(page.getByRole('checkbox')).toHaveCount(531);
  const tick = page.getByRole('checkbox', { name: 'Select Client 499, Aviva' });
  await tick.scrollIntoViewIfNeeded();
  const before = await rendersOf(page);
  await tick.click();
  await expect(page.getByRole('region', { name: 'Selected letters' })).toContainText('1 selected');
  const count = (await rendersOf(page)) - before;
  test.info().annotations.push({ type: 'components drawn for a tick', description: String(count) });
  expect(count).toBeLessThanOrEqual(A_TICK);
});

const more = (page: Page, noun: string) => page.getByRole('button', { name: `Show More ${noun}` });

test('more tasks than a page come by pages, and are searched on the server', async ({ page, adviser, client }) => {
  await tasksFor(adviser, client.id, 300);
  const other = await clientOf(adviser, { name: 'Zoë Grün' });
  await other.addTask({ title: 'Call her' });
  await page.goto('/pending-tasks');
  await expect(page.getByText('250 pending tasks or more')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search tasks' }).fill('zoe');
  await expect(page.getByText('1 pending task', { exact: true })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Call her' })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search tasks' }).fill('');
  await more(page, 'Tasks').click();
  await expect(page.getByText('300 pending tasks', { exact: true })).toBeVisible();
  await expect(more(page, 'Tasks')).toBeHidden();
});

test('more letters than a page come by pages of a view, and are filtered on the server', async ({ page, client }) => {
  const letters = lettersOf({ call: client.by }, client.id);
  await letters.made('Zurich', { sent: { on: inDays(-9), how: 'post' } });
  await copiesOf((await letters.made('Aviva', { sent: { on: inDays(-10), how: 'post' } })).id, 501);
  await page.goto('/chase/providers');
  await expect(page.getByRole('link', { name: 'Chase Today 500+' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Provider' }).selectOption({ label: 'Zurich' });
  await expect(page.getByRole('link', { name: 'Chase Today 1', exact: true })).toBeVisible();
  await page.getByRole('combobox', { name: 'Provider' }).selectOption({ label: 'All providers' });
  await more(page, 'Letters').click();
  await expect(page.getByRole('link', { name: 'Chase Today 502' })).toBeVisible();
});

test('more requests to review than a page come by pages', async ({ page, client }) => {
  const { id } = await handedIn(client, 'Passport', ['Front.txt']);
  await copiesOf(id, 501);
  await page.goto('/chase');
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(500);
  await more(page, 'Requests').click();
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(501);
});
