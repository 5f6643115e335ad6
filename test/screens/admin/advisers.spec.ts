import type { Page } from '@playwright/test';
import { DAY_MS } from '#shared/rules/time.ts';
import { test } from '../../support/browser/people.ts';
import { dismissToast, expectToast } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';
import { newAdviser, PASSWORD, signIn } from '../../support/builders.ts';
import { START, setNow } from '../../support/clock.ts';

const KOFI = 'kofi@advisers.example';
const tableOf = (page: Page) => page.getByRole('table', { name: 'Advisers' });
const rowOf = (page: Page, email: string) => tableOf(page).getByRole('row').filter({ hasText: email });
const confirmDelete = (page: Page) => page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();

async function openNew(page: Page) {
  await page.getByRole('button', { name: 'Add New Adviser' }).click();
  return page.getByRole('dialog', { name: 'Add New Adviser' });
}

test('the admin panel reports lists that fail to load or are empty', async ({ page, api, admin: _ }) => {
  api.fails('GET /api/advisers');
  api.fails('GET /api/clients');
  await page.goto('/admin');
  await expect(page.getByRole('alert').getByText('The advisers could not be loaded')).toBeVisible();
  await page.getByRole('link', { name: 'Client Reassignment' }).click();
  await expect(page.getByRole('alert').getByText('Failed to fetch clients')).toBeVisible();
  api.recovers();
  // The real list always has the admin.
  api.answers('GET /api/advisers', () => []);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByText('No clients found')).toBeVisible();
  await page.getByRole('link', { name: 'Adviser Management' }).click();
  await expect(page.getByText('No advisers found')).toBeVisible();
});

