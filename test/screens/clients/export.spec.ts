import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { MOST_EXPORTED } from '#shared/rules/limits.ts';
import { HOUR_MS } from '#shared/rules/time.ts';
import { clientOf } from '../../support/acts.ts';
import { setWidth } from '../../support/browser/fit.ts';
import { test } from '../../support/browser/people.ts';
import { dismissToast, expectToast, toastOf } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';
import { newClient, PASSWORD } from '../../support/builders.ts';
import { setNow } from '../../support/clock.ts';
import { inDays } from '../../support/days.ts';

const GET = 'GET /api/clients';
const button = (page: Page) => page.getByRole('button', { name: 'Export CSV' });
const table = (page: Page) => page.getByRole('table', { name: 'Clients' });

/** Returns the cells of a CSV file, as a spreadsheet reads them. */
const cellsIn = (csv: string) =>
  csv
    .replace('\uFEFF', '')
    .trimEnd()
    .split('\r\n')
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, text, number]) =>
        (text ?? number ?? '').replaceAll('""', '"'),
      ),
    );

async function exported(page: Page, press = () => button(page).click()): Promise<string[][]> {
  const saving = page.waitForEvent('download');
  await press();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/^clients-20\d\d-\d\d-\d\d\.csv$/);
  return cellsIn(await readFile(await file.path(), 'utf8'));
}

/** Returns the texts of the table on screen: its headings, then name, stage and status of each row. */
async function shown(page: Page) {
  const textsOf = (column: string) => table(page).locator(`tbody [data-column=${column}]`).allInnerTexts();
  const names = await table(page).locator('[data-row-link]').allInnerTexts();
  const [stages, statuses] = [await textsOf('stage'), await textsOf('status')];
  const headings = (await table(page).locator('thead button').allInnerTexts()).map((text) =>
    text.replace(/\s*[↑↓]$/, ''),
  );
  return [headings, ...names.map((name, i) => [name, stages[i], statuses[i]])];
}

test.beforeEach(async ({ adviser }) => {
  for (const name of ['=HYPERLINK("https://evil.example")', 'Zoë "Zed" Müller', 'Ola Berg', 'Wanda Walker'])
    await newClient(adviser, { name });
  const kofi = await clientOf(adviser, { name: 'Kofi Mensah', phone: null });
  await kofi.change({ status: 'urgent' });
  await kofi.addTask({ dueDate: inDays(3) });
});

