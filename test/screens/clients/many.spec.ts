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

test('more than a thousand clients are loaded page by page, shown 24 at a time, and all searched', async ({
  page,
  api,
  adviser,
}) => {
  await newClient(adviser);
  await page.goto('/clients');
  await expect(page.getByText('Showing 24 of 1001 clients')).toBeVisible();
  const reads = api.sent('GET /api/clients').map(({ query }) => query);
  expect(reads).toEqual([{}, { limit: '1000', cursor: expect.any(String) }]);
  await expect(page.getByRole('article')).toHaveCount(24);
  await page.getByRole('button', { name: 'Show 24 More' }).click();
  await expect(page.getByRole('article')).toHaveCount(48);
  await page.getByPlaceholder('Search clients...').fill('client099');
  await expect(page.getByRole('article')).toHaveCount(10);
  await expect(page.getByRole('article').first()).toContainText('Client 0999');
  await expect(page.getByRole('article').last()).toContainText('Client 0990');
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
