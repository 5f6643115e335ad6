import { clientOf } from '../../support/acts.ts';
import { expectFilterChip } from '../../support/browser/filter-chip.ts';
import { setWidth } from '../../support/browser/fit.ts';
import { enterOn, expectFocusShown, typeInto } from '../../support/browser/keyboard.ts';
import { test } from '../../support/browser/people.ts';
import { expect } from '../../support/browser/watched.ts';
import { demoAdmin, newClient } from '../../support/builders.ts';

const METRICS = [
  ['All Clients', '/clients', '3'],
  ['Urgent Clients', '/clients?filter=urgent', '1', 'Urgent'],
  ['Overdue Clients', '/clients?filter=overdue', '1', 'Overdue'],
  ['On-Target Clients', '/clients?filter=on-target', '1', 'On Target'],
  ['Active Journeys', '/clients?filter=active', '3', 'Active'],
  ['Pending Actions (Adviser)', '/tasks', '1'],
  ['Pending Actions (Client)', '/clients?filter=pending-client', '2', 'Pending Client'],
] as const;

const FIRST: Record<string, string> = { Name: 'Mia Wood', Email: 'mia@clients.example', Phone: '020 7946 0000' };

/** Number of results on the dashboard, and of their skeletons. */
const RESULTS = 10;

test('the dashboard shows seven figures in one strip or column, each linked to its list', async ({ page, adviser }) => {
  const mia = await clientOf(adviser, { name: 'Mia Wood' });
  for (const responsibility of ['adviser', 'client', 'client']) await mia.addTask({ responsibility });
  await (await clientOf(adviser, { name: 'Ola Berg' })).change({ status: 'urgent' });
  await (await clientOf(adviser, { name: 'Kofi Mensah' })).change({ status: 'overdue' });
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Client Dashboard' })).toBeVisible();
  const linkOf = (label: string) => page.getByRole('main').getByRole('link', { name: label });
  for (const [label, address, count] of METRICS) {
    await expect(page.getByRole('main')).toContainText(`${label}${count}`);
    await expect(linkOf(label)).toHaveAttribute('href', address);
  }
  await expect(linkOf('Pending Actions (Client)')).toHaveAccessibleDescription('2 tasks, 1 client');
  await expect(linkOf('Mia Wood')).toContainText('Waiting for You, Client');
  await expect(linkOf('Kofi Mensah')).toContainText('Waiting for –Nobody');
  await expect(linkOf('Kofi Mensah')).not.toContainText('Adviser:');
  for (const [width, lines] of [
    [1600, 1],
    [1280, 1],
    [768, 1],
    [390, METRICS.length],
  ] as const) {
    await setWidth(page, width);
    const tops = METRICS.map(async ([label]) => (await linkOf(label).locator('../../..').boundingBox())?.y);
    expect(new Set(await Promise.all(tops)).size, `at ${width} px`).toBe(lines);
  }
  await setWidth(page, 1280);
  for (const [label] of METRICS) {
    const linesOfTwoWords = await linkOf(label).evaluate(({ firstChild }) => {
      const range = document.createRange();
      if (firstChild) range.selectNodeContents(firstChild);
      range.setEnd(range.endContainer, firstChild?.nodeValue?.match(/\S+ \S+/)?.[0].length ?? 0);
      return range.getClientRects().length;
    });
    expect(linesOfTwoWords, label).toBe(1);
  }
  for (const [label, address, , filter] of METRICS) {
    await linkOf(label).click();
    await expect(page).toHaveURL(address);
    if (filter) await expectFilterChip(page, filter);
    await page.goBack();
  }
});