test('the admin panel lists accounts with clients and last sign-in, and searches them', async ({
  page,
  api,
  adviser,
  client: _,
  admin,
}) => {
  const sian = await newAdviser('Siân Grünwald');
  setNow(START - 3 * DAY_MS);
  await signIn(adviser.email, PASSWORD);
  setNow(START);
  const known = api.holds('GET /api/auth/me');
  const loaded = api.holds('GET /api/advisers');
  await page.goto('/admin');

  await test.step('shows nothing before the user is known', async () => {
    await expect(page.getByRole('status')).toHaveText('Loading...');
    await expect(page.getByText('Adviser Management')).toHaveCount(0);
    known();
    await expect(page.getByRole('heading', { name: 'Adviser Management' })).toBeVisible();
  });

  await test.step('lists one account per row, and disables deleting the admin’s own', async () => {
    await expect(page.getByRole('heading', { name: 'Admin Panel' })).toBeVisible();
    await expect(page.getByText('Manage advisers and client assignments')).toBeVisible();
    await expect(page.getByText('Loading advisers...')).toBeVisible();
    loaded();
    const columns = ['Name', 'Email', 'Role', 'Clients', 'Last sign-in', 'Second factor', 'Actions'];
    await expect(tableOf(page).getByRole('columnheader')).toHaveText(columns);
    await expect(rowOf(page, adviser.email)).toHaveText(/Ruth Amari.*Adviser.*3 days ago/);
    await expect(rowOf(page, admin.email)).toHaveText(new RegExp(`${admin.name}.*Admin`));
    await expect(rowOf(page, sian.email)).toContainText('Never');
    await expect(rowOf(page, admin.email).getByRole('button', { name: /^Delete/ })).toBeDisabled();
    await expect(rowOf(page, adviser.email).getByRole('button', { name: /^Delete/ })).toBeEnabled();
    await expect(page.getByText('4 advisers')).toBeVisible();
  });

  await test.step('the search ignores accents and the order of words', async () => {
    const search = page.getByRole('searchbox', { name: 'Search advisers' });
    await search.fill('grun sian');
    await expect(page.getByText('1 of 4 advisers')).toBeVisible();
    await expect(tableOf(page).getByRole('row')).toHaveCount(2);
    await search.fill('nobody');
    await expect(page.getByText('No advisers found')).toBeVisible();
    await search.fill('');
  });

  await test.step('links the client count to the adviser’s clients, and Back returns to the advisers', async () => {
    await page.getByRole('link', { name: '1 client of Ruth Amari' }).click();
    await expect(page).toHaveURL(`/admin?section=reassignment&adviser=${adviser.id}`);
    await expect(page.getByRole('heading', { name: 'Client Reassignment' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Client Reassignment' })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('region', { name: 'Adviser Management' })).toBeVisible();
  });

  await test.step('the menu emails a password link', async () => {
    await page.getByRole('button', { name: 'More for Ruth Amari' }).click();
    await page.getByRole('menuitem', { name: 'Email a Password Link' }).click();
    await expectToast(page, 'Password Link Sent');
    expect(api.sent('POST /api/auth/forgot-password').map(({ body }) => body)).toEqual([{ email: adviser.email }]);
  });
});

test('an admin creates, invites, changes and deletes accounts', async ({
  page,
  api,
  adviser,
  client,
  admin,
  watch,
}) => {
  watch.expected.push(/^409 DELETE /, /status of 409/);
  await page.goto('/admin');
  const dialog = await openNew(page);
  const create = dialog.getByRole('button', { name: 'Create Adviser' });

  await test.step('refuses a new account at each wrong field', async () => {
    await expect(dialog.getByLabel('Name')).toBeVisible();
    await dialog.getByLabel('Password', { exact: true }).fill('five5');
    await create.click();
    for (const [label, message] of [
      ['Name', 'Name is required'],
      ['Email', 'Valid email is required'],
      ['Password', 'Password must be at least 6 characters'],
    ] as const)
      await expect(dialog.getByLabel(label, { exact: true })).toHaveAccessibleDescription(message);
    expect(api.sent('POST /api/auth/register')).toHaveLength(0);
  });

  await test.step('creates an adviser with a password, and lists the account', async () => {
    await expect(dialog.getByLabel('Role')).toHaveValue('adviser');
    await dialog.getByLabel('Name').fill('Kofi Mensah');
    await dialog.getByLabel('Email').fill(KOFI);
    await dialog.getByLabel('Password', { exact: true }).fill('sixsix');
    await create.click();
    await expect(rowOf(page, KOFI)).toBeVisible();
  });

  await test.step('sends an invitation, with no password, lists it, and sends it again', async () => {
    await page.getByRole('button', { name: 'Invite a Colleague' }).click();
    const invitation = page.getByRole('dialog', { name: 'Invite a Colleague' });
    await expect(invitation.getByLabel('Password', { exact: true })).toHaveCount(0);
    await invitation.getByLabel('Name').fill('Jo Lund');
    await invitation.getByLabel('Email').fill('jo@advisers.example');
    await invitation.getByRole('button', { name: 'Send Invitation' }).click();
    await expectToast(page, 'Invitation Sent', 'The person has been emailed a link to choose a password.');
    await dismissToast(page);
    expect(api.sent('POST /api/advisers/invitations')).toMatchObject([
      { body: { name: 'Jo Lund', email: 'jo@advisers.example', role: 'adviser' } },
    ]);
    await expect(rowOf(page, 'jo@advisers.example')).toContainText('Invited');
    await page.getByRole('button', { name: 'More for Jo Lund' }).click();
    await page.getByRole('menuitem', { name: 'Send Invitation Again' }).click();
    await expectToast(page, 'Invitation Sent', 'The link in the earlier email no longer works.');
    expect(api.sent('POST /api/advisers/{id}/invitation')).toHaveLength(1);
  });

  await test.step('keeps the password if none is typed', async () => {
    const edit = page.getByRole('dialog', { name: 'Edit Adviser' });
    await page.getByRole('button', { name: 'Edit Ruth Amari' }).click();
    await expect(edit.getByText('Leave password blank to keep current password.')).toBeVisible();
    await edit.getByLabel('Name').fill('Ruth Amari-Stone');
    await edit.getByLabel('Role').selectOption('admin');
    await edit.getByRole('button', { name: 'Update Adviser' }).click();
    await expect(rowOf(page, adviser.email)).toHaveText(/Ruth Amari-Stone.*Admin/);
    const { body } = api.sent('PATCH /api/advisers/{id}')[0] ?? {};
    expect(body).toEqual({ name: 'Ruth Amari-Stone', email: adviser.email, role: 'admin' });
  });

  const question = page.getByRole('alertdialog', { name: 'Delete Adviser' });
  const hasClients = 'Advisers with assigned clients cannot be deleted. Reassign their clients first.';
  const askToDelete = () => page.getByRole('button', { name: 'Delete Ruth Amari-Stone' }).click();
  await test.step('does not delete an adviser with clients, and closes the question', async () => {
    await askToDelete();
    await expect(question).toContainText('Are you sure you want to delete Ruth Amari-Stone? This action cannot be');
    await expect(question).toContainText(hasClients);
    await confirmDelete(page);
    await expectToast(page, 'Error', hasClients);
    await expect(question).toBeHidden();
  });

  await test.step('deletes an account, and Back to Dashboard leaves the panel', async () => {
    await client.change({ adviserId: admin.id }, admin);
    await askToDelete();
    await confirmDelete(page);
    await expect(rowOf(page, adviser.email)).toHaveCount(0);
    await page.getByRole('link', { name: 'Back to Dashboard' }).click();
    await expect(page).toHaveURL('/dashboard');
  });
});
