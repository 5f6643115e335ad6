import type { Page } from '@playwright/test';
import { test } from '../../support/browser/people.ts';
import { countRenders, rendersOf } from '../../support/browser/renders.ts';
import { expect } from '../../support/browser/watched.ts';
import { newClient } from '../../support/builders.ts';
import { manyClients } from '../../support/people/crowd.ts';

/** The server's longest page. */
const MANY = 1000;
/** Budget of components that a letter rerenders: those that read the URL, in the frame and around the list. */
const A_LETTER = 300;
const ELEMENTS = 1500;

test.beforeEach(async ({ adviser }) => {
  await manyClients(adviser, MANY, (index) => ({ name: `Client ${String(MANY - 1 - index).padStart(4, '0')}` }));
});

const rowsOf = (page: Page) => page.getByRole('table', { name: 'Clients' }).locator('tbody tr[aria-rowindex]');
const elementsOf = (page: Page) => page.evaluate(() => document.querySelectorAll('*').length);

/** Types a letter. Returns the number of components rendered until the URL has it. */
async function rendersFor(page: Page, letter: string, address: RegExp): Promise<number> {
  const before = await rendersOf(page);
  await page.keyboard.type(letter);
  await expect(page).toHaveURL(address);
  return (await rendersOf(page)) - before;
}

for (const view of ['cards', 'table'] as const)
  test(`typing a letter does not rerender an unchanged list of a thousand clients as ${view}`, async ({ page }) => {
    await countRenders(page);
    await page.goto(`/clients?view=${view}`);
    const shown = view === 'table' ? rowsOf(page) : page.getByRole('article');
    await expect(shown.first()).toContainText('Client 0999');
    await page.getByRole('searchbox', { name: 'Search clients' }).focus();
    await page.waitForLoadState('networkidle');
    const counts = [await rendersFor(page, 'c', /q=c$/), await rendersFor(page, 'l', /q=cl$/)];
    test.info().annotations.push({ type: `components drawn for a letter, ${view}`, description: counts.join() });
    for (const count of counts) expect(count).toBeLessThanOrEqual(A_LETTER);
  });

