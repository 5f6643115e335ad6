import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/browser/axe.ts';
import { shoot } from '../support/browser/shoot.ts';
import { expectToast } from '../support/browser/toast.ts';
import { expect, test } from './screen.ts';

const PASSWORD = 'correct horse battery';
const NEW_EMAIL = 'someone@advisers.example';
const email = (page: Page) => page.getByLabel('Email');
const password = (page: Page) => page.getByLabel('Password', { exact: true });

async function signIn(page: Page, address: string, secret = PASSWORD) {
  await email(page).fill(address);
  await password(page).fill(secret);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

async function register(page: Page) {
  await page.getByRole('button', { name: 'Need an account? Register' }).click();
  await page.getByLabel('Full Name').fill('Ruth Amari');
  await email(page).fill(NEW_EMAIL);
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

test.beforeEach(async ({ page, firm }) => {
  firm.signedIn = undefined;
  await page.goto('/');
});

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

test('what is missing is said at its field, and nothing is sent', async ({ page, api }) => {
  await page.getByRole('button', { name: 'Need an account? Register' }).click();
  await password(page).fill('short');
  await page.getByRole('button', { name: 'Create Account', exact: true }).click();
  await expect(page.getByLabel('Full Name')).toHaveAccessibleDescription('Name is required');
  await expect(page.getByLabel('Full Name')).toBeFocused();
  await expect(email(page)).toHaveAccessibleDescription('Valid email is required');
  await expect(password(page)).toHaveAccessibleDescription('Password must be at least 8 characters');
  expect(api.sent('POST /api/auth/register')).toHaveLength(0);
});

test('signing in needs both, and says so at the fields', async ({ page, api }) => {
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(email(page)).toHaveAccessibleDescription('Valid email is required');
  await expect(email(page)).toBeFocused();
  await expect(password(page)).toHaveAccessibleDescription('Password is required');
  expect(api.sent('POST /api/auth/login')).toHaveLength(0);
});

test('an account is made and signed in, busy meanwhile', async ({ page, api }) => {
  const login = api.holds('POST /api/auth/login');
  await register(page);
  const busy = page.getByRole('button', { name: 'Creating Account...' });
  await expect(busy).toBeDisabled();
  login();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expectToast(page, 'Account Created', "Welcome! You've been logged in automatically.");
  expect(api.sent('POST /api/auth/register')).toHaveLength(1);
});

test('a password can be looked at while it is typed', async ({ page }) => {
  await password(page).fill('a secret');
  await expect(password(page)).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password(page)).toHaveAttribute('type', 'text');
});

test('a wrong pair is refused, and what was typed stays', async ({ page, api }) => {
  api.fails('POST /api/auth/login', 401, 'Invalid email or password');
  await signIn(page, NEW_EMAIL, 'not the password');
  await expectToast(page, 'Login Failed', 'Invalid email or password');
  await expect(password(page)).toHaveValue('not the password');
  await expect(page).toHaveURL('/');
});

test('signing in says that it is under way, and a double click signs in once', async ({ page, api }) => {
  api.fails('POST /api/auth/login', 401, '');
  const answered = api.holds('POST /api/auth/login');
  await email(page).fill(NEW_EMAIL);
  await password(page).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In', exact: true }).dblclick();
  await expect(page.getByRole('button', { name: 'Signing in...' })).toBeDisabled();
  answered();
  await expectToast(page, 'Login Failed', 'Invalid email or password');
  expect(api.sent('POST /api/auth/login')).toHaveLength(1);
});

test('a registration that fails says why', async ({ page, api }) => {
  api.fails('POST /api/auth/register', 409, 'This email is already in use');
  await register(page);
  await expectToast(page, 'Registration Failed', 'This email is already in use');
});

test('a registration that fails without a word says so', async ({ page, api }) => {
  api.fails('POST /api/auth/register', 500, '');
  await register(page);
  await expectToast(page, 'Registration Failed', 'Unable to create account');
});

test('a reset link is asked for, and nothing is said about the account', async ({ page, api }) => {
  await page.getByRole('button', { name: 'Forgot Password?' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reset Password' });
  await expect(dialog.getByLabel('Email')).toBeFocused();
  await expect(dialog.getByRole('button', { name: 'Send Reset Link' })).toBeDisabled();
  await expectAccessible(page);
  await dialog.getByLabel('Email').fill('half');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();

  const sent = await askForReset(page, NEW_EMAIL);
  await expectToast(
    page,
    'Reset Email Sent',
    'If an account exists with that email, you will receive a password reset link.',
  );
  await expect(sent).toBeHidden();
  expect(api.sent('POST /api/auth/forgot-password')).toMatchObject([{ body: { email: NEW_EMAIL } }]);
  await page.getByRole('button', { name: 'Forgot Password?' }).click();
  await expect(dialog.getByLabel('Email')).toHaveValue('');
});

test('a reset mail is asked for once', async ({ page, api }) => {
  api.fails('POST /api/auth/forgot-password', 500, '');
  const answered = api.holds('POST /api/auth/forgot-password');
  const dialog = await askForReset(page, 'someone@advisers.example');
  await expect(dialog.getByRole('button', { name: 'Sending...' })).toBeDisabled();
  await dialog.getByLabel('Email').press('Enter');
  answered();
  await expectToast(page, 'Error', 'Failed to send reset email');
  expect(api.sent('POST /api/auth/forgot-password')).toHaveLength(1);
});

test('a reset mail that cannot be asked for says so, and the dialog stays', async ({ page, api }) => {
  api.fails('POST /api/auth/forgot-password', 500, '');
  const dialog = await askForReset(page, 'someone@advisers.example');
  await expectToast(page, 'Error', 'Failed to send reset email');
  await expect(dialog.getByLabel('Email')).toHaveValue('someone@advisers.example');
});
