import type { Page } from '@playwright/test';
import { enter, test } from '../support/browser/people.ts';
import { expectToast } from '../support/browser/toast.ts';
import { expect } from '../support/browser/watched.ts';
import { newAdviser, PASSWORD } from '../support/builders.ts';

const UNKNOWN = [/401 GET .*\/api\/auth\/me$/, /status of 401/];

/** Logs out of a page just opened, once its reads have ended: open reads would be refused. */
async function logOut(page: Page) {
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Logout' }).click();
}

test('sign-in leads back to the requested page, with its filter and search', async ({ page, watch }) => {
  watch.expected.push(...UNKNOWN);
  const adviser = await newAdviser();
  await page.goto('/clients?filter=urgent&q=wood');
  await expect(page.getByText('Please sign in to continue where you were.')).toBeVisible();
  await page.getByLabel('Email').fill(adviser.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/clients?filter=urgent&q=wood');
});

test('signing out in one tab signs out the other', async ({ page, context, adviser }) => {
  const other = await context.newPage();
  await other.goto('/clients');
  await expect(other.getByText(`Welcome, ${adviser.name}`)).toBeVisible();
  await other.waitForLoadState('networkidle');
  await page.goto('/dashboard');
  await logOut(page);
  await expect(page).toHaveURL('/');
  await expectToast(other, 'Signed Out');
  await expect(other).toHaveURL('/?next=%2Fclients');
});

test('going back after logout shows no data', async ({ page, watch, client }) => {
  await page.goto('/clients');
  await expect(page.getByRole('link', { name: client.name, exact: true })).toBeVisible();
  await logOut(page);
  await expect(page.getByRole('heading', { name: 'Adviser Login' })).toBeVisible();
  watch.expected.push(...UNKNOWN);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Adviser Login' })).toBeVisible();
  await expect(page.getByText(client.name)).toHaveCount(0);
});

test('an adviser who signs in after another sees none of their clients', async ({ page, context, client }) => {
  await page.goto('/clients');
  await expect(page.getByRole('link', { name: client.name, exact: true })).toBeVisible();
  await logOut(page);
  await expect(page.getByRole('heading', { name: 'Adviser Login' })).toBeVisible();
  await enter(context, await newAdviser());
  await page.goto('/clients');
  await expect(page.getByText('No clients yet. Add your first client to get started.')).toBeVisible();
});
