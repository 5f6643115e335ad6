import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { Caller } from '../support/api.ts';
import { enterOn, expectFocusShown, tabTo, typeInto } from '../support/browser/keyboard.ts';
import { test } from '../support/browser/people.ts';
import { expect } from '../support/browser/watched.ts';
import { newAdviser, PASSWORD, signIn } from '../support/builders.ts';
import { mailsTo } from '../support/mail.ts';

// Tasks around the account, by keyboard alone.

const password = (page: Page, label = 'Password') => page.getByLabel(label, { exact: true });

async function typeCredentials(page: Page, email: string) {
  await typeInto(page, page.getByLabel('Email'), email);
  await typeInto(page, password(page), PASSWORD);
  await page.keyboard.press('Enter');
}

test('by keyboard, an adviser signs in, changes the theme and logs out', async ({ page }) => {
  const adviser = await newAdviser();
  await page.goto('/');
  await typeCredentials(page, adviser.email.toUpperCase());
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('main')).toContainText('All Clients0');
  await expect(page.getByRole('main')).toContainText('No clients found');

  await tabTo(page, page.getByRole('button', { name: 'Switch to dark theme' }));
  await page.keyboard.press('Space');
  await expect(page.locator('html')).toHaveClass(/dark/);
  await expectFocusShown(page.getByRole('button', { name: 'Switch to light theme' }));

  await enterOn(page, page.getByRole('button', { name: 'Logout' }));
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { name: 'Adviser Login' })).toBeVisible();
});

test('by keyboard, an adviser creates an account', async ({ page }) => {
  await page.goto('/');
  await enterOn(page, page.getByRole('button', { name: 'Need an account? Register' }));
  await expectFocusShown(page.getByRole('button', { name: 'Already have an account? Sign In' }));
  await tabTo(page, page.getByLabel('Full Name'), 'Shift+Tab');
  await page.keyboard.type('Ruth Amari');
  await typeCredentials(page, `${randomUUID().slice(0, 8)}@advisers.example`);
  await expect(page).toHaveURL('/dashboard');
});

test('by keyboard, an adviser resets the password', async ({ page }) => {
  const { email } = await newAdviser();
  await new Caller().call('POST /api/auth/forgot-password', { body: { email } });
  const [mail] = await mailsTo(email, 1);
  await page.goto(/\/reset-password\/[\w.-]+/.exec(mail?.text ?? '')?.[0] ?? '');
  await typeInto(page, password(page, 'New Password'), 'a much better password');
  await typeInto(page, password(page, 'Confirm Password'), 'a much better passwort');
  await enterOn(page, page.getByRole('button', { name: 'Reset Password' }));
  await expectFocusShown(password(page, 'Confirm Password'));
  await page.keyboard.press('Backspace');
  await page.keyboard.type('d');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/');
  await signIn(email, 'a much better password');
});
