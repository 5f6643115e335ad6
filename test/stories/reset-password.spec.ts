import type { Page } from '@playwright/test';
import { Caller } from '../support/api.ts';
import { expectAccessible } from '../support/browser/axe.ts';
import { failing } from '../support/browser/failing.ts';
import { shoot } from '../support/browser/shoot.ts';
import { expectToast } from '../support/browser/toast.ts';
import { expect, test } from '../support/browser/watched.ts';
import { newAdviser, signIn } from '../support/builders.ts';
import { mailsTo } from '../support/mail.ts';

const NEW = 'a much better password';

async function choose(page: Page, newPassword: string, confirmed = newPassword) {
  await page.getByLabel('New Password').fill(newPassword);
  await page.getByLabel('Confirm Password').fill(confirmed);
  await page.getByRole('button', { name: 'Reset Password' }).click();
}

test('a reset link from the mail sets a new password', async ({ page }) => {
  const { email } = await newAdviser();
  await new Caller().call('POST /api/auth/forgot-password', { body: { email } });
  const [mail] = await mailsTo(email);
  await page.goto(/\/reset-password\/[\w.-]+/.exec(mail?.text ?? '')?.[0] ?? '');
  await expect(page.getByText('Committed to your finances')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Reset Your Password' })).toBeVisible();
  await expect(page.getByText('Enter your new password below')).toBeVisible();
  await expectAccessible(page);
  await shoot(page, 'reset-password');
  await choose(page, NEW);
  await expectToast(
    page,
    'Password Reset Successful',
    'Your password has been reset. You can now log in with your new password.',
  );
  await expect(page).toHaveURL('/');
  await signIn(email, NEW);
});

test('passwords are checked before they are sent', async ({ page }) => {
  await page.goto('/reset-password/some-token');
  await choose(page, 'short');
  await expect(page.getByLabel('New Password')).toHaveAccessibleDescription('Password must be at least 8 characters');
  await choose(page, NEW, 'another password');
  await expect(page.getByLabel('Confirm Password')).toHaveAccessibleDescription("Passwords don't match");
  await page.getByRole('link', { name: 'Back to Login' }).click();
  await expect(page.getByRole('heading', { name: 'Adviser Login' })).toBeVisible();
});

const INVALID = 'Invalid or expired reset token. Please request a new password reset.';

test('a link that is no longer good says so', async ({ page, watch }) => {
  watch.expected.push(/400 POST .*reset-password$/, /status of 400/);
  await page.goto('/reset-password/some-token');
  await choose(page, NEW);
  await expectToast(page, 'Reset Failed', INVALID);
  await expect(page.getByLabel('New Password')).toHaveValue(NEW);
});

test('so does a reset that fails without a word', async ({ page, watch }) => {
  await failing(page, watch, 'POST /api/auth/reset-password', 500, '');
  await page.goto('/reset-password/some-token');
  await choose(page, NEW);
  await expectToast(page, 'Reset Failed', INVALID);
});
