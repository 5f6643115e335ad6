import type { Page } from '@playwright/test';
import type { StubApi } from '../../support/stub/api.ts';
import { refuse } from '../../support/stub/firm.ts';
import { anAdviser, anotherClient, expect, expectAccessible, expectToast, expectToFit, test } from '../screen.ts';

// Many clients that change hands at once, and an adviser who leaves.

const KOFI = anAdviser({ id: 'kofi-mensah', name: 'Kofi Mensah', email: 'kofi@advisers.example' });
const SIAN = anAdviser({ id: 'sian-gruenwald', name: 'Siân Grünwald', email: 'sian@advisers.example' });
const rows = (page: Page) => page.getByRole('table', { name: 'Clients' }).getByRole('row');
const rowOf = (page: Page, name: string) => rows(page).filter({ hasText: name });
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search clients' });
const selectAll = (page: Page) => page.getByRole('checkbox', { name: /^Select all/ });
const target = (page: Page) => page.getByLabel('Reassign selected clients to');
const result = (page: Page) => page.getByRole('status').filter({ hasText: /client/ });
const bodies = (api: StubApi) => api.sent('PATCH /api/clients/{id}').map(({ body }) => body);

/** Sian's clients, of whom there are so many. */
const hers = (count: number) =>
  Array.from({ length: count }, (_, i) => anotherClient(`Client ${i + 1}`, { adviserId: SIAN.id }));

test.beforeEach(({ firm, admin: _ }) => {
  firm.advisers.push(KOFI, SIAN);
});

