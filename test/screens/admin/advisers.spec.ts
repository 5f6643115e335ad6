import type { Page } from '@playwright/test';
import type { CallName } from '#shared/contract/api.ts';
import { ADVISER_MESSAGES } from '#shared/rules/people.ts';
import type { StubApi } from '../../support/stub/api.ts';
import { anAdviser, dismissToast, expect, expectAccessible, expectToast, test } from '../screen.ts';

const RUTH = 'ruth@advisers.example';
const tableOf = (page: Page) => page.getByRole('table', { name: 'Advisers' });
const rowOf = (page: Page, email: string) => tableOf(page).getByRole('row').filter({ hasText: email });
const editRuth = (page: Page) => page.getByRole('button', { name: 'Edit Ruth Amari' }).click();
const deleteRuth = (page: Page) => page.getByRole('button', { name: 'Delete Ruth Amari' }).click();

const confirmDelete = (page: Page) => page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();

const openReassignment = (page: Page) => page.getByRole('link', { name: 'Client Reassignment' }).click();
const openAdvisers = (page: Page) => page.getByRole('link', { name: 'Adviser Management' }).click();

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

/** Expects that an act says that it is under way and then, where the server gives no reason, that it failed. */
async function expectFailure(
  page: Page,
  api: StubApi,
  call: CallName,
  act: (page: Page) => Promise<void>,
  { busy, toast }: { busy: string; toast: string },
) {
  api.fails(call, 500, '');
  const answered = api.holds(call);
  await act(page);
  await expect(page.getByRole('button', { name: busy })).toBeDisabled();
  answered();
  await expectToast(page, 'Error', toast);
}

test('the admin panel and a client’s admin screen are not for advisers', async ({ page }) => {
  for (const path of ['/admin', '/adviser/clients/some-client/admin']) {
    await page.goto(path);
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByRole('link', { name: 'Admin Panel' })).toHaveCount(0);
  }
});

test('lists that cannot be read say so, as do lists without accounts and clients', async ({
  page,
  api,
  firm,
  admin: _,
}) => {
  api.fails('GET /api/advisers');
  api.fails('GET /api/clients');
  await page.goto('/admin');
  await expect(page.getByRole('alert').getByText('The advisers could not be loaded')).toBeVisible();
  await openReassignment(page);
  await expect(page.getByRole('alert').getByText('Failed to fetch clients')).toBeVisible();

  api.recovers();
  firm.advisers = [];
  firm.clients = [];
  const again = page.getByRole('button', { name: 'Try Again' });
  await again.click();
  await expect(page.getByText('No clients found')).toBeVisible();
  await openAdvisers(page);
  await expect(page.getByText('No advisers found')).toBeVisible();
});

test('the panel lists the accounts, and one is deleted after a question', async ({ page, api, admin }) => {
  const known = api.holds('GET /api/auth/me');
  const loaded = api.holds('GET /api/advisers');
  await page.goto('/admin');

  await test.step('shows nothing before the user is known', async () => {
    await expect(page.getByRole('status')).toHaveText('Loading...');
    await expect(page.getByText('Adviser Management')).toHaveCount(0);
    known();
    await expect(page.getByRole('heading', { name: 'Adviser Management' })).toBeVisible();
  });

  await test.step('lists the accounts; one’s own cannot be deleted', async () => {
    await expect(page.getByRole('heading', { name: 'Admin Panel' })).toBeVisible();
    await expect(page.getByText('Manage advisers and client assignments')).toBeVisible();
    await expect(page.getByText('Loading advisers...')).toBeVisible();
    loaded();
    await expect(tableOf(page).getByRole('columnheader')).toHaveText([
      'Name',
      'Email',
      'Role',
      'Clients',
      'Last sign-in',
      'Second factor',
      'Actions',
    ]);
    await expect(rowOf(page, RUTH)).toHaveText(/Ruth Amari.*Adviser/);
    await expect(rowOf(page, admin.email)).toHaveText(/Ada Obi.*Admin/);
    await expect(rowOf(page, admin.email).getByRole('button', { name: /^Delete/ })).toBeDisabled();
    await expect(rowOf(page, RUTH).getByRole('button', { name: /^Delete/ })).toBeEnabled();
  });

  await test.step('asks before it deletes one, and says so where that fails', async () => {
    const dialog = page.getByRole('alertdialog', { name: 'Delete Adviser' });
    const askAndConfirm = async () => {
      await deleteRuth(page);
      await expect(dialog).toContainText('Are you sure you want to delete Ruth Amari? This action cannot be undone.');
      await expect(dialog).toContainText(
        'Advisers with assigned clients cannot be deleted. Reassign their clients first.',
      );
      await expectAccessible(page);
      await confirmDelete(page);
    };
    await expectFailure(page, api, 'DELETE /api/advisers/{id}', askAndConfirm, {
      busy: 'Deleting...',
      toast: 'Failed to delete adviser',
    });
  });

  await test.step('keeps one that has clients, and the question goes', async () => {
    await dismissToast(page);
    api.fails('DELETE /api/advisers/{id}', 409, ADVISER_MESSAGES.hasClients);
    await deleteRuth(page);
    await confirmDelete(page);
    await expectToast(page, 'Error', 'Advisers with assigned clients cannot be deleted. Reassign their clients first.');
    await expect(page.getByRole('alertdialog')).toBeHidden();
  });

  await test.step('deletes one, and leads back to the dashboard', async () => {
    api.recovers();
    await deleteRuth(page);
    await confirmDelete(page);
    await expectToast(page, 'Adviser Deleted', 'Adviser has been removed successfully');
    await expect(rowOf(page, RUTH)).toHaveCount(0);
    await page.getByRole('link', { name: 'Back to Dashboard' }).click();
    await expect(page).toHaveURL('/dashboard');
  });
});

