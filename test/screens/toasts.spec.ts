import { enterOn, expectFocusShown, typeInto } from '../support/browser/keyboard.ts';
import { expectToast } from '../support/browser/toast.ts';
import { expect, test } from './screen.ts';

test('reach a toast and dismiss it; a refusal leaves the focus on the button', async ({ page, api }) => {
  api.fails('POST /api/auth/login');
  await page.goto('/');
  await typeInto(page, page.getByLabel('Email'), 'someone@advisers.example');
  await typeInto(page, page.getByLabel('Password', { exact: true }), 'a secret');
  const submit = page.getByRole('button', { name: 'Sign In', exact: true });
  await enterOn(page, submit);
  await expectToast(page, 'Login Failed');
  await expectFocusShown(submit);

  const toasts = page.getByRole('region', { name: /notifications/i });
  await page.keyboard.press('F8');
  await expectFocusShown(toasts);
  await page.keyboard.press('Escape');
  await expect(toasts.getByRole('status')).toHaveCount(0);
  await expectFocusShown(submit);
});