test('forty clients of one adviser are given to another in a few clicks, and back', async ({ page, api, firm }) => {
  firm.clients.push(...hers(40));
  await page.goto('/admin');

  await test.step('the number of clients leads to them', async () => {
    await page.getByRole('link', { name: '40 clients of Siân Grünwald' }).click();
    await expect(page).toHaveURL('/admin?section=reassignment&adviser=sian-gruenwald');
    await expect(page.getByLabel('Current adviser')).toHaveValue(SIAN.id);
    await expect(page.getByRole('button', { name: 'Show 15 More of 40 Clients' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Reassign Selected' })).toBeDisabled();
  });

  await test.step('all of them, those that are not shown yet too', async () => {
    await selectAll(page).check();
    await expect(page.getByText('40 selected')).toBeVisible();
    await target(page).selectOption(KOFI.id);
    await expectAccessible(page);
    for (const width of [320, 390, 768, 1024, 1280, 1600]) await expectToFit(page, 'bulk', width);
    await page.getByRole('button', { name: 'Reassign 40' }).click();
    await expect(result(page)).toHaveText(/40 clients reassigned to Kofi Mensah\./);
    expect(bodies(api)).toHaveLength(40);
    expect(bodies(api)[0]).toEqual({ adviserId: KOFI.id, renewLink: true });
    await expect(rowOf(page, 'Client 40')).toContainText('Reassigned from Siân Grünwald');
    expect(firm.clients.filter(({ adviserId }) => adviserId === KOFI.id)).toHaveLength(40);
  });

  await test.step('who was given away cannot be picked again by mistake', async () => {
    await expect(page.getByRole('checkbox', { name: 'Select Client 40' })).toBeDisabled();
    await expect(selectAll(page)).toBeDisabled();
  });

  await test.step('it is undone, without another mail', async () => {
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(result(page)).toHaveText(/40 clients given back\./);
    expect(bodies(api).at(-1)).toEqual({ adviserId: SIAN.id, renewLink: false });
    expect(firm.clients.filter(({ adviserId }) => adviserId === SIAN.id)).toHaveLength(40);
    await expect(selectAll(page)).toBeEnabled();
  });
});

test('clients are found by name, address and adviser, and picked one by one or in a row', async ({ page, firm }) => {
  firm.clients.push(...hers(6));
  await page.goto('/admin?section=reassignment');

  await test.step('whatever their case and accents', async () => {
    for (const [text, found] of [
      ['grunwald', 6],
      ['SIAN client 3', 1],
      ['client-4@clients', 1],
      ['nobody', 0],
    ] as const) {
      await search(page).fill(text);
      if (found > 0) await expect(rows(page)).toHaveCount(found + 1);
      else await expect(page.getByText('No clients found')).toBeVisible();
    }
    await search(page).fill('');
    await page.getByLabel('Current adviser').selectOption('Ruth Amari (1)');
    await expect(rows(page)).toHaveCount(2);
    await page.getByLabel('Current adviser').selectOption('Siân Grünwald (6)');
    await expect(rows(page)).toHaveCount(7);
  });

  await test.step('with shift from one to another', async () => {
    await page.getByRole('checkbox', { name: 'Select Client 5' }).click();
    await page.getByRole('checkbox', { name: 'Select Client 2' }).click({ modifiers: ['Shift'] });
    await expect(page.getByText('4 selected')).toBeVisible();
    await page.getByRole('checkbox', { name: 'Select Client 3' }).uncheck();
    await expect(page.getByText('3 selected')).toBeVisible();
  });

  await test.step('what the search hides does not count', async () => {
    await target(page).selectOption(KOFI.id);
    await expect(page.getByRole('button', { name: 'Reassign 3' })).toBeEnabled();
    await search(page).fill('client 5');
    await expect(page.getByRole('button', { name: 'Reassign 1' })).toBeEnabled();
  });
});

test('what fails says why, stays, and can be tried again by itself', async ({ page, api, firm, watch }) => {
  watch.expected.push(/^(500|409) PATCH/, /status of (500|409)/);
  firm.clients.push(...hers(3));
  let refusals = 1;
  api.answers('PATCH /api/clients/{id}', ({ params, body: { renewLink: _, ...change } }) => {
    if (params.id === 'client-2' && refusals > 0) refuse(500, 'The table is away');
    return firm.shown(Object.assign(firm.client(params.id), change));
  });
  await page.goto(`/admin?section=reassignment&adviser=${SIAN.id}`);
  await selectAll(page).check();
  await target(page).selectOption(KOFI.id);
  await page.getByRole('checkbox', { name: 'Make new links and email them to the clients' }).uncheck();
  await page.getByRole('button', { name: 'Reassign 3' }).click();
  await expect(result(page)).toHaveText(/2 clients reassigned to Kofi Mensah\. 1 could not be: their rows say why\./);
  await expect(rowOf(page, 'Client 2')).toContainText('The table is away');
  await expect(rowOf(page, 'Client 1')).toContainText('Reassigned from Siân Grünwald');
  await expectAccessible(page);

  refusals = 0;
  const before = bodies(api).length;
  await page.getByRole('button', { name: 'Try 1 again' }).click();
  await expect(result(page)).toHaveText(/3 clients reassigned to Kofi Mensah\./);
  expect(bodies(api).slice(before)).toEqual([{ adviserId: KOFI.id, renewLink: false }]);
});

test('an adviser who leaves: the clients go to a colleague, then the account', async ({ page, api, firm, watch }) => {
  watch.expected.push(/^500 PATCH/, /status of 500/);
  firm.clients.push(...hers(12));
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Delete Siân Grünwald' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete Adviser' });

  await test.step('the question says how many there are, and who may take them', async () => {
    await expect(dialog).toContainText('Are you sure you want to delete Siân Grünwald? This action cannot be undone.');
    await expect(dialog).toContainText(
      'Advisers with assigned clients cannot be deleted. Reassign their clients first.',
    );
    await expect(dialog).toContainText('Siân Grünwald has 12 clients.');
    await expect(dialog.getByLabel('Reassign all to…').getByRole('option', { name: 'Siân' })).toHaveCount(0);
    await dialog.getByLabel('Reassign all to…').selectOption(KOFI.id);
    await expectAccessible(page);
    for (const width of [320, 390, 1280]) await expectToFit(page, 'delete adviser', width);
  });

  await test.step('where one of them stays, so does the account', async () => {
    api.answers('PATCH /api/clients/{id}', ({ params, body: { renewLink: _, ...change } }) => {
      if (params.id === 'client-7') refuse(500, 'The table is away');
      return firm.shown(Object.assign(firm.client(params.id), change));
    });
    const answered = api.holds('PATCH /api/clients/{id}');
    await dialog.getByRole('button', { name: 'Reassign 12 and delete' }).click();
    await expect(dialog.getByRole('button', { name: 'Deleting...' })).toBeDisabled();
    await expect(dialog.getByRole('progressbar', { name: 'Reassigning' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeVisible();
    answered();
    await expect(dialog).toContainText('1 client could not be reassigned, so the account is still there: Client 7');
    expect(api.sent('DELETE /api/advisers/{id}')).toHaveLength(0);
  });

  await test.step('then it goes', async () => {
    api.answers('PATCH /api/clients/{id}', ({ params, body: { renewLink: _, ...change } }) =>
      firm.shown(Object.assign(firm.client(params.id), change)),
    );
    await dialog.getByRole('button', { name: 'Reassign 1 and delete' }).click();
    await expectToast(page, 'Adviser Deleted', 'Adviser has been removed successfully');
    await expect(dialog).toBeHidden();
    expect(firm.clients.filter(({ adviserId }) => adviserId === KOFI.id)).toHaveLength(12);
    await expect(page.getByRole('region', { name: 'Adviser Management' })).toBeFocused();
    await expect(page.getByRole('link', { name: '12 clients of Kofi Mensah' })).toBeVisible();
  });
});
