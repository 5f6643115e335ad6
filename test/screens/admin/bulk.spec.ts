import type { Page } from '@playwright/test';
import type { Client } from '#shared/contract/clients.ts';
import { expectAccessible } from '../../support/browser/axe.ts';
import { expectToFit } from '../../support/browser/fit.ts';
import type { Interceptor } from '../../support/browser/interceptor.ts';
import { test } from '../../support/browser/people.ts';
import { expectClearOf } from '../../support/browser/selection-bar.ts';
import { expectToast } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';
import { newAdviser, newClient, type Person } from '../../support/builders.ts';
import { manyClients } from '../../support/people/crowd.ts';

const PATCH = 'PATCH /api/clients/{id}';
const rows = (page: Page) => page.getByRole('table', { name: 'Clients' }).getByRole('row');
const rowOf = (page: Page, name: string) => rows(page).filter({ hasText: name });
const result = (page: Page) => page.getByRole('status').filter({ hasText: /client/ });
const bodies = (api: Interceptor) => api.sent(PATCH).map(({ body }) => body);

let kofi: Person;
let sian: Person;

/** Stores clients of Siân named by number. Returns a function for the id of a number. */
async function clientsOfSian(count: number): Promise<(number: number) => string> {
  const ids = await manyClients(sian, count, (index) => ({ name: `Client ${count - index}` }));
  return (number) => ids[count - number] ?? '';
}

const clientsOf = async (adviser: Person): Promise<Client[]> => (await adviser.call('GET /api/clients')).body;

/** Refuses changes of one client until the returned function is called. */
async function refuses(page: Page, id: string): Promise<() => Promise<void>> {
  const address = `**/api/clients/${id}`;
  await page.route(address, (route) => route.fulfill({ status: 500, json: { message: 'The table is away' } }));
  return () => page.unroute(address);
}

test.beforeEach(async ({ client: _client, admin: _, watch }) => {
  [kofi, sian] = [await newAdviser('Kofi Mensah'), await newAdviser('Siân Grünwald')];
  watch.expected.push(/^500 PATCH/, /status of 500/);
});

test('an admin reassigns all clients of an adviser, and Undo returns them', async ({ page, api }) => {
  const idOf = await clientsOfSian(30);
  const selectAll = page.getByRole('checkbox', { name: /^Select all/ });
  const target = page.getByLabel('Reassign selected clients to');
  await page.goto('/admin');

  await test.step('links the client count to the reassignment', async () => {
    await page.getByRole('link', { name: '30 clients of Siân Grünwald' }).click();
    await expect(page).toHaveURL(`/admin?section=reassignment&adviser=${sian.id}`);
    await expect(page.getByLabel('Current adviser')).toHaveValue(sian.id);
    await expect(page.getByRole('button', { name: 'Show 5 More of 30 Clients' })).toBeVisible();
    await expect(target).toHaveCount(0);
  });

  await test.step('Select all includes clients that are not shown yet', async () => {
    const place = () => rowOf(page, 'Client 30').boundingBox();
    const before = await place();
    await selectAll.check();
    await expect(page.getByText('30 selected')).toBeVisible();
    expect(await place(), 'the rows stay where they are').toEqual(before);
    await target.selectOption(kofi.id);
    const bar = page.getByRole('region', { name: 'Selected clients' });
    await expectClearOf(bar, page.getByRole('button', { name: 'Show 5 More of 30 Clients' }), page);
    for (const width of [320, 390, 768, 1024, 1280]) await expectToFit(page, 'bulk', width);
    await page.getByRole('button', { name: 'Reassign 30' }).click();
    await expect(result(page)).toHaveText(/30 clients reassigned to Kofi Mensah\./);
    expect(bodies(api)).toEqual(Array(30).fill({ adviserId: kofi.id, renewLink: true }));
    await expect(rowOf(page, 'Client 30')).toContainText('Reassigned from Siân Grünwald');
    expect(await clientsOf(kofi)).toHaveLength(30);
  });

  await test.step('disables the selection of reassigned clients', async () => {
    await expect(page.getByRole('checkbox', { name: 'Select Client 30' })).toBeDisabled();
    await expect(selectAll).toBeDisabled();
  });

  await test.step('Undo returns the clients without another email', async () => {
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(result(page)).toHaveText(/30 clients moved back\./);
    expect(bodies(api).at(-1)).toEqual({ adviserId: sian.id, renewLink: false });
    expect(await clientsOf(sian)).toHaveLength(30);
    await expect(selectAll).toBeEnabled();
  });

  await test.step('reports a failure in the client’s row, and Try 1 Again sends only that client', async () => {
    const accept = await refuses(page, idOf(20));
    await selectAll.check();
    await target.selectOption(kofi.id);
    await page.getByRole('checkbox', { name: 'Make new links and email them to the clients' }).uncheck();
    await page.getByRole('button', { name: 'Reassign 30' }).click();
    await expect(result(page)).toHaveText(/29 clients reassigned to Kofi Mensah\. 1 failed: see each row\./);
    await expect(rowOf(page, 'Client 20')).toContainText('The table is away');
    await expect(rowOf(page, 'Client 30')).toContainText('Reassigned from Siân Grünwald');
    await expectAccessible(page);
    await accept();
    const before = bodies(api).length;
    await page.getByRole('button', { name: 'Try 1 Again' }).click();
    await expect(result(page)).toHaveText(/30 clients reassigned to Kofi Mensah\./);
    expect(bodies(api).slice(before)).toEqual([{ adviserId: kofi.id, renewLink: false }]);
  });
});

