import { expectFilterChip } from '../../support/browser/filter-chip.ts';
import { anotherClient, aTask, expect, expectAccessible, setWidth, shoot, test } from '../screen.ts';

const METRICS = [
  ['All Clients', '/clients', '3'],
  ['Urgent Clients', '/clients?filter=urgent', '1', 'Urgent'],
  ['Overdue Clients', '/clients?filter=overdue', '1', 'Overdue'],
  ['On-Target Clients', '/clients?filter=on-target', '1', 'On Target'],
  ['Active Journeys', '/clients?filter=active', '3', 'Active'],
  ['Pending Actions (Adviser)', '/tasks', '1'],
  ['Pending Actions (Client)', '/clients?filter=pending-client', '2', 'Pending Client'],
] as const;

/** Most results that the list shows, and bars that stand in for them. */
const RESULTS = 10;

test('seven numbers lead to what they count, and the results to their client', async ({ page, firm }) => {
  firm.clients.push(
    anotherClient('Ola Berg', { status: 'urgent' }),
    anotherClient('Kofi Mensah', { status: 'overdue' }),
  );
  firm.tasks = [aTask({ responsibility: 'adviser' }), aTask(), aTask()];
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Client Dashboard' })).toBeVisible();
  for (const [label, address, count] of METRICS) {
    await expect(page.getByRole('main')).toContainText(`${label}${count}`);
    await expect(page.getByRole('link', { name: label })).toHaveAttribute('href', address);
  }
  await expectAccessible(page);
  await shoot(page, 'dashboard');
  for (const [label, address, , filter] of METRICS) {
    await page.getByRole('main').getByRole('link', { name: label }).click();
    await expect(page).toHaveURL(address);
    if (filter) await expectFilterChip(page, filter);
    await page.goBack();
  }
});

test('the search finds by any part of a name, with stage and status', async ({ page, api, firm, client }) => {
  firm.clients.push(anotherClient('Ola Berg'));
  const results = page.getByRole('region', { name: /Clients|Search Results/ });

  await test.step('once it is loaded, which shows', async () => {
    const releases = [api.holds('GET /api/dashboard/stats'), api.holds('GET /api/clients')];
    await page.goto('/adviser');
    await expect(page.getByText('Loading clients...')).toBeVisible();
    await expect(page.locator('.chakra-skeleton')).toHaveCount(METRICS.length + RESULTS);
    for (const release of releases) release();
    await expect(page.locator('.chakra-skeleton')).toHaveCount(0);
    await expect(results.getByRole('link')).toHaveCount(2);
  });

  const search = page.getByRole('searchbox', { name: 'Search clients' });
  await search.fill('A WOO');
  await expect(results.getByRole('link')).toHaveText([/Mia Wood.*Initial Setup.*On Target/]);
  await search.fill('nobody');
  await expect(results.getByText('No clients found')).toBeVisible();
  await search.fill('wood');
  await expect(results.getByRole('link')).toHaveCount(1);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/adviser/clients/${client.id}`);
});

test('what could not be read can be asked for again, and without clients it says so', async ({ page, api, firm }) => {
  api.fails('GET /api/dashboard/stats');
  api.fails('GET /api/clients');
  await page.goto('/dashboard');
  await expect(page.getByRole('alert').getByText('Failed to load the dashboard')).toBeVisible();
  await expect(page.getByRole('alert').getByText('Failed to fetch clients')).toBeVisible();
  api.recovers();
  firm.clients = [];
  const again = page.getByRole('button', { name: 'Try Again' });
  await again.first().click();
  await expect(again).toHaveCount(1);
  await again.click();
  await expect(page.getByRole('link', { name: 'All Clients' })).toBeVisible();
  await expect(page.getByText('No clients found')).toBeVisible();
  await page.getByRole('button', { name: 'Add Client' }).click();
  await expect(page.getByRole('dialog', { name: 'Add Client' })).toBeVisible();
});

test('the seven numbers stand in one strip, or one below the other', async ({ page }) => {
  await page.goto('/dashboard');
  for (const [width, lines] of [
    [1600, 1],
    [1280, 1],
    [768, 1],
    [390, METRICS.length],
  ] as const) {
    await setWidth(page, width);
    const tops = await Promise.all(
      METRICS.map(
        async ([label]) => (await page.getByRole('link', { name: label }).locator('../../..').boundingBox())?.y,
      ),
    );
    expect(new Set(tops).size, `at ${width} px`).toBe(lines);
  }
});