test('the list says who is busy and who was here, and finds by folded name and address', async ({
  page,
  firm,
  api,
  admin: _,
}) => {
  firm.advisers.push(anAdviser({ id: 'sian', name: 'Siân Grünwald', email: 'sian@advisers.example' }));
  firm.signIns.set('ruth-amari', new Date(Date.now() - 3 * 86_400_000).toISOString());
  await page.goto('/admin');
  await expect(rowOf(page, RUTH)).toContainText('3 days ago');
  await expect(rowOf(page, 'sian@')).toContainText('Never');
  await expect(page.getByText('3 advisers')).toBeVisible();
  const search = page.getByRole('searchbox', { name: 'Search advisers' });
  await search.fill('grun sian');
  await expect(page.getByText('1 of 3 advisers')).toBeVisible();
  await expect(tableOf(page).getByRole('row')).toHaveCount(2);
  await search.fill('nobody');
  await expect(page.getByText('No advisers found')).toBeVisible();
  await search.fill('');

  await test.step('the number of clients leads to them, and back', async () => {
    await page.getByRole('link', { name: '1 client of Ruth Amari' }).click();
    await expect(page).toHaveURL('/admin?section=reassignment&adviser=ruth-amari');
    await expect(page.getByRole('heading', { name: 'Client Reassignment' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Client Reassignment' })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('region', { name: 'Adviser Management' })).toBeVisible();
  });

  await test.step('somebody is mailed a link to choose a password', async () => {
    await page.getByRole('button', { name: 'More for Ruth Amari' }).click();
    await page.getByRole('menuitem', { name: 'Email a Password Link' }).click();
    await expectToast(page, 'Password Link Sent');
    expect(api.sent('POST /api/auth/forgot-password').map(({ body }) => body)).toEqual([{ email: RUTH }]);
  });
});

test('an account is made', async ({ page, api, admin: _ }) => {
  await page.goto('/admin');

  await test.step('what is wrong is said at its field', async () => {
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
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('it is in the list', async () => {
    await createNew(page);
    await expectToast(page, 'Adviser Created', 'New adviser has been added successfully');
    await expect(rowOf(page, 'kofi@advisers.example')).toBeVisible();
  });

  await test.step('one that is not made says so', () =>
    expectFailure(page, api, 'POST /api/auth/register', createNew, {
      busy: 'Creating...',
      toast: 'Failed to create adviser',
    }));
});

test('an account is changed', async ({ page, api, admin: _ }) => {
  await page.goto('/admin');
  const dialog = page.getByRole('dialog', { name: 'Edit Adviser' });

  await test.step('its password only when one is given', async () => {
    await editRuth(page);
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

  await test.step('a change that fails says so', async () => {
    const update = async () => {
      await editRuth(page);
      await page.getByRole('button', { name: 'Update Adviser' }).click();
    };
    await expectFailure(page, api, 'PATCH /api/advisers/{id}', update, {
      busy: 'Updating...',
      toast: 'Failed to update adviser',
    });
  });
});

test('an invitation is sent instead of a password, listed until it is accepted, and sent again', async ({
  page,
  admin: _,
  api,
}) => {
  await page.goto('/admin');
  const dialog = await openNew(page);
  await dialog.getByLabel('Name').fill('Kofi Mensah');
  await dialog.getByLabel('Email').fill('kofi@advisers.example');
  await dialog.getByLabel('Send an invitation instead').check();
  await expect(dialog.getByLabel('Password', { exact: true })).toBeDisabled();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Send Invitation' }).click();
  await expectToast(page, 'Invitation Sent', 'The person has been emailed a link to choose a password.');
  await dismissToast(page);
  expect(api.sent('POST /api/advisers/invitations')).toMatchObject([
    { body: { name: 'Kofi Mensah', email: 'kofi@advisers.example', role: 'adviser' } },
  ]);
  await expect(rowOf(page, 'kofi@advisers.example')).toContainText('Invited');
  await page.getByRole('button', { name: 'More for Kofi Mensah' }).click();
  await page.getByRole('menuitem', { name: 'Send Invitation Again' }).click();
  await expectToast(page, 'Invitation Sent', 'The link in the earlier email no longer works.');
  expect(api.sent('POST /api/advisers/{id}/invitation')).toHaveLength(1);
});