test('the dashboard’s search opens a client by keyboard', async ({ page, api, adviser, client }) => {
  await newClient(adviser, { name: 'Ola Wood' });
  const results = page.getByRole('region', { name: /Clients|Search Results/ }).getByRole('link');
  const search = page.getByRole('searchbox', { name: 'Search clients' });
  const isLost = () => page.evaluate(() => document.activeElement === document.body);

  await test.step('shows skeletons while figures and results load', async () => {
    const releases = [api.holds('GET /api/dashboard/stats'), api.holds('GET /api/clients')];
    await page.goto('/adviser');
    await expect(page.getByText('Loading clients...')).toBeVisible();
    await expect(page.locator('.chakra-skeleton')).toHaveCount(METRICS.length + RESULTS);
    // A button that becomes another one may be pressed in the wrong moment.
    for (const name of ['Assign Task', 'Add Client']) await expect(page.getByRole('button', { name })).toHaveCount(0);
    for (const release of releases) release();
    await expect(page.locator('.chakra-skeleton')).toHaveCount(0);
    await expect(results).toHaveCount(2);
    await expect(page.getByRole('button', { name: 'Assign Task' })).toBeVisible();
  });

  await test.step('shows stage and status in results, and opens none of several on Enter', async () => {
    await search.fill('A WOO');
    await expect(results).toHaveText([/Ola Wood/, /Mia Wood.*Initial Setup.*On Target/]);
    await search.press('Enter');
    await expect(page).toHaveURL('/adviser');
    await search.fill('nobody');
    await expect(page.getByText('No clients found')).toBeVisible();
  });

  await test.step('opens a result with Tab and Enter, and keeps the focus on the page, also after Back', async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Work' }).click();
    await page.getByRole('heading', { name: 'To Review' }).waitFor();
    await enterOn(page, page.getByRole('navigation').getByRole('link', { name: 'Dashboard' }));
    await typeInto(page, search, 'mia w');
    await expect(results).toHaveCount(1);
    await page.keyboard.press('Tab');
    await expectFocusShown(results);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/adviser/clients/${client.id}`);
    await expect.poll(isLost).toBe(false);
    await page.goBack();
    await expect(page).toHaveURL('/dashboard');
    await expect.poll(isLost).toBe(false);
  });

  await test.step('Enter opens the only result', async () => {
    await page.getByRole('heading', { name: 'Client Dashboard' }).waitFor();
    await search.fill('');
    await search.pressSequentially('mia');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/adviser/clients/${client.id}`);
    await page.goBack();
  });

  await test.step('opens the filtered list from a figure, and Clear filter focuses the list', async () => {
    await enterOn(page, page.getByRole('link', { name: 'Urgent Clients' }));
    await expect(page).toHaveURL('/clients?filter=urgent');
    await enterOn(page, page.getByRole('link', { name: 'Clear filter' }));
    await expect(page).toHaveURL('/clients');
    await expect(page.getByRole('article')).toHaveCount(2);
    await expectFocusShown(page.getByRole('region', { name: 'Clients' }));
  });
});

test('the dashboard names each client’s adviser to admins', async ({ page, adviser, admin: _ }) => {
  await newClient(adviser, { name: 'Mia Wood' });
  await page.goto('/dashboard');
  await expect(page.getByRole('main').getByRole('link', { name: 'Mia Wood' })).toContainText('Adviser: Ruth Amari');
});

test('the dashboard loads again on Try Again after a failure', async ({ page, api, adviser: _ }) => {
  api.fails('GET /api/dashboard/stats');
  api.fails('GET /api/clients');
  await page.goto('/dashboard');
  await expect(page.getByRole('alert').getByText('Failed to load the dashboard')).toBeVisible();
  await expect(page.getByRole('alert').getByText('Failed to fetch clients')).toBeVisible();
  api.recovers();
  const again = page.getByRole('button', { name: 'Try Again' });
  await again.first().click();
  await expect(again).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'All Clients' })).toBeVisible();
  await expect(page.getByText('No clients found')).toBeVisible();
  await page.getByRole('button', { name: 'Add Client' }).click();
  await expect(page.getByRole('dialog', { name: 'Add Client' })).toBeVisible();
});

test('an empty firm adds its first client first, for its only adviser', async ({ page, api, admin: _ }) => {
  const { body: advisers } = await (await demoAdmin()).call('GET /api/advisers');
  api.answers('GET /api/advisers', () => advisers.slice(0, 1));
  await page.goto('/dashboard');
  const main = page.getByRole('main');
  const add = page.getByRole('dialog', { name: 'Add Client' });
  await expect(main.getByRole('button', { name: 'Add Client' })).toHaveCount(1);
  await expect(main.getByRole('button', { name: 'Assign Task' })).toHaveCount(0);
  await expect(main).toContainText('No clients foundAdd your first client to get started.Add Client');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('assign task');
  await page.getByRole('option', { name: 'Assign Task' }).click();
  await expect(page.getByRole('dialog', { name: 'No clients yet' })).toContainText('Add your first client');
  await page.getByRole('dialog').getByRole('button', { name: 'Add Client' }).click();
  for (const label of ['Name', 'Email', 'Phone']) await add.getByLabel(label, { exact: true }).fill(FIRST[label] ?? '');
  await expect(add.getByLabel('Adviser')).toHaveValue(advisers[0].id);
  await add.getByRole('button', { name: 'Create Client' }).click();
  await expect(main.getByRole('button', { name: 'Assign Task' })).toBeVisible();
  expect(api.sent('POST /api/clients')).toMatchObject([{ body: { adviserId: advisers[0].id } }]);
});