test('reassignment finds clients by any field, selects ranges, and counts only shown clients', async ({ page }) => {
  for (let i = 1; i <= 6; i++) await newClient(sian, { name: `Client ${i}`, email: `post-${i}@clients.example` });
  const search = page.getByRole('searchbox', { name: 'Search clients' });
  const tick = (number: number) => page.getByRole('checkbox', { name: `Select Client ${number}` });
  await page.goto('/admin?section=reassignment');
  for (const [text, found] of [
    ['grunwald', 6],
    ['SIAN client 3', 1],
    ['post-4@clients', 1],
  ] as const) {
    await search.fill(text);
    await expect(rows(page)).toHaveCount(found + 1);
  }
  await search.fill('nobody');
  await expect(page.getByText('No clients found')).toBeVisible();
  await search.fill('');
  for (const [adviser, count] of [
    ['Ruth Amari (1)', 1],
    ['Siân Grünwald (6)', 6],
  ] as const) {
    await page.getByLabel('Current adviser').selectOption(adviser);
    await expect(rows(page)).toHaveCount(count + 1);
  }
  await tick(5).click();
  await tick(2).click({ modifiers: ['Shift'] });
  await expect(page.getByText('4 selected')).toBeVisible();
  await tick(3).uncheck();
  await expect(page.getByText('3 selected')).toBeVisible();
  await page.getByLabel('Reassign selected clients to').selectOption(kofi.id);
  await expect(page.getByRole('button', { name: 'Reassign 3' })).toBeEnabled();
  await search.fill('client 5');
  await expect(page.getByRole('button', { name: 'Reassign 1' })).toBeEnabled();
});

test('reassignment finds an old client among more than a thousand of an adviser, and keeps it listed', async ({
  page,
  api,
}) => {
  await manyClients(sian, 1001, (index) => ({ name: index === 1000 ? 'Zoe Berg' : `Client ${index}` }));
  await page.goto(`/admin?section=reassignment&adviser=${sian.id}`);
  await expect(page.getByText('The newest 1,000 of 1,001 clients. Search to see others.')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Select the 1000 clients loaded' })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search clients' }).fill('zoe');
  await page.getByRole('combobox', { name: 'Reassign Zoe Berg to' }).selectOption(kofi.id);
  await page.getByRole('button', { name: 'Reassign Zoe Berg' }).click();
  await expect(rowOf(page, 'Zoe Berg')).toContainText('Reassigned from Siân Grünwald');
  await expect(page.getByLabel('Current adviser')).toContainText('Siân Grünwald (1000)');
  await expect(rowOf(page, 'Zoe Berg')).toContainText('Kofi Mensah');
  await expect(page.getByRole('checkbox', { name: 'Select Zoe Berg' })).toBeDisabled();
  const ofSian = { adviser: sian.id };
  const queries = api.sent('GET /api/clients').map(({ query }) => query);
  expect(queries.slice(0, 2)).toEqual([ofSian, { ...ofSian, q: 'zoe', limit: '250' }]);
  expect(queries.every(({ adviser }) => adviser === sian.id)).toBe(true);
});

test('deleting an adviser first reassigns all clients, and names the views that end', async ({ page, api, admin }) => {
  const idOf = await clientsOfSian(12);
  for (const [name, id] of [
    ['Of Siân', sian.id],
    ['Of Kofi', kofi.id],
  ])
    await admin.call('POST /api/views', { body: { name, query: `adviser=${id}`, shared: true } });
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Delete Siân Grünwald' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete Adviser' });
  const accept = await refuses(page, idOf(7));

  await test.step('shows the number of clients, and offers only other advisers', async () => {
    await expect(dialog).toContainText('Siân Grünwald has 12 clients.');
    await expect(dialog).toContainText('1 saved view will list nobody: “Of Siân” (shared)');
    await expect(dialog.getByLabel('Reassign all to').getByRole('option', { name: 'Siân' })).toHaveCount(0);
    await dialog.getByLabel('Reassign all to').selectOption(kofi.id);
    for (const width of [320, 390, 1280]) await expectToFit(page, 'delete adviser', width);
  });

  await test.step('keeps the account if a client fails, and the dialog open until the end', async () => {
    const answered = api.holds(PATCH);
    await dialog.getByRole('button', { name: 'Reassign 12 and Delete' }).click();
    await expect(dialog.getByRole('button', { name: 'Deleting...' })).toBeDisabled();
    await expect(dialog.getByRole('progressbar', { name: 'Reassigning' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeVisible();
    answered();
    await expect(dialog).toContainText('1 client could not be reassigned, so the account was not deleted: Client 7');
    expect(api.sent('DELETE /api/advisers/{id}')).toHaveLength(0);
  });

  await test.step('deletes the account once the last client is reassigned', async () => {
    await accept();
    await dialog.getByRole('button', { name: 'Reassign 1 and Delete' }).click();
    await expectToast(page, 'Adviser Deleted', 'Adviser has been removed successfully');
    await expect(dialog).toBeHidden();
    expect(await clientsOf(kofi)).toHaveLength(12);
    await expect(page.getByRole('region', { name: 'Adviser Management' })).toBeFocused();
    await expect(page.getByRole('link', { name: '12 clients of Kofi Mensah' })).toBeVisible();
  });

  await test.step('names the choice of a view that is left, and leads out of it', async () => {
    await page.goto(`/clients?adviser=${sian.id}`);
    const adviser = page.getByRole('combobox', { name: 'Adviser' });
    await expect(adviser.getByRole('option', { name: 'Adviser who left' })).toHaveJSProperty('selected', true);
    await expect(page.getByText('No clients found')).toBeVisible();
    await adviser.selectOption('All advisers');
    await expect(page).toHaveURL('/clients');
  });
});
