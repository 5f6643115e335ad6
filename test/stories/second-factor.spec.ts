import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { test } from '../support/browser/people.ts';
import { expect } from '../support/browser/watched.ts';
import { newAdviser, PASSWORD } from '../support/builders.ts';

// A second factor on the real stack: set up, used, lost.

const STEP_MS = 30_000;
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const code = (page: Page) => page.getByLabel('Code', { exact: true });

async function signIn(page: Page, email: string) {
  await page.goto('/');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
}

/** Logs out of a page once its reads have ended: open reads would be refused. */
async function logOut(page: Page) {
  await page.waitForLoadState('networkidle');
  await button(page, 'Logout').click();
  await expect(page.getByRole('heading', { name: 'Adviser Login' })).toBeVisible();
}

/** Sets up an app from the account page. Returns its code generator, by steps from now, and the recovery codes. */
async function setUpApp(page: Page) {
  await page.goto('/account');
  await button(page, 'Set Up an App').click();
  const dialog = page.getByRole('dialog', { name: 'Set Up Your Authenticator App' });
  const secret = Secret.fromBase32(((await dialog.getByRole('code').textContent()) ?? '').replaceAll(' ', ''));
  const codeIn = (steps: number) => new TOTP({ secret }).generate({ timestamp: Date.now() + steps * STEP_MS });
  await code(page).fill(codeIn(0));
  await page.keyboard.press('Enter');
  const codes = page.getByRole('dialog', { name: 'Your Recovery Codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  const recovery = await codes.getByRole('listitem').allTextContents();
  await button(page, 'I Have Saved Them').click();
  return { codeIn, recovery };
}

test('an app is set up, and its code or a recovery code signs in after the password', async ({ page }) => {
  const { email } = await newAdviser('Ruth Amari');
  await signIn(page, email);
  await expect(page.getByText('Your account has no second factor yet.')).toBeVisible();
  const { codeIn, recovery } = await setUpApp(page);
  await expect(page.getByText('Your account has no second factor yet.')).toHaveCount(0);

  await test.step('signs in with a code of the app', async () => {
    await logOut(page);
    await signIn(page, email);
    await expect(page.getByRole('heading', { level: 1, name: 'Code from Your App' })).toBeVisible();
    await code(page).fill(codeIn(1));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/dashboard');
  });

  await test.step('signs in with a recovery code', async () => {
    await logOut(page);
    await signIn(page, email);
    await button(page, 'Use a Recovery Code Instead').click();
    await page.getByLabel('Recovery code').fill(recovery[0] ?? '');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/dashboard');
    await page.goto('/account');
    await expect(page.getByRole('region', { name: 'Recovery Codes' })).toContainText('9 left.');
  });
});
