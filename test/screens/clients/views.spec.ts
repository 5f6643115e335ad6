import type { Page } from '@playwright/test';
import type { View } from '#shared/contract/views.ts';
import { clientOf } from '../../support/acts.ts';
import { setWidth } from '../../support/browser/fit.ts';
import { enterOn } from '../../support/browser/keyboard.ts';
import { enter, test } from '../../support/browser/people.ts';
import { dismissToast, expectToast } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';
import { newAdmin, newAdviser, PASSWORD } from '../../support/builders.ts';

const menu = (page: Page) => page.getByRole('menu');
const views = (page: Page) => page.getByRole('button', { name: /^Views/ });
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search clients' });
const openMenu = async (page: Page) => {
  await views(page).click();
  await expect(menu(page)).toBeFocused();
};
const choose = async (page: Page, entry: string) => {
  await openMenu(page);
  await menu(page).getByRole('menuitem', { name: entry, exact: true }).click();
};
const names = (page: Page) => page.getByRole('table', { name: 'Clients' }).locator('[data-row-link]');
const headings = (page: Page) => page.getByRole('columnheader').filter({ visible: true });
const toggle = async (page: Page, columns: readonly string[]) => {
  await page.getByRole('button', { name: 'Columns' }).click();
  for (const name of columns) await page.getByRole('menuitemcheckbox', { name, exact: true }).click();
  await page.keyboard.press('Escape');
};

test('a view keeps filter, text, order and columns, and opens the same list in any browser', async ({
  page,
  adviser,
  browser,
}) => {
  for (const name of ['Mia Wood', 'Mio Wells', 'Kofi Mensah', 'Moa Lind'])
    await (await clientOf(adviser, { name })).change({ status: name === 'Moa Lind' ? 'overdue' : 'urgent' });
  await page.goto('/clients?filter=urgent&sort=-name&view=table');
  await search(page).fill('M');
  await expect(page).toHaveURL(/q=M/);
  await toggle(page, ['Progress', 'Waiting for', 'Last update', 'Email']);
  const shown = ['', /^Name/, 'Email', 'Stage', 'Status', 'Days in stage', 'Next due', 'More'];
  await openMenu(page);
  await expect(menu(page)).toContainText('No views yet. Filter or sort the list, then save it here.');
  await page.getByRole('menuitem', { name: 'Save as View…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save as View' });
  await expect(dialog.getByRole('checkbox')).toHaveCount(0);
  await dialog.getByLabel('Name').fill('Urgent M');
  await dialog.getByRole('button', { name: 'Save View' }).click();
  await expectToast(page, 'View Saved');
  await expect(views(page)).toBeFocused();
  const address = '/clients?filter=urgent&q=M&sort=-name&view=table&columns=name.email.adviser.stage.status.days.due';
  await expect(page).toHaveURL(address);
  await dismissToast(page);

  await test.step('is marked while it is open, also after a reload', async () => {
    await page.reload();
    await expect(headings(page)).toHaveText(shown);
    await openMenu(page);
    const entry = page.getByRole('menuitem', { name: 'Urgent M' });
    await expect(entry).toHaveAttribute('aria-current', 'true');
    await page.keyboard.press('Escape');
  });

  await test.step('opens from another list, and Back returns to that', async () => {
    await page.getByRole('link', { name: 'Clear filter' }).click();
    await expect(page.getByRole('article')).toHaveCount(4);
    await choose(page, 'Urgent M');
    await expect(names(page)).toHaveText(['Mio Wells', 'Mia Wood', 'Kofi Mensah']);
    await expect(search(page)).toHaveValue('M');
    await page.goBack();
    await expect(page).toHaveURL('/clients');
    await expect(page.getByRole('article')).toHaveCount(4);
    await page.goForward();
  });

  await test.step('can be updated to the changed list, whose columns are no choice of the browser', async () => {
    await toggle(page, ['Email', 'Stage']);
    await page.getByRole('link', { name: /^Overdue/ }).click();
    await expect(names(page)).toHaveText(['Moa Lind']);
    await expect(views(page)).toHaveText('Urgent M· changed');
    await choose(page, 'Update “Urgent M”');
    await expectToast(page, 'View Updated', '“Urgent M” now opens this list');
    const [{ query }]: [View] = (await adviser.call('GET /api/views')).body;
    await expect(page).toHaveURL(`/clients?${query}`);
    await page.goto('/clients?view=table');
    await expect(headings(page)).toHaveText(shown);
  });

  await test.step('has the same columns in a browser with others', async () => {
    const context = await browser.newContext();
    await enter(context, adviser);
    const elsewhere = await context.newPage();
    await elsewhere.goto('/clients');
    await choose(elsewhere, 'Urgent M');
    await expect(headings(elsewhere)).toHaveText(['', /^Name/, 'Status', 'Days in stage', 'Next due', 'More']);
    await setWidth(elsewhere, 390, 844);
    await expect(elsewhere.getByRole('article')).toHaveCount(1);
    await choose(elsewhere, 'Delete View…');
    await elsewhere.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expectToast(elsewhere, 'View Deleted');
    await expect(elsewhere.getByRole('article')).toHaveCount(1);
    await context.close();
  });
});

