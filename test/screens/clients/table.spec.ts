import type { Page } from '@playwright/test';
import { type ClientDesk, clientOf } from '../../support/acts.ts';
import { setWidth } from '../../support/browser/fit.ts';
import { enterOn, expectFocusShown } from '../../support/browser/keyboard.ts';
import { enter, test } from '../../support/browser/people.ts';
import { expectToast } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';
import { newAdmin, newAdviser, newClient } from '../../support/builders.ts';
import { START, setNow } from '../../support/clock.ts';
import { inDays } from '../../support/days.ts';
import { ask, handedIn } from '../../support/requests.ts';

const HOUR = 3_600_000;
const table = (page: Page) => page.getByRole('table', { name: 'Clients' });
const rows = (page: Page) => table(page).locator('tbody tr[aria-rowindex]');
const names = (page: Page) => rows(page).locator('[data-row-link]');
const heading = (page: Page, name: string) => table(page).getByRole('columnheader', { name, exact: true });

let ola: ClientDesk;

test.beforeEach(async ({ adviser }) => {
  const dueDates = { past: inDays(-3), soon: inDays(9), late: inDays(30) };
  const goBack = (days: number) => setNow(START - days * 24 * HOUR - HOUR);
  goBack(12);
  await newClient(adviser, { name: 'Mia Wood' });
  const kofi = await clientOf(adviser, { name: 'Kofi Mensah' });
  await kofi.setStage('1', { status: 'completed' });
  await kofi.setStage('2', { status: 'in_progress' });
  ola = await clientOf(adviser, { name: 'Ola Berg', email: 'ola@clients.example' });
  const wanda = await clientOf(adviser, { name: 'Wanda Walker' });
  goBack(3);
  await ola.setStage('1', { status: 'in_progress' });
  await ola.change({ status: 'overdue' });
  await ola.addTask({ dueDate: dueDates.late });
  await ola.addTask({ dueDate: dueDates.soon, responsibility: 'adviser' });
  await wanda.change({ completed: true });
  goBack(2);
  await kofi.change({ status: 'urgent' });
  await kofi.addTask({ dueDate: dueDates.past });
  goBack(1);
  await ola.by('POST /api/clients/{id}/stuck', { body: {} }, ola.own);
  await ola.write('Where do I find my plan number?', ola.own);
  setNow(START);
});

test('the table of clients has rows of 36 px, and becomes cards on a phone', async ({ page, api }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/clients');
  await expect(page.getByRole('article')).toHaveCount(4);
  expect(api.sent('GET /api/tasks/pending')).toHaveLength(0);
  await enterOn(page, page.getByRole('button', { name: 'Table', exact: true }));
  await expect(names(page)).toHaveText(['Ola Berg', 'Wanda Walker', 'Kofi Mensah', 'Mia Wood']);
  await expect(rows(page).nth(2)).toContainText(
    /Kofi Mensah.*Information Gathering.*14%.*Urgent.*Client.*12.*2 days ago/,
  );
  await expect(rows(page).nth(2).getByRole('img', { name: 'Overdue' })).toBeVisible();
  await expect(rows(page).nth(0)).toContainText(
    /Needs Help since.*2 unread messages.*First Meeting.*Overdue.*You, Client.*3/,
  );
  await expect(rows(page).nth(1)).toContainText(
    /Journey completed.*100%.*Completed.*–Nobody–No stage in progress.*3 days ago–Nothing due/,
  );
  await expect(rows(page).nth(3)).toContainText(/Initial Setup.*Recently added/);
  expect(api.sent('GET /api/tasks/pending')).toHaveLength(1);
  for (const row of await rows(page).all()) expect((await row.boundingBox())?.height).toBe(36);
  await expect(heading(page, 'Adviser')).toHaveCount(0);

  await test.step('keeps the choice without the address', async () => {
    await page.goto('/clients');
    await expect(names(page)).toHaveCount(4);
  });

  await test.step('marks a task that is due today', async () => {
    const [{ id }] = await ola.read('GET /api/clients/{id}/tasks');
    await ola.setTask(id, { dueDate: inDays(0) });
    await page.reload();
    await expect(rows(page).filter({ hasText: 'Ola Berg' })).toContainText('Today');
  });

  await test.step('shows cards on a phone, with filters in one line and the chosen one in view', async () => {
    await setWidth(page, 390, 800);
    const cards = page.getByRole('article');
    await expect(cards).toHaveCount(4);
    await expect(cards.filter({ hasText: 'Ola Berg' })).toContainText('Waiting for You, Client');
    await expect(cards.filter({ hasText: 'Wanda Walker' })).toContainText('Waiting for –Nobody');
    await expect(page.getByRole('button', { name: /^(Cards|Table)$/ })).toHaveCount(0);
    await page.goto('/clients?filter=pending-client');
    const filters = page.getByRole('navigation', { name: 'Filters' }).getByRole('link');
    await expect(filters.last()).toHaveText('Pending Client2');
    await expect(filters.last()).toBeInViewport({ ratio: 1 });
    await expect(filters.first()).not.toBeInViewport();
    await filters.first().focus();
    await expect(filters.first()).toBeInViewport({ ratio: 1 });
    const tops = await filters.evaluateAll((links) => links.map((link) => link.getBoundingClientRect().top));
    expect(new Set(tops).size).toBe(1);
  });
});