test('the list loads the newest of more than a thousand clients, and the server searches all', async ({
  page,
  api,
  adviser,
}) => {
  await newClient(adviser, { name: 'Mia Wood' });
  const reads = () => api.sent('GET /api/clients').map(({ query }) => query);
  const cards = page.getByRole('article');
  const search = page.getByPlaceholder('Search clients...');
  const line = page.getByText(/^The newest /);

  await test.step('the dashboard loads no list before somebody types, and its search opens an old client', async () => {
    await page.goto('/dashboard');
    await expect(page.getByRole('link', { name: 'Show All 1,001 Clients' })).toHaveAttribute('href', '/clients');
    await page.waitForLoadState('networkidle');
    expect(reads()).toEqual([]);
    await search.fill('client 0000');
    await expect(page.getByRole('region', { name: 'Search Results' }).getByRole('link')).toHaveText([/Client 0000/]);
    expect(reads()).toEqual([{ q: 'client 0000', limit: '250' }]);
    await search.press('Enter');
    await page.getByRole('heading', { name: 'Client 0000', exact: true }).waitFor();
  });

  await test.step('the palette finds an old client, also for an action', async () => {
    const before = reads().length;
    await page.keyboard.press('Control+k');
    await page.keyboard.type('client 0001');
    const options = page.getByRole('listbox').getByRole('option');
    await expect(options).toHaveText([/^Client 0001/]);
    await page.keyboard.press('Control+a');
    await page.keyboard.type('assign client 0002');
    await expect(options).toHaveText(['Assign Task to Client 0002']);
    expect(reads().slice(before)).toEqual([
      { q: 'client 0001', limit: '250' },
      { q: 'client 0002', limit: '250' },
    ]);
    await page.keyboard.press('Escape');
  });

  await test.step('the list says that it has the newest only, and counts all in its filters', async () => {
    const before = reads().length;
    await page.goto('/clients?view=table');
    await expect(line).toBeVisible();
    // Only the tasks that are due first.
    await expect.poll(() => api.sent('GET /api/tasks/pending').map(({ query }) => query)).toEqual([{ limit: '250' }]);
    await page.getByRole('button', { name: 'Cards' }).click();
    await expect(line).toHaveText(
      'The newest 1,000 of 1,001 clients; sorting orders only these. Search to see others.',
    );
    await expect(page.getByText('Showing 24 of 1000 clients')).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Filters' })).toContainText(
      'All1001Urgent0Overdue0On Target1001Active1001Pending AdviserPending Client',
    );
    await page.getByRole('button', { name: 'Show 24 More' }).click();
    await expect(cards).toHaveCount(48);
    expect(reads().slice(before)).toEqual([{}]);
  });

  await test.step('the server searches and filters all, and Back shows the newest again', async () => {
    const before = reads().length;
    await search.fill('client 000');
    await expect(cards).toHaveText(Array.from({ length: 10 }, (_, i) => new RegExp(`Client 000${9 - i}`)));
    await expect(line).toHaveCount(0);
    await search.fill('nobody');
    await expect(page.getByText('No clients found')).toBeVisible();
    await search.fill('');
    await expect(line).toContainText('1,000 of 1,001');
    await page.getByRole('link', { name: /^On Target/ }).click();
    await expect(line).toHaveText('The newest 250 clients found; sorting orders only these.');
    expect(reads().slice(before)).toEqual([
      { q: 'client 000', limit: '250' },
      { q: 'nobody', limit: '250' },
      { filter: 'on-target', limit: '250' },
    ]);
    await page.getByRole('button', { name: 'Load More' }).click();
    await expect(line).toContainText('The newest 500 clients found');
    await page.getByRole('link', { name: 'Clear filter' }).click();
  });

  await test.step('Load More completes the list, which the browser then searches', async () => {
    await page.getByRole('button', { name: 'Load More' }).click();
    await expect(page.getByText('Showing 24 of 1001 clients')).toBeVisible();
    await expect(line).toHaveCount(0);
    const before = reads().length;
    await search.fill('client099');
    await expect(cards).toHaveCount(10);
    await expect(cards.first()).toContainText('Client 0999');
    await expect(cards.last()).toContainText('Client 0990');
    expect(reads()).toHaveLength(before);
  });

  await test.step('a task finds its client by a search', async () => {
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Assign Task' }).click();
    const dialog = page.getByRole('dialog', { name: 'Assign Task' });
    const choice = dialog.getByLabel('Client', { exact: true });
    await dialog.getByRole('searchbox', { name: 'Search clients' }).fill('client 0000');
    await expect(choice.getByRole('option')).toHaveText(['Select a client', 'Client 0000']);
    await choice.selectOption('Client 0000');
    await dialog.getByRole('searchbox', { name: 'Search clients' }).fill('client 0001');
    await expect(choice.getByRole('option')).toHaveText(['Select a client', 'Client 0000', 'Client 0001']);
    await dialog.getByLabel('Title').fill('Call');
    await dialog.getByRole('button', { name: 'Create Task' }).click();
    await expect(dialog).toBeHidden();
  });
});

test('a table of a thousand clients draws only rows in view, and each row can be reached', async ({ page }) => {
  await page.goto('/clients?view=table');
  await expect(rowsOf(page).first()).toContainText('Client 0999');
  await expect(page.getByRole('table', { name: 'Clients' })).toHaveAttribute('aria-rowcount', String(MANY + 1));
  const count = await elementsOf(page);
  test.info().annotations.push({ type: 'elements', description: String(count) });
  expect(count).toBeLessThanOrEqual(ELEMENTS);

  await test.step('reaches the last row by scrolling', async () => {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expect(rowsOf(page).last()).toContainText('Client 0000');
    await expect(rowsOf(page).last()).toHaveAttribute('aria-rowindex', String(MANY + 1));
    expect(await elementsOf(page)).toBeLessThanOrEqual(ELEMENTS);
  });

  await test.step('keeps the focused row, however far the page is scrolled', async () => {
    const last = page.getByRole('link', { name: 'Client 0000' });
    await last.focus();
    await page.evaluate(() => window.scrollTo(0, 0));
    await expect(rowsOf(page).first()).toContainText('Client 0999');
    await expect(last).toBeFocused();
  });

  await test.step('reaches row after row by Tab', async () => {
    await page.getByRole('link', { name: 'Client 0999' }).focus();
    for (let row = 998; row > 940; row--) {
      for (let stop = 0; stop < 3; stop++) await page.keyboard.press('Tab');
      await expect(page.getByRole('link', { name: `Client 0${row}` })).toBeFocused();
    }
  });
});