test('a shared view shows each adviser their own clients, and only admins can change it', async ({
  page,
  context,
  client,
  watch,
}) => {
  await client.change({ status: 'urgent' });
  await (await clientOf(await newAdviser('Tom Reid'), { name: 'Ola Berg' })).change({ status: 'urgent' });
  const tom = await newAdmin();
  await enter(context, tom);
  await page.goto('/clients?filter=urgent&view=cards');
  await expect(page.getByRole('article')).toHaveCount(2);
  await choose(page, 'Save as View…');
  const dialog = page.getByRole('dialog', { name: 'Save as View' });
  await dialog.getByLabel('Name').fill('All urgent');
  await dialog.getByRole('checkbox', { name: 'Share with everyone in the firm' }).check();
  await dialog.getByRole('button', { name: 'Save View' }).click();
  await expectToast(page, 'View Saved');
  await openMenu(page);
  await expect(menu(page).getByRole('group', { name: 'Shared' }).getByRole('menuitem')).toHaveText(['All urgent']);
  await expect(menu(page).getByRole('menuitem', { name: 'Rename or Share…' })).toBeVisible();

  await test.step('tells an admin that another one changed it, before either change is lost', async () => {
    await page.keyboard.press('Escape');
    const other = await newAdmin();
    const [{ id, version }]: [View] = (await other.call('GET /api/views')).body;
    await other.call('PATCH /api/views/{id}', { params: { id }, body: { version, query: 'q=ola' } });
    await page.getByRole('link', { name: /^Overdue/ }).click();
    watch.expected.push(/^409 PATCH/, /status of 409/);
    await choose(page, 'Update “All urgent”');
    await expectToast(
      page,
      'Error',
      'Someone else changed the view “All urgent”. Open it to see the change, or save yours again to replace it.',
    );
    await choose(page, 'All urgent');
    await expect(page).toHaveURL('/clients?q=ola');
    // The field and the links of the tabs follow the address, so an early press would keep the former text.
    await expect(search(page)).toHaveValue('ola');
    await search(page).fill('');
    await expect(page).toHaveURL('/clients');
    await page.getByRole('link', { name: /^Urgent/ }).click();
    await expect(page).toHaveURL('/clients?filter=urgent');
    await choose(page, 'Update “All urgent”');
    await expectToast(page, 'View Updated');
    await openMenu(page);
  });

  await test.step('offers no change of it to the next admin in the tab, who has not opened it', async () => {
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByLabel('Email').fill((await newAdmin()).email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Clients' }).click();
    await openMenu(page);
    await expect(menu(page).getByRole('menuitem')).toHaveText(['All urgent', 'Save as View…']);
  });

  await enter(context, await newAdviser('Kim Lee'));
  await page.goto('/clients');
  await choose(page, 'All urgent');
  await expect(page).toHaveURL('/clients?filter=urgent&view=cards');
  await expect(page.getByText('No clients found')).toBeVisible();
  await openMenu(page);
  await expect(menu(page).getByRole('menuitem')).toHaveText(['All urgent', 'Save as View…']);
});

test('an update changes the view that is open in this place of the history, and can be undone', async ({
  page,
  client,
  adviser,
}) => {
  const viewOf = async (name: string, query: string) =>
    (await adviser.call('POST /api/views', { body: { name, query } })).body;
  const urgent = await viewOf('Urgent ones', 'filter=urgent&view=cards');
  const slow = await viewOf('Slow journeys', 'sort=progress&view=cards');
  const queries = async () => {
    const all: View[] = (await adviser.call('GET /api/views')).body;
    return Object.fromEntries(all.map(({ name, query }) => [name, query]));
  };
  await client.change({ status: 'overdue' });
  await page.goto('/clients');
  await expect(views(page)).toHaveAccessibleName('Views');
  await choose(page, 'Urgent ones');
  await expect(views(page)).toHaveAccessibleName('Views: Urgent ones');
  await page.getByRole('link', { name: /^Overdue/ }).click();
  await expect(views(page)).toHaveAccessibleName('Views: Urgent ones · changed');
  await choose(page, 'Slow journeys');
  await expect(views(page)).toHaveAccessibleName('Views: Slow journeys');
  await page.goBack();
  await expect(views(page)).toHaveAccessibleName('Views: Urgent ones · changed');

  await test.step('also after a visit to a client, and a reload', async () => {
    await page.getByRole('link', { name: 'View Mia Wood' }).click();
    await page.getByRole('link', { name: 'Back to clients' }).click();
    await expect(views(page)).toHaveAccessibleName('Views: Urgent ones · changed');
    await page.reload();
    await expect(views(page)).toHaveAccessibleName('Views: Urgent ones · changed');
  });

  await choose(page, 'Update “Urgent ones”');
  await expect(views(page)).toHaveAccessibleName('Views: Urgent ones');
  expect(await queries()).toEqual({ 'Urgent ones': 'filter=overdue&view=cards', 'Slow journeys': slow.query });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expectToast(page, 'View Restored');
  await expect(views(page)).toHaveAccessibleName('Views: Urgent ones · changed');
  expect(await queries()).toEqual({ 'Urgent ones': urgent.query, 'Slow journeys': slow.query });
});

test('the menu says that views are loading or failed, and reads them again', async ({ page, adviser, api }) => {
  await adviser.call('POST /api/views', { body: { name: 'Mine', query: 'filter=urgent' } });
  await page.goto('/clients');
  const loaded = api.holds('GET /api/views');
  await enterOn(page, views(page));
  await expect(menu(page)).toContainText('Loading views...');
  api.fails('GET /api/views');
  loaded();
  await expect(menu(page)).toContainText('The views could not be loaded');
  api.recovers();
  await menu(page).getByRole('menuitem', { name: 'Try Again' }).click();
  await menu(page).getByRole('menuitem', { name: 'Mine' }).click();
  await expect(page).toHaveURL('/clients?filter=urgent');
  expect(api.sent('GET /api/views').length).toBeGreaterThan(1);
});
