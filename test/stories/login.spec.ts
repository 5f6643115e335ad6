import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/browser/axe.ts';
import { answering, counting, failing } from '../support/browser/failing.ts';
import { shoot } from '../support/browser/shoot.ts';
import { expectToast } from '../support/browser/toast.ts';
import { expect, test } from '../support/browser/watched.ts';
import { newAdviser, PASSWORD } from '../support/builders.ts';
import { mailsTo } from '../support/mail.ts';

const newEmail = () => `${randomUUID().slice(0, 8)}@advisers.example`;
const email = (page: Page) => page.getByLabel('Email');
const password = (page: Page) => page.getByLabel('Password', { exact: true });

async function signIn(page: Page, address: string, secret = PASSWORD) {
  await email(page).fill(address);
  await password(page).fill(secret);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

async function register(page: Page, address = newEmail()) {
  await page.getByRole('button', { name: 'Need an account? Register' }).click();
  await page.getByLabel('Full Name').fill('Ruth Amari');
  await email(page).fill(address);
  await password(page).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create Account', exact: true }).click();
}

async function askForReset(page: Page, address: string) {
  await page.getByRole('button', { name: 'Forgot Password?' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reset Password' });
  await dialog.getByLabel('Email').fill(address);
  await dialog.getByRole('button', { name: 'Send Reset Link' }).click();
  return dialog;
}

test.beforeEach(({ page }) => page.goto('/'));

test('the login screen says what it is, in both modes', async ({ page }) => {
  await expect(page.getByText('Making Personal Finance Simple')).toBeVisible();
  await expect(page.getByText('unique secure links provided by their adviser')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Adviser Login' })).toBeVisible();
  await expect(page.getByText('Enter your credentials to access the dashboard')).toBeVisible();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Switch to dark theme' })).toBeVisible();
  await expect(email(page)).toHaveAttribute('type', 'email');
  await expectAccessible(page);
  await shoot(page, 'login');

  await page.getByRole('button', { name: 'Need an account? Register' }).click();
  await expect(page.getByRole('heading', { name: 'Create Account' })).toBeVisible();
  await expect(page.getByText('Register as a new adviser to get started')).toBeVisible();
  await expectAccessible(page);
  await shoot(page, 'register');
});

test('its first load takes few requests', async ({ page }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto('/', { waitUntil: 'networkidle' });
  expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(6);
});

test('switching the mode clears what was typed', async ({ page }) => {
  await email(page).fill('someone@advisers.example');
  await password(page).fill('a secret');
  await page.getByRole('button', { name: 'Need an account? Register' }).click();
  for (const field of [page.getByLabel('Full Name'), email(page), password(page)]) await expect(field).toHaveValue('');
  await page.getByLabel('Full Name').fill('Ruth Amari');
  await page.getByRole('button', { name: 'Already have an account? Sign In' }).click();
  await expect(email(page)).toHaveValue('');
});

test('what is missing is said at its field, and nothing is sent', async ({ page }) => {
  const sent = counting(page, 'POST /api/auth/register');
  await page.getByRole('button', { name: 'Need an account? Register' }).click();
  await password(page).fill('short');
  await page.getByRole('button', { name: 'Create Account', exact: true }).click();
  await expect(page.getByLabel('Full Name')).toHaveAccessibleDescription('Name is required');
  await expect(page.getByLabel('Full Name')).toBeFocused();
  await expect(email(page)).toHaveAccessibleDescription('Valid email is required');
  await expect(password(page)).toHaveAccessibleDescription('Password must be at least 8 characters');
  expect(sent.count).toBe(0);
});

test('signing in needs both, and says so at the fields', async ({ page }) => {
  const sent = counting(page, 'POST /api/auth/login');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(email(page)).toHaveAccessibleDescription('Valid email is required');
  await expect(email(page)).toBeFocused();
  await expect(password(page)).toHaveAccessibleDescription('Password is required');
  expect(sent.count).toBe(0);
});

test('an account is made and signed in, busy meanwhile', async ({ page }) => {
  const sent = counting(page, 'POST /api/auth/register');
  const login = Promise.withResolvers<void>();
  await answering(page, 'POST /api/auth/login', async (route) => {
    await login.promise;
    await route.continue();
  });
  await register(page);
  const busy = page.getByRole('button', { name: 'Creating Account...' });
  await expect(busy).toBeDisabled();
  login.resolve();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expectToast(page, 'Account Created', "Welcome! You've been logged in automatically.");
  expect(sent.count).toBe(1);
});

test('a password can be looked at while it is typed', async ({ page }) => {
  await password(page).fill('a secret');
  await expect(password(page)).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password(page)).toHaveAttribute('type', 'text');
});

test('a wrong pair is refused, and what was typed stays', async ({ page, watch }) => {
  watch.expected.push(/401 POST .*\/api\/auth\/login$/, /status of 401/);
  const adviser = await newAdviser();
  await signIn(page, adviser.email, 'not the password');
  await expectToast(page, 'Login Failed', 'Invalid email or password');
  await expect(password(page)).toHaveValue('not the password');
  await expect(page).toHaveURL('/');
});

test('signing in says that it is under way, and a double click signs in once', async ({ page, watch }) => {
  const sent = counting(page, 'POST /api/auth/login');
  const answered = Promise.withResolvers<void>();
  watch.expected.push(/401 POST/, /status of 401/);
  await answering(page, 'POST /api/auth/login', async (route) => {
    await answered.promise;
    await route.fulfill({ status: 401, json: {} });
  });
  await email(page).fill(newEmail());
  await password(page).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In', exact: true }).dblclick();
  await expect(page.getByRole('button', { name: 'Signing in...' })).toBeDisabled();
  answered.resolve();
  await expectToast(page, 'Login Failed', 'Invalid email or password');
  expect(sent.count).toBe(1);
});

test('a registration that fails says why', async ({ page, watch }) => {
  watch.expected.push(/409 POST .*\/api\/auth\/register$/, /status of 409/);
  await register(page, (await newAdviser()).email);
  await expectToast(page, 'Registration Failed', 'This email is already in use');
});

test('a registration that fails without a word says so', async ({ page, watch }) => {
  await failing(page, watch, 'POST /api/auth/register', 500, '');
  await register(page);
  await expectToast(page, 'Registration Failed', 'Unable to create account');
});

test('a forgotten password leads to a mail, and says nothing about the account', async ({ page }) => {
  const adviser = await newAdviser();
  await page.getByRole('button', { name: 'Forgot Password?' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reset Password' });
  await expect(dialog.getByLabel('Email')).toBeFocused();
  await expect(dialog.getByRole('button', { name: 'Send Reset Link' })).toBeDisabled();
  await expectAccessible(page);
  await dialog.getByLabel('Email').fill('half');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();

  const sent = await askForReset(page, adviser.email);
  await expectToast(
    page,
    'Reset Email Sent',
    'If an account exists with that email, you will receive a password reset link.',
  );
  await expect(sent).toBeHidden();
  expect((await mailsTo(adviser.email))[0]?.text).toContain('/reset-password/');
  await page.getByRole('button', { name: 'Forgot Password?' }).click();
  await expect(dialog.getByLabel('Email')).toHaveValue('');
});

test('a reset mail is asked for once', async ({ page, watch }) => {
  await failing(page, watch, 'POST /api/auth/forgot-password', 500, '');
  const sent = counting(page, 'POST /api/auth/forgot-password');
  const answered = Promise.withResolvers<void>();
  await answering(page, 'POST /api/auth/forgot-password', (route) => answered.promise.then(() => route.fallback()));
  const dialog = await askForReset(page, 'someone@advisers.example');
  await expect(dialog.getByRole('button', { name: 'Sending...' })).toBeDisabled();
  await dialog.getByLabel('Email').press('Enter');
  answered.resolve();
  await expectToast(page, 'Error', 'Failed to send reset email');
  expect(sent.count).toBe(1);
});

test('a reset mail that cannot be asked for says so, and the dialog stays', async ({ page, watch }) => {
  await failing(page, watch, 'POST /api/auth/forgot-password', 500, '');
  const dialog = await askForReset(page, 'someone@advisers.example');
  await expectToast(page, 'Error', 'Failed to send reset email');
  await expect(dialog.getByLabel('Email')).toHaveValue('someone@advisers.example');
});
