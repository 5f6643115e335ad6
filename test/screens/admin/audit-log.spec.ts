import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { transact } from '#functions/aws/table.ts';
import { firmEntry } from '#functions/services/audit-log/firm-log.ts';
import { clientOf, deleteAccount, login } from '../../support/acts.ts';
import { test } from '../../support/browser/people.ts';
import { dismissToast, expectToast } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';
import { newAdviser, PASSWORD, type Person, signIn, upload } from '../../support/builders.ts';
import { START, setNow } from '../../support/clock.ts';

const GET = 'GET /api/record';
/** The server's page of entries. */
const PAGE = 100;
/** Writes that DynamoDB allows in a transaction. */
const WRITES = 100;
const rows = (page: Page) => page.getByRole('table', { name: 'The firm’s audit log' }).getByRole('row');
const lines = (page: Page) => rows(page).filter({ has: page.getByRole('cell') });

/** Stores entries of repeated invitations to "Person 1" and others, 1 ms apart. Returns their times. */
async function inviteAgain(by: Person, size: number): Promise<string[]> {
  const first = Date.now() - size;
  const times = Array.from({ length: size }, (_, i) => new Date(first + i));
  const entries = times.map((at, i) =>
    firmEntry({ kind: 'adviser', ...by }, { action: 'invitation-repeated', data: { name: `Person ${i + 1}` } }, at),
  );
  for (let i = 0; i < size; i += WRITES) await transact(entries.slice(i, i + WRITES));
  return times.map((at) => at.toISOString());
}

test('the audit log groups entries by London day, and keeps filters in its address', async ({
  page,
  api,
  adviser,
  admin,
}) => {
  const jo = await newAdviser('Jo Gone');
  // Half an hour into London's 30 June, which is 29 June in UTC.
  setNow(Date.parse('2026-06-29T23:30:00Z'));
  await login(adviser.email, 'a wrong password');
  setNow(Date.parse('2026-07-01T07:00:00Z'));
  const client = await clientOf(adviser);
  for (const name of ['One.txt', 'Two.txt']) await upload(adviser, client.id, 'a letter', name);
  await client.addTask({});
  setNow(Date.parse('2026-07-01T08:00:00Z'));
  await client.remove();
  setNow(Date.parse('2026-07-01T11:00:00Z'));
  await signIn(jo.email, PASSWORD);
  for (const [time, newDevice] of [['10:00'], ['10:20', 'Firefox'], ['10:40', 'Firefox']] as const) {
    const signedIn = { action: 'signed-in', data: { by: 'password', ...(newDevice && { newDevice }) } } as const;
    await transact([firmEntry({ kind: 'adviser', ...jo }, signedIn, new Date(`2026-07-01T${time}:00Z`))]);
  }
  setNow(Date.parse('2026-07-01T12:00:00Z'));
  await deleteAccount(admin, jo.id);
  setNow(START);
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
    new RegExp(`13:00.*${admin.name}\\s· Admin.*Deleted Jo Gone’s account$`),
    /12:00.*Jo Gone\s· Adviser.*Signed in\s· 2 times, first at 11:00$/,
    /11:40.*Jo Gone\s· Adviser.*Signed in on a new device: Firefox$/,
    /11:20.*Jo Gone\s· Adviser.*Signed in on a new device: Firefox$/,
    new RegExp(
      `09:00.*Ruth Amari\\s· Adviser.*Deleted a client with 2 documents and 1 task, in Initial Setup\\s· ${client.id.slice(0, 8)}$`,
    ),
    /08:00.*Ruth Amari\s· Adviser.*Viewed the portal link of a client who has since been deleted/,
    'Tue, 30 Jun 2026',
    /00:30.*WhoSystemWhatRefused a sign-in to Ruth Amari’s account$/,
  ]);
  await expect(page.getByRole('status').filter({ hasText: '8 entries shown' })).toHaveCount(1);
  const person = page.getByLabel('Person');
  const kind = page.getByLabel('Kind');

  await test.step('filters by accounts, the operator, the system and former accounts', async () => {
    const persons = ['Everyone', admin.name, 'Alex Morgan', 'Ruth Amari', 'Operator', 'System', 'Jo Gone'];
    await expect(person.getByRole('option')).toHaveText(persons);
    await person.selectOption('System');
    await expect(lines(page)).toHaveText([/Refused a sign-in/]);
    await expect(page).toHaveURL('/admin/record?actor=system');
    await person.selectOption('Everyone');
    await expect(page).toHaveURL('/admin/record');
    await person.selectOption('Jo Gone');
    await expect(lines(page)).toHaveText([/Jo Gone/, /Jo Gone/, /Jo Gone/]);
    await expect(person).toHaveValue(jo.id);
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
    await expect(lines(page)).toHaveCount(7);
    await expect(page).toHaveURL('/admin/record');
  });

  await test.step('filters by London day, and Clear Filters removes the dates', async () => {
    await page.getByLabel('From', { exact: true }).fill('2026-06-30');
    await expect(page).toHaveURL('/admin/record?from=2026-06-30');
    await page.getByLabel('To', { exact: true }).fill('2026-06-30');
    await expect(lines(page)).toHaveText([/00:30/]);
    const clear = page.getByRole('button', { name: 'Clear Filters' });
    await clear.press('Enter');
    await expect(lines(page)).toHaveCount(7);
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
    await expect(lines(page)).toHaveText([/12:00.*in$/, /11:40.*Firefox$/, /11:20.*Firefox$/, /11:00.*in$/]);
    expect(api.sent(GET).at(-1)?.query).toEqual({ action: 'signed-in' });
  });
});