test('a heading sorts the table ascending, descending, then not at all', async ({ page }) => {
  await page.goto('/clients?view=table');
  const name = heading(page, 'Name').getByRole('button');
  await enterOn(page, name);
  await expect(names(page)).toHaveText(['Kofi Mensah', 'Mia Wood', 'Ola Berg', 'Wanda Walker']);
  await expect(heading(page, 'Name')).toHaveAttribute('aria-sort', 'ascending');
  await expect(page).toHaveURL('/clients?view=table&sort=name');
  await page.keyboard.press('Enter');
  await expect(names(page)).toHaveText(['Wanda Walker', 'Ola Berg', 'Mia Wood', 'Kofi Mensah']);
  await expect(heading(page, 'Name')).toHaveAttribute('aria-sort', 'descending');
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Name')).not.toHaveAttribute('aria-sort');
  await expect(names(page)).toHaveText(['Ola Berg', 'Wanda Walker', 'Kofi Mensah', 'Mia Wood']);

  for (const [label, order] of [
    ['Status', ['Kofi Mensah', 'Ola Berg', 'Mia Wood', 'Wanda Walker']],
    ['Days in stage', ['Ola Berg', 'Kofi Mensah', 'Wanda Walker', 'Mia Wood']],
    ['Next due', ['Kofi Mensah', 'Ola Berg', 'Wanda Walker', 'Mia Wood']],
    ['Stage', ['Mia Wood', 'Ola Berg', 'Kofi Mensah', 'Wanda Walker']],
  ] as const) {
    await setWidth(page, 1600, 800);
    await heading(page, label).getByRole('button').click();
    await expect(names(page), label).toHaveText([...order]);
  }
  await page.reload();
  await expect(heading(page, 'Stage')).toHaveAttribute('aria-sort', 'ascending');
});

