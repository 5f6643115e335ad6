import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { aFirmEntry, dismissToast, expect, expectToast, test } from '../screen.ts';

const GET = 'GET /api/record';
const NOON = '2026-07-01T11:00:00.000Z';
const rows = (page: Page) => page.getByRole('table', { name: 'The firm’s audit log' }).getByRole('row');
const lines = (page: Page) => rows(page).filter({ has: page.getByRole('cell') });
const ruths = { actorType: 'adviser', actorId: 'ruth-amari', actorName: 'Ruth Amari' } as const;
const systems = { actorType: 'system', actorId: 'system', actorName: 'System' } as const;

test.beforeEach(({ firm, admin: _ }) => {
  firm.auditLog = [
    // Half an hour into London's 30 June, which is 29 June in UTC.
    aFirmEntry({
      at: '2026-06-29T23:30:00.000Z',
      ...systems,
      action: 'sign-in-refused',
      summary: 'Refused a sign-in',
    }),
    aFirmEntry({
      at: '2026-07-01T08:00:00.000Z',
      ...ruths,
      action: 'client-deleted',
      summary: 'Deleted a client with 2 documents and 1 task',
      about: 'Xk29fLq0aZb1cD3eF5gH7i',
    }),
    aFirmEntry({ at: NOON, actorId: 'gone', actorName: 'Jo Gone', actorType: 'adviser' }),
  ];
});

test('the audit log groups entries by London day, and keeps filters in its address', async ({ page, api }) => {
  const loaded = api.holds(GET);
  await page.goto('/admin');
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Audit Log' }).click();
  await expect(page).toHaveURL('/admin/record');
  await expect(page.getByRole('heading', { name: 'Audit Log', level: 1 })).toBeVisible();
  await expect(page).toHaveTitle(/^Audit Log · /);
  const main = page.getByRole('navigation', { name: 'Main' });
  await expect(main.getByRole('link', { name: 'Admin Panel' })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('table')).toHaveCount(0);
  loaded();
  await expect(rows(page)).toHaveText([
    'TimeWhoWhat',
    'Wed, 1 Jul 2026',
    /12:00.*Jo Gone · Adviser.*Signed in/,
    /09:00.*Ruth Amari · Adviser.*Deleted a client with 2 documents and 1 task · Xk29fLq0$/,
    'Tue, 30 Jun 2026',
    /00:30.*WhoSystemWhatRefused a sign-in$/,
  ]);
  await expect(page.getByRole('status').filter({ hasText: '3 entries shown' })).toHaveCount(1);
  const person = page.getByLabel('Person');
  const kind = page.getByLabel('Kind');

  await test.step('filters by accounts, the operator, the system and former accounts', async () => {
    const persons = ['Everyone', 'Ada Obi', 'Ruth Amari', 'Operator', 'System', 'Jo Gone'];
    await expect(person.getByRole('option')).toHaveText(persons);
    await person.selectOption('System');
    await expect(lines(page)).toHaveText([/Refused a sign-in/]);
    await expect(page).toHaveURL('/admin/record?actor=system');
    await person.selectOption('Everyone');
    await expect(page).toHaveURL('/admin/record');
    await person.selectOption('Jo Gone');
    await expect(lines(page)).toHaveText([/Jo Gone/]);
    await expect(person).toHaveValue('gone');
  });

  await test.step('names kinds in words, and keeps the chosen kind after a reload', async () => {
    await person.selectOption('Everyone');
    await expect(page).toHaveURL('/admin/record');
    await kind.selectOption('Deleted clients');
    await expect(lines(page)).toHaveText([/Deleted a client/]);
    await expect(page).toHaveURL('/admin/record?action=client-deleted');
    await page.reload();
    await expect(kind).toHaveValue('client-deleted');
    await expect(lines(page)).toHaveCount(1);
  });

  await test.step('Show Everything clears a filter without matches', async () => {
    await person.selectOption('Operator');
    await expect(page.getByText('No entries match')).toBeVisible();
    await page.getByRole('button', { name: 'Show Everything' }).click();
    await expect(lines(page)).toHaveCount(3);
    await expect(page).toHaveURL('/admin/record');
  });

  await test.step('filters by London day, and Clear Filters removes the dates', async () => {
    await page.getByLabel('From', { exact: true }).fill('2026-06-30');
    await expect(page).toHaveURL('/admin/record?from=2026-06-30');
    await page.getByLabel('To', { exact: true }).fill('2026-06-30');
    await expect(lines(page)).toHaveText([/00:30/]);
    const clear = page.getByRole('button', { name: 'Clear Filters' });
    await clear.press('Enter');
    await expect(lines(page)).toHaveCount(3);
    await expect(page.getByLabel('From', { exact: true })).toHaveValue('');
    await expect(clear).toHaveCount(0);
  });

  await test.step('refuses a year out of range once the field loses focus', async () => {
    const from = page.getByLabel('From', { exact: true });
    await from.fill('0026-06-30');
    await expect(from).toHaveAccessibleDescription('');
    await from.blur();
    await expect(from).toHaveAccessibleDescription(/^Choose a date between 2000 and 20\d\d$/);
    await expect(from).toHaveValue('0026-06-30');
    await expect(page).toHaveURL('/admin/record');
  });

  await test.step('ignores an invalid filter in the address', async () => {
    await page.goto('/admin/record?from=yesterday&to=1999-12-31&actor=a%20b&action=signed-in');
    await expect(lines(page)).toHaveText([/Jo Gone/]);
    expect(api.sent(GET).at(-1)?.query).toEqual({ action: 'signed-in' });
  });
});