test('the export has the rows and columns of the table, and what is typed above it', async ({ page, api }) => {
  await page.setViewportSize({ width: 1600, height: 900 });
  await page.goto('/clients?view=table&sort=-name');
  await expect(table(page).locator('[data-row-link]')).toHaveCount(5);

  const expectSame = async () => {
    const [head = [], ...rows] = await exported(page);
    const cellOf = (row: string[], label: string) => row[head.indexOf(label)];
    const same = rows.map((row) => [row[0]?.replace(/^'=/, '='), cellOf(row, 'Stage'), cellOf(row, 'Status')]);
    expect([head, ...same]).toEqual(await shown(page));
    await dismissToast(page);
  };

  await test.step('sorted by a column', expectSame);

  await test.step('with other columns, a search and a filter', async () => {
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Email' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Progress' }).click();
    await page.keyboard.press('Escape');
    await page.getByLabel('Search clients').fill('k');
    await page.getByRole('link', { name: /^Urgent/ }).click();
    await expect(table(page).locator('[data-row-link]')).toHaveText(['Kofi Mensah']);
    await expectSame();
    expect(api.sent(GET).at(-1)?.query).toMatchObject({ q: 'k', filter: 'urgent', sort: '-name' });
  });

  await test.step('by due date, though the column is hidden', async () => {
    await page.goto('/clients?view=table&sort=due&columns=name.stage.status');
    await expect(table(page).locator('[data-row-link]').first()).toHaveText('Kofi Mensah');
    await expectSame();
  });
});

test('the export of cards has the default columns, on a phone too', async ({ page, api }) => {
  await page.goto('/clients');
  await setWidth(page, 390);
  await expect(page.getByRole('article')).toHaveCount(5);

  await test.step('reports a failure, and what the server says about the list', async () => {
    api.fails(GET, 500, '');
    await button(page).click();
    await expectToast(page, 'Export Failed', 'Failed to export the clients');
    await dismissToast(page);
    api.fails(GET, 400, 'An export has at most 3,000 clients.');
    await button(page).click();
    await expectToast(page, 'Export Failed', 'An export has at most 3,000 clients.');
    await dismissToast(page);
    api.recovers();
  });

  await test.step('is busy until the file arrives', async () => {
    const answered = api.holds(GET);
    const [head = [], ...rows] = await exported(page, async () => {
      await button(page).click();
      await expect(page.getByRole('button', { name: 'Preparing the file...' })).toHaveAttribute(
        'aria-disabled',
        'true',
      );
      answered();
    });
    expect(head.join()).toBe('Name,Stage,Progress,Status,Waiting for,Days in stage,Last update,Next due');
    expect(rows.map(([name]) => name)).toEqual([
      'Kofi Mensah',
      'Wanda Walker',
      'Ola Berg',
      'Zoë "Zed" Müller',
      `'=HYPERLINK("https://evil.example")`,
    ]);
    await expectToast(page, 'Clients Exported', 'This export is in the firm’s audit log');
    await expect(button(page)).toBeFocused();
  });

  await test.step('has the whole list while some of it are selected, and says so', async () => {
    await dismissToast(page);
    await page.getByRole('checkbox', { name: 'Select Ola Berg' }).click();
    await expect(button(page)).toHaveAccessibleName('Export CSV of All 5');
    expect(await exported(page)).toHaveLength(6);
    await expectToast(page, 'Clients Exported');
    await expect(toastOf(page)).toContainText('all 5 clients of the list, not only the selected ones.');
  });
});

test('an admin exports the list of one adviser after re-authentication', async ({ page, admin, adviser, watch }) => {
  watch.expected.push(/^403 /, /status of 403/);
  await newClient(admin, { name: 'Of Another', adviserId: admin.id });
  await page.goto(`/clients?adviser=${adviser.id}&sort=name`);
  await expect(page.getByRole('article')).toHaveCount(5);
  setNow(Date.now() + HOUR_MS);
  const rows = await exported(page, async () => {
    await button(page).click();
    const password = page.getByRole('dialog', { name: 'Confirm It’s You' }).getByLabel('Your password');
    await expect(password).toBeFocused();
    await password.fill(PASSWORD);
    await page.keyboard.press('Enter');
  });
  expect(rows.map((cells) => cells.slice(0, 2))).toContainEqual(['Kofi Mensah', 'Ruth Amari']);
  expect(rows).toHaveLength(6);
});

test('the export of a large firm goes adviser by adviser, and says how far it is', async ({
  page,
  api,
  admin,
  adviser,
}) => {
  await newClient(admin, { name: 'Of Another', adviserId: admin.id });
  const stats = (await admin.call('GET /api/dashboard/stats')).body;
  api.answers('GET /api/dashboard/stats', () => ({ ...stats, totalClients: MOST_EXPORTED + 1 }));
  await page.goto('/clients?sort=name');
  await expect(page.getByRole('article')).toHaveCount(6);
  const answered = api.holds(GET);
  const [head, ...rows] = await exported(page, async () => {
    await button(page).click();
    await expect(page.getByRole('button', { name: /^Preparing the file\.\.\. 0 of \d+ advisers$/ })).toBeVisible();
    answered();
  });
  expect(head?.slice(0, 2)).toEqual(['Name', 'Adviser']);
  const ofAdviser = rows.filter(([, name]) => name === adviser.name).map(([name]) => name);
  expect(ofAdviser).toEqual([
    '\'=HYPERLINK("https://evil.example")',
    'Kofi Mensah',
    'Ola Berg',
    'Wanda Walker',
    'Zoë "Zed" Müller',
  ]);
  expect(rows.map((cells) => cells.slice(0, 2))).toContainEqual(['Of Another', admin.name]);
  expect(api.sent(GET).filter(({ query }) => query.adviser === adviser.id)).toHaveLength(1);
});
