import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Adviser } from '#shared/contract/advisers.ts';
import { expectAccessible } from '../support/browser/axe.ts';
import { answering, failing } from '../support/browser/failing.ts';
import { expectToast } from '../support/browser/toast.ts';
import { expect } from '../support/browser/watched.ts';
import { newAdviser, PASSWORD, signIn } from '../support/builders.ts';
import { test } from './people.ts';

const tableOf = (page: Page) => page.getByRole('table', { name: 'Advisers' });
const rowOf = (page: Page, email: string) => tableOf(page).getByRole('row').filter({ hasText: email });

/** Opens the panel as a firm sees it that has these accounts and no clients, whoever else is in the tests' own. */
async function openPanel(page: Page, ...emails: string[]) {
  await answering(page, 'GET /api/clients', (route) => route.fulfill({ json: [] }));
  await answering(page, 'GET /api/advisers', async (route) => {
    const advisers: Adviser[] = await (await route.fetch()).json();
    await route.fulfill({ json: advisers.filter(({ email }) => emails.includes(email)) });
  });
  await page.goto('/admin');
}

async function openNew(page: Page) {
  await page.getByRole('button', { name: 'Add New Adviser' }).click();
  return page.getByRole('dialog', { name: 'Add New Adviser' });
}

async function fillNew(page: Page, email = `${randomUUID().slice(0, 8)}@advisers.example`) {
  const dialog = await openNew(page);
  await dialog.getByLabel('Name').fill('Kofi Mensah');
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Password', { exact: true }).fill('sixsix');
  return dialog;
}

for (const path of ['/admin', '/adviser/clients/some-client/admin'])
  test(`${path} is not for advisers`, async ({ page, adviser: _ }) => {
    await page.goto(path);
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByRole('link', { name: 'Admin Panel' })).toHaveCount(0);
  });

test('nothing shows before the user is known', async ({ page, admin: _ }) => {
  const known = Promise.withResolvers<void>();
  await answering(page, 'GET /api/auth/me', async (route) => {
    await known.promise;
    await route.continue();
  });
  await page.goto('/admin');
  await expect(page.getByRole('status')).toHaveText('Loading...');
  await expect(page.getByText('Adviser Management')).toHaveCount(0);
  known.resolve();
  await expect(page.getByRole('heading', { name: 'Adviser Management' })).toBeVisible();
});

test('the panel lists the accounts; one’s own cannot be deleted', async ({ page, adviser, admin }) => {
  const loaded = Promise.withResolvers<void>();
  await answering(page, 'GET /api/advisers', async (route) => {
    await loaded.promise;
    await route.continue();
  });
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'Admin Panel' })).toBeVisible();
  await expect(page.getByText('Manage advisers and client assignments')).toBeVisible();
  await expect(page.getByText('Loading advisers...')).toBeVisible();
  loaded.resolve();
  await expect(tableOf(page).getByRole('columnheader')).toHaveText(['Name', 'Email', 'Role', 'Actions']);
  await expect(rowOf(page, adviser.email)).toHaveText(/Ruth Amari.*Adviser/);
  await expect(rowOf(page, admin.email)).toHaveText(/Admin/);
  await expect(rowOf(page, admin.email).getByRole('button', { name: /^Delete/ })).toBeDisabled();
  await expect(rowOf(page, adviser.email).getByRole('button', { name: /^Delete/ })).toBeEnabled();
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await expect(page).toHaveURL('/dashboard');
});

test('without accounts and clients it says so', async ({ page, admin: _ }) => {
  await answering(page, 'GET /api/advisers', (route) => route.fulfill({ json: [] }));
  await answering(page, 'GET /api/clients', (route) => route.fulfill({ json: [] }));
  await page.goto('/admin');
  await expect(page.getByText('No advisers found')).toBeVisible();
  await expect(page.getByText('No clients found')).toBeVisible();
});

test('lists that cannot be read say so', async ({ page, watch, admin: _ }) => {
  await failing(page, watch, 'GET /api/advisers');
  await failing(page, watch, 'GET /api/clients');
  await page.goto('/admin');
  await expect(page.getByRole('alert').getByText('The advisers could not be loaded')).toBeVisible();
  await expect(page.getByRole('alert').getByText('Failed to fetch clients')).toBeVisible();
});

