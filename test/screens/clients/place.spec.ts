import type { Page } from '@playwright/test';
import { test } from '../../support/browser/people.ts';
import { expect } from '../../support/browser/watched.ts';
import { manyClients } from '../../support/people/crowd.ts';

const scrolled = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

async function scrollTo(page: Page, name: string) {
  await page.getByRole('link', { name, exact: true }).evaluate((link) => link.scrollIntoView({ block: 'center' }));
  return scrolled(page);
}

async function backByBar(page: Page) {
  await page.getByRole('heading', { name: 'Audit Log' }).scrollIntoViewIfNeeded();
  await page.getByRole('link', { name: 'All clients' }).click();
}

const WAYS = [
  ['Back', (page: Page) => page.goBack()],
  ['the arrow in the header', (page: Page) => page.getByRole('link', { name: 'Back to clients' }).click()],
  ['the arrow in the sticky bar', backByBar],
] as const;

test('each way back from a client restores the list and its scroll position', async ({ page, adviser }) => {
  const ids = await manyClients(adviser, 200, (index) => {
    const number = 199 - index;
    return { name: `Client ${String(number).padStart(3, '0')}`, status: number % 2 ? 'urgent' : 'on_target' };
  });
  const back = page.getByRole('link', { name: 'Back to clients' });
  await page.goto(`/adviser/client/${ids.at(-1)}`);
  await expect(back, 'from elsewhere').toHaveAttribute('href', '/clients');

  await page.goto('/clients?filter=urgent&q=client');
  await page.getByRole('button', { name: 'Show 24 More' }).click();
  for (const [way, goBack] of WAYS)
    await test.step(`${way} restores the cards, their number and the scroll position`, async () => {
      await expect(page.getByRole('article')).toHaveCount(48);
      const place = await scrollTo(page, 'Client 115');
      expect(place).toBeGreaterThan(1000);
      await page.getByRole('link', { name: 'View Client 115' }).click();
      await expect(page.getByRole('heading', { name: 'Client 115' })).toBeVisible();
      await goBack(page);
      await expect(page).toHaveURL('/clients?filter=urgent&q=client');
      await expect(page.getByRole('article')).toHaveCount(48);
      await expect.poll(() => scrolled(page)).toBe(place);
      await expect(page.getByRole('searchbox', { name: 'Search clients' })).toHaveValue('client');
    });

  await test.step('Back restores the table, its order and the scroll position', async () => {
    await page.goto('/clients?view=table&sort=name');
    await expect(page.getByRole('link', { name: 'Client 000', exact: true })).toBeVisible();
    await page.evaluate(() => window.scrollTo(0, 4000));
    const link = page.getByRole('link', { name: 'Client 105', exact: true });
    await expect(link).toBeInViewport();
    const place = await scrolled(page);
    await link.click();
    await expect(page.getByRole('heading', { name: 'Client 105' })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL('/clients?view=table&sort=name');
    await expect.poll(() => scrolled(page)).toBe(place);
    await expect(link).toBeInViewport();
  });

  await test.step('starts a newly opened list at the top', async () => {
    const main = page.getByRole('navigation', { name: 'Main' });
    await main.getByRole('link', { name: 'Dashboard' }).click();
    await expect(page.getByRole('heading', { name: 'Client Dashboard' })).toBeVisible();
    await main.getByRole('link', { name: 'Clients' }).click();
    await expect(page.getByRole('link', { name: 'Client 199', exact: true })).toBeVisible();
    expect(await scrolled(page)).toBe(0);
  });

  await test.step('restores the dashboard’s search on the way back', async () => {
    await page.goto('/dashboard');
    const search = page.getByRole('searchbox', { name: 'Search clients' });
    await search.fill('client11');
    const results = page.getByRole('region', { name: 'Search Results' }).getByRole('link');
    await expect(results).toHaveCount(10);
    await results.first().click();
    await expect(back).toBeVisible();
    await page.goBack();
    await expect(search).toHaveValue('client11');
    await expect(results).toHaveCount(10);
  });
});