test('the audit log shows old and new values of a change', async ({ page, admin }) => {
  const changes = [{ field: 'phone' as const, was: null, is: '020 7946 0123' }];
  const data = { name: 'Aviva', fields: ['phone'], changes };
  await transact([firmEntry({ kind: 'admin', ...admin }, { action: 'provider-changed', data }, new Date())]);
  await page.goto('/admin/record?action=provider-changed');
  await expect(lines(page).first()).toContainText(/Changed the provider Aviva: phone.*Phone: none.* to 020 7946 0123/);
});

test('the audit log loads page by page, refreshes at each visit, and reports failures', async ({
  page,
  api,
  adviser,
  admin: _,
}) => {
  await page.goto('/admin/record');
  await expect(page.getByText('No entries yet')).toBeVisible();
  await inviteAgain(adviser, PAGE + 1);
  await page.reload();
  await expect(lines(page)).toHaveCount(PAGE);
  const earlier = page.getByRole('button', { name: 'Show Earlier Entries' });

  await test.step('loads earlier entries on Try Again after a failure, and focuses the entry before them', async () => {
    api.fails(GET);
    await earlier.click();
    await expect(page.getByRole('alert')).toContainText('Earlier entries could not be loaded.');
    await expect(lines(page)).toHaveCount(PAGE);
    api.recovers();
    await page.getByRole('button', { name: 'Try Again' }).press('Enter');
    await expect(lines(page)).toHaveCount(PAGE + 1);
    await expect(lines(page).nth(PAGE - 1)).toBeFocused();
    await expect(earlier).toHaveCount(0);
  });

  await test.step('shows a new entry when the page is opened again', async () => {
    await signIn(adviser.email, PASSWORD);
    const nav = page.getByRole('navigation', { name: 'Admin' });
    await nav.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
    await nav.getByRole('link', { name: 'Audit Log' }).click();
    await expect(lines(page).first()).toContainText('Signed in');
  });

  await test.step('reports a failed download and a failed filter', async () => {
    api.fails(GET, 500, '');
    await page.getByRole('button', { name: 'Download as CSV' }).click();
    await expectToast(page, 'Download Failed', 'Failed to download the audit log');
    await expect(lines(page).first()).toContainText('Signed in');
    await dismissToast(page);
    await page.getByLabel('Kind').selectOption('Signed in');
    await expect(page.getByRole('alert').getByText('The audit log could not be loaded')).toBeVisible();
  });
});

test('the audit log exports all entries that match the filter as one CSV file', async ({
  page,
  api,
  adviser,
  admin: _,
}) => {
  const times = await inviteAgain(adviser, 2500);
  await signIn((await newAdviser()).email, PASSWORD);
  await page.goto(`/admin/record?actor=${adviser.id}`);
  await expect(lines(page).first()).toContainText('Person 2500');
  const before = api.sent(GET).length;
  const answered = api.holds(GET);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download as CSV' }).click();
  await expect(page.getByRole('button', { name: 'Preparing the file...' })).toHaveAttribute('aria-disabled', 'true');
  answered();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/^audit-log-20\d\d-\d\d-\d\d\.csv$/);
  const saved = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
  expect([saved.length, saved[0], saved[1], saved.at(-1)]).toEqual([
    2501,
    '\uFEFF"Time","Who","Role","What","About","Changes"',
    `"${times.at(-1)}","Ruth Amari","adviser","Sent Person 2500 the invitation again","",""`,
    `"${times[0]}","Ruth Amari","adviser","Sent Person 1 the invitation again","",""`,
  ]);
  const asked = api.sent(GET).slice(before, before + 3);
  expect(asked.map(({ query: { cursor, ...query } }) => [query, cursor !== undefined])).toEqual([
    [{ actor: adviser.id, limit: '1000' }, false],
    [{ actor: adviser.id, limit: '1000' }, true],
    [{ actor: adviser.id, limit: '1000' }, true],
  ]);
  await expectToast(page, 'Audit Log Downloaded', 'This export is in the audit log too');
});