test('the audit log loads page by page, refreshes at each visit, and reports failures', async ({ page, api, firm }) => {
  firm.pages.activity = 2;
  await page.goto('/admin/record');
  await expect(lines(page)).toHaveCount(2);
  const earlier = page.getByRole('button', { name: 'Show Earlier Entries' });

  await test.step('loads earlier entries on Try Again after a failure, and focuses the entry before them', async () => {
    api.fails(GET);
    await earlier.click();
    await expect(page.getByRole('alert')).toContainText('Earlier entries could not be loaded.');
    await expect(lines(page)).toHaveCount(2);
    api.recovers();
    await page.getByRole('button', { name: 'Try Again' }).press('Enter');
    await expect(lines(page)).toHaveCount(3);
    await expect(lines(page).nth(1)).toBeFocused();
    await expect(earlier).toHaveCount(0);
  });

  await test.step('shows a new entry when the page is opened again', async () => {
    firm.auditLog.push(aFirmEntry({ summary: 'Signed in later' }));
    const nav = page.getByRole('navigation', { name: 'Admin' });
    await nav.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
    await nav.getByRole('link', { name: 'Audit Log' }).click();
    await expect(lines(page).first()).toContainText('Signed in later');
  });

  await test.step('reports a failed download, a failed filter and an empty log', async () => {
    api.fails(GET, 500, '');
    await page.getByRole('button', { name: 'Download as CSV' }).click();
    await expectToast(page, 'Download Failed', 'Failed to download the audit log');
    await expect(lines(page).first()).toContainText('Signed in later');
    await dismissToast(page);
    await page.getByLabel('Kind').selectOption('Signed in');
    await expect(page.getByRole('alert').getByText('The audit log could not be loaded')).toBeVisible();
    api.recovers();
    firm.auditLog = [];
    await page.goto('/admin/record');
    await expect(page.getByText('No entries yet')).toBeVisible();
  });
});

test('the audit log exports all entries that match the filter as one CSV file', async ({ page, api, firm }) => {
  firm.auditLog = Array.from({ length: 2500 }, (_, i) => aFirmEntry({ ...ruths, summary: `Line ${i + 1}`, at: NOON }));
  firm.auditLog.push(aFirmEntry({ at: NOON, summary: 'Not hers' }));
  await page.goto('/admin/record?actor=ruth-amari');
  await expect(lines(page).first()).toContainText('Line 2500');
  const before = api.sent(GET).length;
  const answered = api.holds(GET);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download as CSV' }).click();
  await expect(page.getByRole('button', { name: 'Preparing the file...' })).toHaveAttribute('aria-disabled', 'true');
  answered();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/^audit-log-20\d\d-\d\d-\d\d\.csv$/);
  const saved = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
  expect([saved.length, saved[0], saved[1], saved.at(-1)]).toEqual([
    2501,
    '"Who","What"',
    '"Ruth Amari","Line 2500"',
    '"Ruth Amari","Line 1"',
  ]);
  const asked = api.sent(GET).slice(before, before + 3);
  expect(asked.map(({ query: { cursor, ...query } }) => [query, cursor !== undefined])).toEqual([
    [{ actor: 'ruth-amari', limit: '1000' }, false],
    [{ actor: 'ruth-amari', limit: '1000' }, true],
    [{ actor: 'ruth-amari', limit: '1000' }, true],
  ]);
  await expectToast(page, 'Audit Log Downloaded', 'This export is in the audit log too');
});
