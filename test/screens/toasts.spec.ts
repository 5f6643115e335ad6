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

test('a toast is announced, and leaves after five seconds but not while it is read', async ({ page, api }) => {
  await page.clock.install();
  api.fails('POST /api/auth/login');
  await page.goto('/');
  const toasts = page.getByRole('region', { name: /notifications/i });
  await expect(toasts).toHaveAttribute('aria-live', 'polite');
  await page.getByLabel('Email').fill('someone@advisers.example');
  await page.getByLabel('Password', { exact: true }).fill('a secret');
  const submit = page.getByRole('button', { name: 'Sign In', exact: true });
  const toast = toasts.getByRole('status');
  const hoursLater = () => page.clock.fastForward('02:00:00');

  await submit.click();
  await toast.hover();
  await hoursLater();
  await expect(toast).toBeVisible();
  await submit.hover();
  await page.clock.runFor(5000);
  await expect(toast).toHaveCount(0);

  await submit.click();
  await expect(toast).toBeVisible();
  await page.keyboard.press('F8');
  await hoursLater();
  await expect(toast).toBeVisible();
});

test('what a toast offers is done, and the focus goes back', async ({ page, client, watch }) => {
  watch.expected.push(/confirm-dialog/, /ERR_FAILED/);
  await page.goto(`/adviser/client/${client.id}`);
  await page.route(/assets\/confirm-dialog-/, (route) => route.abort());
  const reset = page.getByRole('button', { name: 'Reset Journey' });
  await enterOn(page, reset);
  await expectToast(page, 'Not available right now');
  await page.keyboard.press('F8');
  await page.keyboard.press('Tab');
  await expectFocusShown(page.getByRole('button', { name: 'Reload page' }));
  await page.keyboard.press('Tab');
  await expectFocusShown(page.getByRole('button', { name: 'Close notification' }));
  await page.keyboard.press('Enter');
  await expectFocusShown(reset);
});
