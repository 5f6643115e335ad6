import type { Page } from '@playwright/test';
import { ADVISER_MESSAGES } from '#shared/rules/people.ts';
import { expectAccessible } from '../support/browser/axe.ts';
import { expectToast } from '../support/browser/toast.ts';
import { expect, test } from './screen.ts';

const RUTH = 'ruth@advisers.example';
const tableOf = (page: Page) => page.getByRole('table', { name: 'Advisers' });
const rowOf = (page: Page, email: string) => tableOf(page).getByRole('row').filter({ hasText: email });
const editRuth = (page: Page) => page.getByRole('button', { name: 'Edit Ruth Amari' }).click();
const deleteRuth = (page: Page) => page.getByRole('button', { name: 'Delete Ruth Amari' }).click();

async function openNew(page: Page) {
  await page.getByRole('button', { name: 'Add New Adviser' }).click();
  return page.getByRole('dialog', { name: 'Add New Adviser' });
}

async function createNew(page: Page) {
  const dialog = await openNew(page);
  await expect(dialog.getByLabel('Role')).toHaveValue('adviser');
  await dialog.getByLabel('Name').fill('Kofi Mensah');
  await dialog.getByLabel('Email').fill('kofi@advisers.example');
  await dialog.getByLabel('Password', { exact: true }).fill('sixsix');
  await dialog.getByRole('button', { name: 'Create Adviser' }).click();
}

for (const path of ['/admin', '/adviser/clients/some-client/admin'])
  test(`${path} is not for advisers`, async ({ page }) => {
    await page.goto(path);
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByRole('link', { name: 'Admin Panel' })).toHaveCount(0);
  });

test('nothing shows before the user is known', async ({ page, api, admin: _ }) => {
  const known = api.holds('GET /api/auth/me');
  await page.goto('/admin');
  await expect(page.getByRole('status')).toHaveText('Loading...');
  await expect(page.getByText('Adviser Management')).toHaveCount(0);
  known();
  await expect(page.getByRole('heading', { name: 'Adviser Management' })).toBeVisible();
});

test('the panel lists the accounts; one’s own cannot be deleted', async ({ page, api, admin }) => {
  const loaded = api.holds('GET /api/advisers');
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'Admin Panel' })).toBeVisible();
  await expect(page.getByText('Manage advisers and client assignments')).toBeVisible();
  await expect(page.getByText('Loading advisers...')).toBeVisible();
  loaded();
  await expect(tableOf(page).getByRole('columnheader')).toHaveText(['Name', 'Email', 'Role', 'Actions']);
  await expect(rowOf(page, RUTH)).toHaveText(/Ruth Amari.*Adviser/);
  await expect(rowOf(page, admin.email)).toHaveText(/Ada Obi.*Admin/);
  await expect(rowOf(page, admin.email).getByRole('button', { name: /^Delete/ })).toBeDisabled();
  await expect(rowOf(page, RUTH).getByRole('button', { name: /^Delete/ })).toBeEnabled();
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await expect(page).toHaveURL('/dashboard');
});

test('without accounts and clients it says so', async ({ page, firm, admin: _ }) => {
  firm.advisers = [];
  firm.clients = [];
  await page.goto('/admin');
  await expect(page.getByText('No advisers found')).toBeVisible();
  await expect(page.getByText('No clients found')).toBeVisible();
});

test('lists that cannot be read say so', async ({ page, api, admin: _ }) => {
  api.fails('GET /api/advisers');
  api.fails('GET /api/clients');
  await page.goto('/admin');
  await expect(page.getByRole('alert').getByText('The advisers could not be loaded')).toBeVisible();
  await expect(page.getByRole('alert').getByText('Failed to fetch clients')).toBeVisible();
});

test('an account is made', async ({ page, admin: _ }) => {
  await page.goto('/admin');
  await createNew(page);
  await expectToast(page, 'Adviser Created', 'New adviser has been added successfully');
  await expect(rowOf(page, 'kofi@advisers.example')).toBeVisible();
});

test('what is wrong with an account is said at its field', async ({ page, api, admin: _ }) => {
  await page.goto('/admin');
  const dialog = await openNew(page);
  await expect(dialog.getByLabel('Name')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Password', { exact: true }).fill('five5');
  await dialog.getByRole('button', { name: 'Create Adviser' }).click();
  for (const [label, message] of [
    ['Name', 'Name is required'],
    ['Email', 'Valid email is required'],
    ['Password', 'Password must be at least 6 characters'],
  ] as const)
    await expect(dialog.getByLabel(label, { exact: true })).toHaveAccessibleDescription(message);
  expect(api.sent('POST /api/auth/register')).toHaveLength(0);
});

test('an account is changed, and its password only when one is given', async ({ page, api, admin: _ }) => {
  await page.goto('/admin');
  await editRuth(page);
  const dialog = page.getByRole('dialog', { name: 'Edit Adviser' });
  await expect(dialog.getByText('Leave password blank to keep current password.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Name').fill('Ruth Amari-Stone');
  await dialog.getByLabel('Role').selectOption('admin');
  await dialog.getByRole('button', { name: 'Update Adviser' }).click();
  await expectToast(page, 'Adviser Updated', 'Adviser details have been updated successfully');
  await expect(rowOf(page, RUTH)).toHaveText(/Ruth Amari-Stone.*Admin/);
  expect(api.sent('PATCH /api/advisers/{id}').map(({ body }) => body)).toEqual([
    { name: 'Ruth Amari-Stone', email: RUTH, role: 'admin' },
  ]);
});

test('an account is deleted after a question', async ({ page, admin: _ }) => {
  await page.goto('/admin');
  await deleteRuth(page);
  const dialog = page.getByRole('alertdialog', { name: 'Delete Adviser' });
  await expect(dialog).toContainText('Are you sure you want to delete Ruth Amari? This action cannot be undone.');
  await expect(dialog).toContainText('Advisers with assigned clients cannot be deleted. Reassign their clients first.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, 'Adviser Deleted', 'Adviser has been removed successfully');
  await expect(rowOf(page, RUTH)).toHaveCount(0);
});

test('an account with clients stays, and the question goes', async ({ page, api, admin: _ }) => {
  api.fails('DELETE /api/advisers/{id}', 409, ADVISER_MESSAGES.hasClients);
  await page.goto('/admin');
  await deleteRuth(page);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, 'Error', 'Advisers with assigned clients cannot be deleted. Reassign their clients first.');
  await expect(page.getByRole('alertdialog')).toBeHidden();
});

for (const [toast, busy, call, act] of [
  ['Failed to create adviser', 'Creating...', 'POST /api/auth/register', createNew],
  [
    'Failed to update adviser',
    'Updating...',
    'PATCH /api/advisers/{id}',
    async (page: Page) => {
      await editRuth(page);
      await page.getByRole('button', { name: 'Update Adviser' }).click();
    },
  ],
  [
    'Failed to delete adviser',
    'Deleting...',
    'DELETE /api/advisers/{id}',
    async (page: Page) => {
      await deleteRuth(page);
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    },
  ],
] as const)
  test(`${busy} Then: ${toast}, where the server gives no reason`, async ({ page, api, admin: _ }) => {
    api.fails(call, 500, '');
    const answered = api.holds(call);
    await page.goto('/admin');
    await act(page);
    await expect(page.getByRole('button', { name: busy })).toBeDisabled();
    answered();
    await expectToast(page, 'Error', toast);
  });
