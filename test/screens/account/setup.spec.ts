import type { Page } from '@playwright/test';
import { addAuthenticator } from '../../support/browser/authenticator.ts';
import type { StubApi } from '../../support/stub/api.ts';
import { enterOn, expect, expectAccessible, expectToast, expectToFit, shoot, test } from '../screen.ts';

// A second factor that has to be set up before anything else.

const heading = (page: Page) => page.getByRole('heading', { level: 1, name: 'Set up a second factor' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('every screen leads there, and back once there is one', async ({ page, firm, api }) => {
  firm.mustEnrol = true;
  await addAuthenticator(page);

  await test.step('from each address, with what one wanted', async () => {
    for (const path of ['/dashboard', '/account', '/admin', '/clients?filter=urgent']) {
      await page.goto(path);
      await expect(page).toHaveURL(`/account/setup?next=${encodeURIComponent(path)}`);
      await expect(heading(page)).toBeVisible();
    }
  });

  await test.step('there is nothing else to do but to sign out', async () => {
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expect(page.getByRole('link')).toHaveCount(0);
    await expect(button(page, 'Logout')).toBeVisible();
    await expectAccessible(page);
    for (const width of [390, 1280]) await expectToFit(page, 'setup', width);
    await shoot(page, 'setup');
  });

  await test.step('a passkey by keyboard, then recovery codes, then on', async () => {
    await enterOn(page, button(page, 'Add a Passkey'));
    await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
    await page.keyboard.type('Work laptop');
    await page.keyboard.press('Enter');
    await enterOn(page, page.getByRole('dialog').getByRole('button', { name: 'I Have Kept Them' }));
    await expect(page).toHaveURL('/clients?filter=urgent');
    expect(api.sent('POST /api/account/recovery-codes')).toHaveLength(1);
  });
});

test('a sign-in leads there at once', async ({ page, firm, api }) => {
  const account = firm.signedIn;
  firm.signedIn = undefined;
  firm.mustEnrol = true;
  await page.goto('/?next=%2Ftasks');
  await page.getByLabel('Email').fill(account?.email ?? '');
  await page.getByLabel('Password', { exact: true }).fill(firm.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/account/setup?next=%2Ftasks');
  await expect(heading(page)).toBeVisible();
  expect(api.sent('GET /api/tasks/pending')).toHaveLength(0);
});

test('codes that cannot be made at once are made after', async ({ page, firm, api }) => {
  firm.mustEnrol = true;
  api.fails('POST /api/account/recovery-codes');
  await page.goto('/dashboard');
  await button(page, 'Set Up an App').click();
  await page.getByLabel('Code', { exact: true }).fill('123456');
  await page.keyboard.press('Enter');
  await expectToast(page, 'Error', 'Out of order');
  api.recovers();
  await button(page, 'Make Recovery Codes').click();
  await page.getByRole('dialog').getByRole('button', { name: 'I Have Kept Them' }).click();
  await expect(page).toHaveURL('/dashboard');
});

test.describe('a firm that begins to require one', () => {
  /** Refuses the next page that is opened, and no call before it: those of the first page may still be on their way. */
  async function openRefused(page: Page, api: StubApi) {
    await page.goto('/dashboard');
    api.fails('GET /api/tasks/pending', 403, 'Please set up a second factor first', { mustEnrol: true });
    await page.getByRole('navigation').getByRole('link', { name: 'Pending Adviser Tasks' }).click();
  }

  test('closes an open page with its next call', async ({ page, api }) => {
    await openRefused(page, api);
    await expect(page).toHaveURL('/account/setup?next=%2Ftasks');
    await expect(heading(page)).toBeVisible();
    await button(page, 'Logout').click();
    await expect(page).toHaveURL('/');
  });

  test('closes it over a sign-out that is under way, too, which ends as it would have', async ({ page, api }) => {
    const refused = api.holds('GET /api/tasks/pending');
    const signedOut = api.holds('POST /api/auth/logout');
    await openRefused(page, api);
    await expect.poll(() => api.sent('GET /api/tasks/pending').length).toBe(1);
    await button(page, 'Logout').click();
    await expect.poll(() => api.sent('POST /api/auth/logout').length).toBe(1);
    refused();
    await expect(heading(page)).toBeVisible();
    signedOut();
    await expect(page).toHaveURL('/');
  });
});

test('whoever has none to set up has nothing to do there', async ({ page }) => {
  await page.goto('/account/setup?next=%2Ftasks');
  await expect(page).toHaveURL('/tasks');
});
