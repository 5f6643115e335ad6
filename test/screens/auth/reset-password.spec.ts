import type { Page } from '@playwright/test';
import { dismissToast, expect, expectAccessible, expectToast, shoot, test } from '../screen.ts';

const NEW = 'a much better password';

async function choose(page: Page, newPassword: string, confirmed = newPassword) {
  await page.getByLabel('New Password').fill(newPassword);
  await page.getByLabel('Confirm Password').fill(confirmed);
  await page.getByRole('button', { name: 'Reset Password' }).click();
}

const INVALID = 'Invalid or expired reset token. Please request a new password reset.';

test('a reset link sets a new password', async ({ page, api }) => {
  await page.goto('/reset-password/some-token');

  await test.step('says what it is', async () => {
    await expect(page.getByText('Committed to your finances')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Reset Your Password' })).toBeVisible();
    await expect(page.getByText('Enter your new password below')).toBeVisible();
    await expectAccessible(page);
    await shoot(page, 'reset-password');
  });

  await test.step('checks passwords before they are sent', async () => {
    await choose(page, 'short');
    await expect(page.getByLabel('New Password')).toHaveAccessibleDescription('Password must be at least 8 characters');
    await choose(page, NEW, 'another password');
    await expect(page.getByLabel('Confirm Password')).toHaveAccessibleDescription("Passwords don't match");
  });

  await test.step('sets the password', async () => {
    await choose(page, NEW);
    await expectToast(
      page,
      'Password Reset Successful',
      'Your password has been reset. You can now log in with your new password.',
    );
    await expect(page).toHaveURL('/');
    expect(api.sent('POST /api/auth/reset-password')).toMatchObject([
      { body: { token: 'some-token', newPassword: NEW } },
    ]);
  });

  await test.step('says so where it is no longer good', async () => {
    // The address is there before the screen.
    await page.getByRole('heading', { name: 'Adviser Login' }).waitFor();
    await page.goBack();
    api.fails('POST /api/auth/reset-password', 400, INVALID);
    await choose(page, NEW);
    await expectToast(page, 'Reset Failed', INVALID);
    await expect(page.getByLabel('New Password')).toHaveAccessibleDescription(INVALID);
    await expect(page.getByLabel('New Password')).toHaveValue(NEW);
  });

  await test.step('says so where the reset fails without a word', async () => {
    await dismissToast(page);
    api.fails('POST /api/auth/reset-password', 500, '');
    await choose(page, NEW);
    await expectToast(page, 'Reset Failed', INVALID);
  });

  await test.step('leads to the login screen', async () => {
    await page.getByRole('link', { name: 'Back to Login' }).click();
    await expect(page.getByRole('heading', { name: 'Adviser Login' })).toBeVisible();
  });
});

test('an invitation asks for the first password in its own words', async ({ page, api }) => {
  await page.goto('/reset-password/some-token#invitation');
  await expect(page.getByRole('heading', { name: 'Choose Your Password' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('New Password').fill(NEW);
  await page.getByLabel('Confirm Password').fill(NEW);
  await page.getByRole('button', { name: 'Set Password' }).click();
  await expectToast(page, 'Password Set', 'You can now log in with your new password.');
  await expect(page).toHaveURL('/');
  expect(api.sent('POST /api/auth/reset-password')).toMatchObject([
    { body: { token: 'some-token', newPassword: NEW } },
  ]);
});