test('each person chooses the table’s columns, even if storage is blocked', async ({ page, context, api }) => {
  await page.setViewportSize({ width: 1600, height: 900 });
  const hide = async (label: string) => {
    await page.getByRole('button', { name: 'Columns' }).click();
    const entry = page.getByRole('menuitemcheckbox', { name: label });
    await expect(entry).toHaveAttribute('aria-checked', 'true');
    await entry.click();
    await expect(entry).toHaveAttribute('aria-checked', 'false');
    await page.keyboard.press('Escape');
  };

  await test.step('does not read data that no column shows', async () => {
    await page.goto('/clients?view=table');
    await hide('Next due');
    await hide('Progress');
    await page.reload();
    await expect(heading(page, 'Stage')).toBeVisible();
    await expect(heading(page, 'Next due')).toHaveCount(0);
    await expect(heading(page, 'Progress')).toHaveCount(0);
    const asked = api.sent('GET /api/tasks/pending').length;
    await page.reload();
    await expect(names(page)).toHaveCount(4);
    expect(api.sent('GET /api/tasks/pending')).toHaveLength(asked);
  });

  await test.step('adds email and phone on request', async () => {
    await expect(heading(page, 'Email')).toHaveCount(0);
    await page.getByRole('button', { name: 'Columns' }).click();
    for (const name of ['Email', 'Phone']) await page.getByRole('menuitemcheckbox', { name }).click();
    await page.keyboard.press('Escape');
    await page.reload();
    await expect(rows(page).filter({ hasText: 'Ola Berg' })).toContainText(ola.email);
    await expect(heading(page, 'Phone')).toBeVisible();
    await expect(heading(page, 'Progress')).toHaveCount(0);
  });

  await test.step('adds charges and advice from the address, sorted with empty ones last', async () => {
    const advice = { initial: 1500, ongoing: 0, agreedOn: '2026-11-03', givenOn: '2026-11-20' };
    await ola.change({ advice });
    await page.goto('/clients?view=table&columns=name.initial.ongoing.agreed.given.factfind&sort=-initial');
    await expect(heading(page, 'Ongoing charge')).toBeVisible();
    await expect(rows(page).first()).toHaveText(/^Ola Berg.*£1,500£03 Nov 202620 Nov 2026.*No fact-find yet$/);
    await expect(rows(page).nth(1)).toContainText('No charge noted');
    await page.goto('/clients?view=table');
    await expect(heading(page, 'Phone')).toBeVisible();
    await expect(heading(page, 'Initial charge')).toHaveCount(0);
  });

  await test.step('keeps the columns of each person apart', async () => {
    await enter(context, await newAdmin());
    await page.goto('/clients');
    await expect(page.getByRole('article')).toHaveCount(4);
    await page.getByRole('button', { name: 'Table', exact: true }).click();
    await expect(heading(page, 'Next due')).toBeVisible();
  });

  await test.step('keeps the choice in memory if storage is blocked', async () => {
    await page.addInitScript(() => {
      const blocked = () => {
        throw new DOMException('blocked', 'SecurityError');
      };
      Object.defineProperty(window, 'localStorage', { get: blocked });
      Object.defineProperty(window, 'sessionStorage', { get: blocked });
    });
    await page.goto('/clients');
    await page.getByRole('button', { name: 'Table', exact: true }).click();
    await hide('Status');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Clients' }).click();
    await expect(heading(page, 'Stage')).toBeVisible();
    await expect(heading(page, 'Status')).toHaveCount(0);
  });
});

test('filters count clients, and an admin filters by adviser', async ({ page, admin: _ }) => {
  const tom = await newAdviser('Tom Reed');
  await (await clientOf(tom, { name: 'Bo Li' })).change({ status: 'urgent' });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/clients?view=table');
  const filters = page.getByRole('navigation', { name: 'Filters' }).getByRole('link');
  await expect(filters).toHaveText([
    'All5',
    'Urgent2',
    'Overdue1',
    'On Target1',
    'Active4',
    'Pending Adviser1',
    'Pending Client2',
  ]);
  await expect(heading(page, 'Adviser')).toBeVisible();

  await test.step('the menu of columns says which have no room in this window', async () => {
    const entry = (name: string) => page.getByRole('menuitemcheckbox', { name });
    await expect(heading(page, 'Days in stage')).toBeHidden();
    await page.getByRole('button', { name: 'Columns' }).click();
    await expect(page.getByRole('menuitemcheckbox').filter({ hasText: 'in a wider window' })).toHaveText([
      'Days in stage · in a wider window',
    ]);
    await entry('Progress').click();
    await expect(heading(page, 'Days in stage')).toBeVisible();
    await expect(entry('Days in stage')).toHaveText('Days in stage');
    await entry('Progress').click();
    await page.keyboard.press('Escape');
  });

  await filters.filter({ hasText: 'Urgent' }).click();
  await expect(page).toHaveURL('/clients?filter=urgent&view=table');
  await expect(filters.filter({ hasText: 'Urgent' })).toHaveAttribute('aria-current', 'page');
  await expect(names(page)).toHaveText(['Bo Li', 'Kofi Mensah']);
  await page.getByRole('combobox', { name: 'Adviser' }).selectOption('Tom Reed');
  await expect(names(page)).toHaveText(['Bo Li']);
  await expect(filters).toHaveText([/^All1/, /^Urgent1/, /0/, /0/, /^Active1/, /0/, /0/]);
  await expect(page).toHaveURL(new RegExp(`adviser=${tom.id}`));
  await page.getByRole('button', { name: 'Cards', exact: true }).click();
  await expect(page.getByRole('article', { name: /Bo Li/ })).toContainText('Adviser: Tom Reed');
});

