import { forgotPassword } from '../../support/acts.ts';
import { test } from '../../support/browser/people.ts';
import { dismissToast, expectToast } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';
import { newAdviser } from '../../support/builders.ts';
import { mailsTo, resetTokenIn } from '../../support/mail.ts';

const NEW = 'a much better password';
const RESET = 'POST /api/auth/reset-password';
const INVALID = 'Invalid or expired reset token. Please request a new password reset.';

test('a reset link or an invitation sets a password, or explains why it fails', async ({ page, api }) => {
  const { email } = await newAdviser();
  const newToken = async (count: number) => {
    await forgotPassword(email);
    return resetTokenIn((await mailsTo(email, count))[0]);
  };
  const token = await newToken(1);
  const password = page.getByLabel('New Password');
  const confirmed = page.getByLabel('Confirm Password');
  const choose = async (wanted: string, again: string, send = 'Reset Password') => {
    await password.fill(wanted);
    await confirmed.fill(again);
    await page.getByRole('button', { name: send }).click();
  };
  await page.goto(`/reset-password/${token}.`);
  await expect(page.getByText('Committed to your finances')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Reset Your Password' })).toBeVisible();
  await expect(page.getByText('Enter your new password below')).toBeVisible();

  await test.step('does not send passwords that are short or differ', async () => {
    await choose('short', 'short');
    await expect(password).toHaveAccessibleDescription('Password must be at least 8 characters');
    await choose(NEW, 'another password');
    await expect(confirmed).toHaveAccessibleDescription("Passwords don't match");
    expect(api.sent(RESET)).toHaveLength(0);
  });

  for (const [status, message] of [
    [400, INVALID],
    [500, ''],
  ] as const)
    await test.step(`reports on a refusal with ${status} that the link is no longer valid`, async () => {
      api.fails(RESET, status, message);
      await choose(NEW, NEW);
      await expectToast(page, 'Reset Failed', INVALID);
      if (status === 400) await expect(password).toHaveAccessibleDescription(INVALID);
      await expect(password).toHaveValue(NEW);
      await dismissToast(page);
      api.recovers();
    });

  await test.step('saves a good password, and leads to the login screen', async () => {
    await choose(NEW, NEW);
    await expectToast(
      page,
      'Password Reset Successful',
      'Your password has been reset. You can now log in with your new password.',
    );
    await expect(page).toHaveURL('/');
    expect(api.sent(RESET).at(-1)).toMatchObject({ body: { token, newPassword: NEW } });
  });

  await test.step('words the form differently for the first password of an invitation', async () => {
    const another = await newToken(3);
    await page.goto(`/reset-password/${another}.#invitation.`);
    await expect(page.getByRole('heading', { name: 'Choose Your Password' })).toBeVisible();
    await choose(NEW, NEW, 'Set Password');
    await expectToast(page, 'Password Set', 'You can now log in with your new password.');
    await expect(page).toHaveURL('/');
    expect(api.sent(RESET).at(-1)).toMatchObject({ body: { token: another, newPassword: NEW } });
  });

  await test.step('Back to Login leads to the login screen', async () => {
    await page.goto('/reset-password/some-token');
    await page.getByRole('link', { name: 'Back to Login' }).click();
    await expect(page.getByRole('heading', { name: 'Adviser Login' })).toBeVisible();
  });
});
