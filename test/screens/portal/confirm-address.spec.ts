import type { Page } from '@playwright/test';
import { ADVISER_MESSAGES } from '#shared/rules/people.ts';
import { test } from '../../support/browser/people.ts';
import { dismissToast, expectToast } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';
import { PASSWORD } from '../../support/builders.ts';

// The stack's registration is open, so a test answers the calls that need an unconfirmed registration.
const INVALID =
  'This link was used, has expired or was replaced. Sign in with your password, and we will email you a new one.';
const WRONG = 'This is not the password that you registered with. Please try again.';

const password = (page: Page) => page.getByLabel('Password', { exact: true });
async function confirm(page: Page, secret = PASSWORD) {
  await password(page).fill(secret);
  await page.getByRole('button', { name: 'Confirm Address' }).click();
}

test('a registration’s link confirms the email address with its password', async ({ page, api, watch }) => {
  watch.expected.push(/^400 POST .*\/api\/auth\/confirm-address$/, /status of 400/);
  await page.goto('/confirm-address/some-token”.');

  await test.step('asks for the password, by keyboard alone', async () => {
    await expect(page.getByRole('heading', { name: 'Confirm Your Address' })).toBeVisible();
    await expect(page.getByText('Enter the password that you registered with')).toBeVisible();
    await password(page).press('Enter');
    await expect(password(page)).toHaveAccessibleDescription('Password is required');
    await expect(password(page)).toBeFocused();
    expect(api.sent('POST /api/auth/confirm-address')).toHaveLength(0);
  });

  await test.step('reports a wrong password, and keeps it typed', async () => {
    api.fails('POST /api/auth/confirm-address', 400, WRONG);
    await confirm(page, 'another password');
    await expectToast(page, 'Confirmation Failed', WRONG);
    await expect(password(page)).toHaveValue('another password');
  });

  await test.step('explains what to do if the link is no longer valid', async () => {
    await dismissToast(page);
    api.recovers();
    await confirm(page);
    await expectToast(page, 'Confirmation Failed', INVALID);
  });

  await test.step('confirms the address once, and leads to the login', async () => {
    await dismissToast(page);
    api.answers('POST /api/auth/confirm-address', () => ({ message: ADVISER_MESSAGES.confirmed }));
    const sent = api.countsFromNow('POST /api/auth/confirm-address');
    const answered = api.holds('POST /api/auth/confirm-address');
    await confirm(page);
    await expect(page.getByRole('button', { name: 'Confirming...' })).toBeDisabled();
    await password(page).press('Enter');
    answered();
    await expectToast(page, 'Address Confirmed', 'Your address is confirmed. You can now log in with your password.');
    await expect(page).toHaveURL('/');
    expect(sent()).toBe(1);
    expect(api.sent('POST /api/auth/confirm-address').at(-1)).toMatchObject({
      body: { token: 'some-token', password: PASSWORD },
    });
  });
});

test('an unconfirmed registration says so, and signs nobody in', async ({ page, api }) => {
  const NEW = { name: 'Ruth Amari', email: 'ruth@firm.example' };
  api.answers(
    'POST /api/auth/register',
    () => ({ id: 'a'.repeat(22), role: 'adviser', ...NEW, unconfirmed: true }) as const,
  );
  await page.goto('/');
  await page.getByRole('button', { name: 'Need an account? Register' }).click();
  await page.getByLabel('Full Name').fill(NEW.name);
  await page.getByLabel('Email').fill(NEW.email);
  await password(page).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create Account', exact: true }).click();
  await expectToast(page, 'Account Created', 'We have sent you an email. Open its link to finish.');
  const said = page.getByRole('main').getByRole('status');
  await expect(said).toContainText('We have sent you an email. Open its link to finish.');
  await expect(said).toContainText(NEW.email);
  await dismissToast(page);
  expect(api.sent('POST /api/auth/login')).toHaveLength(0);
  await page.getByRole('button', { name: 'Already have an account? Sign In' }).click();
  await expect(page.getByLabel('Email')).toHaveValue('');
});
