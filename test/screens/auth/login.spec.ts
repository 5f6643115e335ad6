import type { Page } from '@playwright/test';
import { requestsOfFirstView } from '../../support/browser/first-view.ts';
import { dismissToast, expect, expectAccessible, expectToast, shoot, test } from '../screen.ts';

const PASSWORD = 'correct horse battery';
const NEW_EMAIL = 'someone@advisers.example';
const email = (page: Page) => page.getByLabel('Email');
const password = (page: Page) => page.getByLabel('Password', { exact: true });

async function signIn(page: Page, address: string, secret = PASSWORD) {
  await email(page).fill(address);
  await password(page).fill(secret);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

const toRegister = (page: Page) => page.getByRole('button', { name: 'Need an account? Register' }).click();

async function register(page: Page) {
  await page.getByLabel('Full Name').fill('Ruth Amari');
  await email(page).fill(NEW_EMAIL);
  await password(page).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create Account', exact: true }).click();
}

async function openReset(page: Page) {
  await page.getByRole('button', { name: 'Forgot Password?' }).click();
  return page.getByRole('dialog', { name: 'Reset Password' });
}

test.beforeEach(({ firm }) => {
  firm.signedIn = undefined;
});

test('the login screen in both modes', async ({ page }) => {
  await test.step('fetches the first view in at most 6 requests', async () => {
    const requests = await requestsOfFirstView(page, '/');
    expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(6);
  });

  await test.step('says what it is', async () => {
    await expect(page.getByText('Making Personal Finance Simple')).toBeVisible();
    await expect(page.getByText('unique secure links provided by their adviser')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Adviser Login' })).toBeVisible();
    await expect(page.getByText('Enter your credentials to access the dashboard')).toBeVisible();
    await expect(page.getByRole('banner').getByRole('button', { name: 'Switch to dark theme' })).toBeVisible();
    await expect(email(page)).toHaveAttribute('type', 'email');
    await expectAccessible(page);
    await shoot(page, 'login');
  });

  await test.step('clears what was typed when the mode is switched', async () => {
    await email(page).fill('someone@advisers.example');
    await password(page).fill('a secret');
    await toRegister(page);
    for (const field of [page.getByLabel('Full Name'), email(page), password(page)])
      await expect(field).toHaveValue('');
  });

  await test.step('says what it is for a new adviser', async () => {
    await expect(page.getByRole('heading', { name: 'Create Account' })).toBeVisible();
    await expect(page.getByText('Register as a new adviser to get started')).toBeVisible();
    await expectAccessible(page);
    await shoot(page, 'register');
  });

  await test.step('clears what was typed on the way back too', async () => {
    await page.getByLabel('Full Name').fill('Ruth Amari');
    await page.getByRole('button', { name: 'Already have an account? Sign In' }).click();
    await expect(email(page)).toHaveValue('');
  });
});

/** What a finger cannot press, under 44 px, and fields that iOS zooms in on, under 16 px. */
const tooSmall = (page: Page) =>
  page.locator('a, button, input').evaluateAll((controls) =>
    controls
      .filter((control) => {
        const { width, height } = control.getBoundingClientRect();
        const isText = control.matches('input') && Number.parseFloat(getComputedStyle(control).fontSize) < 16;
        return isText || Math.min(width, height) < 43.9;
      })
      .map((control) => control.outerHTML.slice(0, 120)),
  );

for (const [device, isFocused] of [
  ['mouse', true],
  ['touch', false],
] as const)
  test.describe(`a page before sign-in by ${device}`, () => {
    test.use({ hasTouch: !isFocused, isMobile: !isFocused });
    test(`${isFocused ? 'has' : 'has not'} the focus in its first field`, async ({ page }) => {
      const first = page.getByRole('main').locator('input').first();
      for (const address of ['/', '/reset-password/some-token', '/confirm-address/some-token']) {
        await page.goto(address);
        await page.getByRole('heading', { level: 1 }).waitFor();
        if (isFocused) await expect(first).toBeFocused();
        else await expect(first).not.toBeFocused();
        if (!isFocused) expect(await tooSmall(page), address).toEqual([]);
      }
    });
  });

test('signing in', async ({ page, api }) => {
  await page.goto('/');

  await test.step('needs both, and says so at the fields', async () => {
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(email(page)).toHaveAccessibleDescription('Valid email is required');
    await expect(email(page)).toBeFocused();
    await expect(password(page)).toHaveAccessibleDescription('Password is required');
    expect(api.sent('POST /api/auth/login')).toHaveLength(0);
  });

  await test.step('lets one look at the password while it is typed', async () => {
    await password(page).fill('a secret');
    await expect(password(page)).toHaveAttribute('type', 'password');
    await page.getByRole('button', { name: 'Show password' }).click();
    await expect(password(page)).toHaveAttribute('type', 'text');
  });

  await test.step('refuses a wrong pair, and what was typed stays', async () => {
    api.fails('POST /api/auth/login', 401, 'Invalid email or password');
    await signIn(page, NEW_EMAIL, 'not the password');
    await expectToast(page, 'Login Failed', 'Invalid email or password');
    await expect(password(page)).toHaveAccessibleDescription('Invalid email or password');
    await expect(password(page)).toBeFocused();
    await expect(password(page)).toHaveValue('not the password');
    await expect(page).toHaveURL('/');
  });

  await test.step('says that it is under way, and a double click signs in once', async () => {
    await dismissToast(page);
    const sent = api.countsFromNow('POST /api/auth/login');
    api.fails('POST /api/auth/login', 401, '');
    const answered = api.holds('POST /api/auth/login');
    await password(page).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign In', exact: true }).dblclick();
    await expect(page.getByRole('button', { name: 'Signing in...' })).toBeDisabled();
    answered();
    await expectToast(page, 'Login Failed', 'Invalid email or password');
    expect(sent()).toBe(1);
  });
});

test('registration', async ({ page, api }) => {
  await page.goto('/');
  await toRegister(page);

  await test.step('says what is missing at its field, and sends nothing', async () => {
    await password(page).fill('short');
    await page.getByRole('button', { name: 'Create Account', exact: true }).click();
    await expect(page.getByLabel('Full Name')).toHaveAccessibleDescription('Name is required');
    await expect(page.getByLabel('Full Name')).toBeFocused();
    await expect(email(page)).toHaveAccessibleDescription('Valid email is required');
    await expect(password(page)).toHaveAccessibleDescription('Password must be at least 8 characters');
    expect(api.sent('POST /api/auth/register')).toHaveLength(0);
  });

  await test.step('says why it fails', async () => {
    api.fails('POST /api/auth/register', 409, 'This email is already in use');
    await register(page);
    await expectToast(page, 'Registration Failed', 'This email is already in use');
  });

  await test.step('says so where it fails without a word', async () => {
    await dismissToast(page);
    api.fails('POST /api/auth/register', 500, '');
    await register(page);
    await expectToast(page, 'Registration Failed', 'Unable to create account');
  });

  await test.step('makes an account and signs in to it, busy meanwhile', async () => {
    api.recovers();
    const sent = api.countsFromNow('POST /api/auth/register');
    const login = api.holds('POST /api/auth/login');
    await register(page);
    const busy = page.getByRole('button', { name: 'Creating Account...' });
    await expect(busy).toBeDisabled();
    login();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expectToast(page, 'Account Created', "Welcome! You've been logged in automatically.");
    expect(sent()).toBe(1);
  });
});

test('a reset link', async ({ page, api }) => {
  await page.goto('/');
  const dialog = await openReset(page);
  const send = dialog.getByRole('button', { name: 'Send Reset Link' });

  await test.step('needs an address', async () => {
    await expect(dialog.getByLabel('Email')).toBeFocused();
    await expect(send).toBeDisabled();
    await expectAccessible(page);
    await dialog.getByLabel('Email').fill('half');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
  });

  await test.step('is asked for, and nothing is said about the account', async () => {
    await openReset(page);
    await dialog.getByLabel('Email').fill(NEW_EMAIL);
    await send.click();
    await expectToast(
      page,
      'Reset Email Sent',
      'If an account exists with that email, you will receive a password reset link.',
    );
    await expect(dialog).toBeHidden();
    expect(api.sent('POST /api/auth/forgot-password')).toMatchObject([{ body: { email: NEW_EMAIL } }]);
    await openReset(page);
    await expect(dialog.getByLabel('Email')).toHaveValue('');
  });

  await test.step('that cannot be asked for says so, and the dialog stays', async () => {
    api.fails('POST /api/auth/forgot-password', 500, '');
    await dialog.getByLabel('Email').fill('someone@advisers.example');
    await send.click();
    await expectToast(page, 'Error', 'Failed to send reset email');
    await expect(dialog.getByLabel('Email')).toHaveValue('someone@advisers.example');
  });

  await test.step('is asked for once', async () => {
    await dismissToast(page);
    const sent = api.countsFromNow('POST /api/auth/forgot-password');
    const answered = api.holds('POST /api/auth/forgot-password');
    await send.click();
    await expect(dialog.getByRole('button', { name: 'Sending...' })).toBeDisabled();
    await dialog.getByLabel('Email').press('Enter');
    answered();
    await expectToast(page, 'Error', 'Failed to send reset email');
    expect(sent()).toBe(1);
  });
});
