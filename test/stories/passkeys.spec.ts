import type { Page } from '@playwright/test';
import { addAuthenticator } from '../support/browser/authenticator.ts';
import { enter, test } from '../support/browser/people.ts';
import { expectToast } from '../support/browser/toast.ts';
import { expect } from '../support/browser/watched.ts';
import { newAdviser, PASSWORD } from '../support/builders.ts';

// A passkey on the real stack, with the browser's virtual authenticator.

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const theLogin = (page: Page) => page.getByRole('heading', { name: 'Adviser Login' });
const passkeys = (page: Page) => page.getByRole('region', { name: 'Passkeys' });

async function logOut(page: Page) {
  await page.waitForLoadState('networkidle');
  await button(page, 'Logout').click();
  await expect(theLogin(page)).toBeVisible();
}

test('a passkey is added, signs in without a name, replaces a code, and is removed', async ({ page, context }) => {
  const ruth = await newAdviser('Ruth Amari');
  await enter(context, ruth);
  const authenticator = await addAuthenticator(page);

  await test.step('adds a passkey with recovery codes', async () => {
    await page.goto('/account');
    await button(page, 'Add a Passkey').click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Work laptop');
    await page.keyboard.press('Enter');
    const codes = page.getByRole('dialog', { name: 'Your Recovery Codes' });
    await expect(codes.getByRole('listitem')).toHaveCount(10);
    await button(page, 'I Have Saved Them').click();
    await expect(passkeys(page)).toContainText('not used yet');
  });

  await test.step('refuses a second passkey on the same device', async () => {
    await button(page, 'Add a Passkey').click();
    await page.getByRole('textbox', { name: 'Name' }).fill('The same laptop');
    await page.keyboard.press('Enter');
    await expectToast(page, 'Error', 'This device already has a passkey for your account.');
    await page.keyboard.press('Escape');
  });

  await test.step('signs in without a name', async () => {
    await logOut(page);
    await button(page, 'Sign In with a Passkey').click();
    await expect(page).toHaveURL('/dashboard');
    await page.goto('/account');
    await expect(passkeys(page)).toContainText('last used');
    await expect(passkeys(page)).toContainText('Work laptop');
  });

  await test.step('replaces a code after the password', async () => {
    await logOut(page);
    // Otherwise it would answer as soon as the page offers passkeys.
    await authenticator.agrees(false);
    await page.getByLabel('Email').fill(ruth.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Your Passkey' })).toBeVisible();
    await authenticator.agrees(true);
    await button(page, 'Use a Passkey').click();
    await expect(page).toHaveURL('/dashboard');
  });

  await test.step('is removed', async () => {
    await page.goto('/account');
    await button(page, 'Remove Work laptop').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await expect(passkeys(page)).toContainText('You have no passkey yet.');
  });
});