test('an account is made', async ({ page, admin: _ }) => {
  const email = `${randomUUID().slice(0, 8)}@advisers.example`;
  await openPanel(page, email);
  const dialog = await fillNew(page, email);
  await expect(dialog.getByLabel('Role')).toHaveValue('adviser');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Create Adviser' }).click();
  await expectToast(page, 'Adviser Created', 'New adviser has been added successfully');
  await expect(rowOf(page, email)).toBeVisible();
  await signIn(email, 'sixsix');
});

test('what is wrong with an account is said at its field', async ({ page, admin: _ }) => {
  await openPanel(page);
  const dialog = await openNew(page);
  await dialog.getByLabel('Password', { exact: true }).fill('five5');
  await dialog.getByRole('button', { name: 'Create Adviser' }).click();
  for (const [label, message] of [
    ['Name', 'Name is required'],
    ['Email', 'Valid email is required'],
    ['Password', 'Password must be at least 6 characters'],
  ] as const)
    await expect(dialog.getByLabel(label, { exact: true })).toHaveAccessibleDescription(message);
});

test('an account is changed, and its password only when one is given', async ({ page, adviser, admin: _ }) => {
  await openPanel(page, adviser.email);
  await rowOf(page, adviser.email).getByRole('button', { name: /^Edit/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Adviser' });
  await expect(dialog.getByText('Leave password blank to keep current password.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Name').fill('Ruth Amari-Stone');
  await dialog.getByLabel('Role').selectOption('admin');
  const request = page.waitForRequest((sent) => sent.method() === 'PATCH');
  await dialog.getByRole('button', { name: 'Update Adviser' }).click();
  expect((await request).postDataJSON()).toEqual({ name: 'Ruth Amari-Stone', email: adviser.email, role: 'admin' });
  await expectToast(page, 'Adviser Updated', 'Adviser details have been updated successfully');
  await expect(rowOf(page, adviser.email)).toHaveText(/Ruth Amari-Stone.*Admin/);
  await signIn(adviser.email, PASSWORD);
});

test('an account is deleted after a question', async ({ page, admin: _ }) => {
  const adviser = await newAdviser();
  await openPanel(page, adviser.email);
  await rowOf(page, adviser.email)
    .getByRole('button', { name: /^Delete/ })
    .click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete Adviser' });
  await expect(dialog).toContainText(`Are you sure you want to delete ${adviser.name}? This action cannot be undone.`);
  await expect(dialog).toContainText('Advisers with assigned clients cannot be deleted. Reassign their clients first.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, 'Adviser Deleted', 'Adviser has been removed successfully');
  await expect(rowOf(page, adviser.email)).toHaveCount(0);
});

test('an account with clients stays, and the question goes', async ({ page, watch, adviser, client, admin: _ }) => {
  watch.expected.push(/^409 DELETE/, /status of 409/);
  expect(client.adviserId).toBe(adviser.id);
  await openPanel(page, adviser.email);
  await rowOf(page, adviser.email)
    .getByRole('button', { name: /^Delete/ })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, 'Error', 'Advisers with assigned clients cannot be deleted. Reassign their clients first.');
  await expect(page.getByRole('alertdialog')).toBeHidden();
});

for (const [toast, busy, call, act] of [
  [
    'Failed to create adviser',
    'Creating...',
    'POST /api/auth/register',
    async (page: Page) => {
      await fillNew(page);
      await page.getByRole('button', { name: 'Create Adviser' }).click();
    },
  ],
  [
    'Failed to update adviser',
    'Updating...',
    'PATCH /api/advisers/{id}',
    async (page: Page, email: string) => {
      await rowOf(page, email).getByRole('button', { name: /^Edit/ }).click();
      await page.getByRole('button', { name: 'Update Adviser' }).click();
    },
  ],
  [
    'Failed to delete adviser',
    'Deleting...',
    'DELETE /api/advisers/{id}',
    async (page: Page, email: string) => {
      await rowOf(page, email)
        .getByRole('button', { name: /^Delete/ })
        .click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    },
  ],
] as const)
  test(`${busy} Then: ${toast}, where the server gives no reason`, async ({ page, watch, adviser, admin: _ }) => {
    await failing(page, watch, call, 500, '');
    const answered = Promise.withResolvers<void>();
    await answering(page, call, (route) => answered.promise.then(() => route.fallback()));
    await openPanel(page, adviser.email);
    await act(page, adviser.email);
    await expect(page.getByRole('button', { name: busy })).toBeDisabled();
    answered.resolve();
    await expectToast(page, 'Error', toast);
  });