test('the search finds clients by name, email and phone in any spelling', async ({ page, context }) => {
  const found = async (text: string, expected: readonly string[]) => {
    await page.getByRole('searchbox', { name: 'Search clients' }).fill(text);
    await expect(names(page), text).toHaveText([...expected]);
  };
  const tom = await newAdviser('Tom Reed');
  await enter(context, tom);
  await newClient(tom, { name: 'Jens Grünwald', phone: '+44 (0)20 7946 0111' });
  await newClient(tom, { name: 'Siân O’Price', phone: '07700 900123' });
  await newClient(tom, { name: 'Ann Ito', email: 'tea@orchard.example', phone: null });
  await page.goto('/clients?view=table');
  await found('GRUN', ['Jens Grünwald']);
  await found("o'price, sian", ['Siân O’Price']);
  await found('orchard', ['Ann Ito']);
  await found('020 7946', ['Jens Grünwald']);
  await found('\u202a+44 7700\u2011900 123\u202c', ['Siân O’Price']);
  await found('0044 20', ['Jens Grünwald']);
  await found('900123', ['Siân O’Price']);
  await found('nobody', []);
  await page.getByRole('link', { name: 'Show All Clients' }).click();
  await expect(page).toHaveURL('/clients');
  await expect(page.getByRole('article')).toHaveCount(3);
  await expect(page.getByRole('searchbox', { name: 'Search clients' })).toHaveValue('');
});

test('the menu of a client’s row completes, reopens and deletes the client, and assigns a task', async ({
  page,
  api,
  adviser,
}) => {
  await page.goto('/clients?view=table');
  const menu = page.getByRole('button', { name: 'More for Kofi Mensah' });
  const choose = async (name: string) => {
    await enterOn(page, menu);
    await page.getByRole('menuitem', { name }).click();
  };
  await menu.waitFor();
  const refetch = api.holds('GET /api/clients');
  await choose('Complete');
  await expectToast(page, 'Client Completed', 'Client journey has been marked as completed');
  await enterOn(page, menu);
  await expect(page.getByRole('menu')).toBeFocused();
  // Renders the rows while the focus is in a menu.
  refetch();
  await expect(rows(page).nth(2)).toContainText('Journey completed');
  await page.getByRole('menuitem', { name: 'Reopen' }).click();
  await expectToast(page, 'Client Reopened');

  await test.step('assigns a task', async () => {
    await choose('Assign Task…');
    const dialog = page.getByRole('dialog', { name: 'Assign Task' });
    await dialog.getByLabel('Title').fill('Send payslip');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    const tasks = (await adviser.call('GET /api/tasks/pending')).body;
    expect(tasks).toContainEqual(expect.objectContaining({ title: 'Send payslip', clientName: 'Kofi Mensah' }));
    await expectFocusShown(menu);
  });

  await test.step('deletes a client after a confirmation', async () => {
    await choose('Delete…');
    const question = page.getByRole('alertdialog', { name: 'Delete Client' });
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await question.getByLabel('Type Kofi Mensah to confirm').fill('Kofi Mensah');
    await question.getByRole('button', { name: 'Delete' }).click();
    await expectToast(page, 'Client Deleted', 'Client has been permanently removed');
    await expect(names(page)).toHaveText(['Ola Berg', 'Wanda Walker', 'Mia Wood']);
    expect(api.sent('DELETE /api/clients/{id}')).toHaveLength(1);
  });
});

test('requests count as waiting for the client or the adviser, and those to review are signalled', async ({
  page,
  adviser,
}) => {
  const ann = await clientOf(adviser, { name: 'Ann Ito' });
  await ask(ann, 'P60');
  const bo = await clientOf(adviser, { name: 'Bo Li' });
  for (const title of ['Passport', 'Payslips']) await handedIn(bo, title, ['Scan.txt']);
  await page.setViewportSize({ width: 1600, height: 800 });
  await page.goto('/clients?view=table');
  const row = (name: string) => rows(page).filter({ hasText: name });
  const waitingFor = (name: string) => row(name).locator('[data-column=waiting]');
  await expect(waitingFor('Ann Ito')).toHaveText('Client');
  await expect(waitingFor('Bo Li')).toHaveText('You');
  await expect(row('Bo Li')).toContainText('2 to review');
  await expect(row('Ann Ito')).not.toContainText('to review');
  await page.goto('/clients?view=cards');
  await expect(page.getByRole('article', { name: /^Bo Li/ })).toContainText('2 to review');
});
