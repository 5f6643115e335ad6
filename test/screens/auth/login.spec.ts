import type { Page } from '@playwright/test';
import { remove } from '#functions/aws/table.ts';
import { adviserKey } from '#functions/domain/accounts/account.ts';
import { saveSettings } from '../../support/acts.ts';
import { requestsOfFirstView } from '../../support/browser/first-view.ts';
import { test } from '../../support/browser/people.ts';
import { dismissToast, expectToast } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';
import { demoAdmin, newAdmin } from '../../support/builders.ts';

const PASSWORD = 'correct horse battery';
const EMAIL = 'someone@advisers.example';
const LOGIN = 'POST /api/auth/login';
const REGISTER = 'POST /api/auth/register';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const email = (page: Page) => page.getByLabel('Email');
const password = (page: Page) => page.getByLabel('Password', { exact: true });
const fullName = (page: Page) => page.getByLabel('Full Name');

test('the login screen loads in at most 6 requests, and clears its fields for Register', async ({ page }) => {
  const requests = await requestsOfFirstView(page, '/');
  expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(6);
  for (const text of [
    'Making Personal Finance Simple',
    'unique secure links provided by their adviser',
    'Enter your credentials to access the dashboard',
  ])
    await expect(page.getByText(text)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Adviser Login' })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Switch to dark theme' })).toBeVisible();
  await expect(email(page)).toHaveAttribute('type', 'email');

  await test.step('empties the fields on the way to the registration and back', async () => {
    await email(page).fill(EMAIL);
    await password(page).fill('a secret');
    await button(page, 'Need an account? Register').click();
    for (const field of [fullName(page), email(page), password(page)]) await expect(field).toHaveValue('');
    await expect(page.getByRole('heading', { name: 'Create Account' })).toBeVisible();
    await expect(page.getByText('Register as a new adviser to get started')).toBeVisible();
    await fullName(page).fill('Ruth Amari');
    await button(page, 'Already have an account? Sign In').click();
    await expect(email(page)).toHaveValue('');
  });
});

test('the sign-in page says who makes the first account, and is called as the firm', async ({ page, api }) => {
  const notice = page.getByRole('status').filter({ hasText: 'Nobody has an account yet' });
  const { id } = await demoAdmin();
  await remove(adviserKey(id));
  await page.goto('/');
  await expect(notice).toContainText('see “Sign in the first time” in the README');
  const admin = await newAdmin();
  await saveSettings(admin, { firm: { name: 'Amari & Wood' } });
  await page.reload();
  await expect(page).toHaveTitle('Adviser Login · Amari & Wood');
  await expect(notice).toHaveCount(0);

  await test.step('shows neither if the firm cannot be read', async () => {
    api.fails('GET /api/firm');
    await page.reload();
    await expect(button(page, 'Sign In')).toBeVisible();
    await expect(notice).toHaveCount(0);
  });
});

/** Returns controls under 44 px, too small for a finger, and fields under 16 px, which iOS zooms in on. */
const tooSmall = (page: Page) =>
  page.locator('a, button, input:not([aria-hidden])').evaluateAll((controls) =>
    controls
      .filter((control) => {
        const { width, height } = control.getBoundingClientRect();
        const isText = control.matches('input') && Number.parseFloat(getComputedStyle(control).fontSize) < 16;
        return isText || Math.min(width, height) < 43.9;
      })
      .map((control) => control.outerHTML.slice(0, 120)),
  );

for (const isTouch of [false, true])
  test.describe(isTouch ? 'by touch' : 'by mouse', () => {
    test.use({ hasTouch: isTouch, isMobile: isTouch });
    test(`pages before sign-in ${isTouch ? 'focus no field, and have large controls' : 'focus the first field'}`, async ({
      page,
    }) => {
      for (const address of ['/', '/reset-password/some-token', '/confirm-address/some-token']) {
        await page.goto(address);
        await page.getByRole('heading', { level: 1 }).waitFor();
        const first = expect(page.getByRole('main').locator('input:not([aria-hidden])').first());
        await (isTouch ? first.not.toBeFocused() : first.toBeFocused());
        if (isTouch) expect(await tooSmall(page), address).toEqual([]);
      }
    });
  });

test('sign-in and registration refuse wrong fields, and send only once', async ({ page, api }) => {
  const signIn = button(page, 'Sign In');
  const create = button(page, 'Create Account');
  await page.goto('/');

  await test.step('refuses an empty sign-in at its fields', async () => {
    await signIn.click();
    await expect(email(page)).toHaveAccessibleDescription('Valid email is required');
    await expect(email(page)).toBeFocused();
    await expect(password(page)).toHaveAccessibleDescription('Password is required');
    expect(api.sent(LOGIN)).toHaveLength(0);
  });

  await test.step('refuses a wrong password, keeps it typed, and can show it', async () => {
    api.fails(LOGIN, 401, 'Invalid email or password');
    await email(page).fill(EMAIL);
    await password(page).fill('not the password');
    await expect(password(page)).toHaveAttribute('type', 'password');
    await signIn.click();
    await expectToast(page, 'Login Failed', 'Invalid email or password');
    await expect(password(page)).toHaveAccessibleDescription('Invalid email or password');
    await expect(password(page)).toBeFocused();
    await expect(password(page)).toHaveValue('not the password');
    await expect(page).toHaveURL('/');
    await page.getByRole('button', { name: 'Show password' }).click();
    await expect(password(page)).toHaveAttribute('type', 'text');
  });

  await test.step('signs in once on a double click, and has a default text for a refusal', async () => {
    await dismissToast(page);
    const sent = api.countsFromNow(LOGIN);
    api.fails(LOGIN, 401, '');
    const answered = api.holds(LOGIN);
    await signIn.dblclick();
    await expect(button(page, 'Signing in...')).toBeDisabled();
    answered();
    await expectToast(page, 'Login Failed', 'Invalid email or password');
    expect(sent()).toBe(1);
    await dismissToast(page);
  });

  await test.step('refuses a registration at each wrong field', async () => {
    await button(page, 'Need an account? Register').click();
    await password(page).fill('short');
    await create.click();
    await expect(fullName(page)).toHaveAccessibleDescription('Name is required');
    await expect(fullName(page)).toBeFocused();
    await expect(email(page)).toHaveAccessibleDescription('Valid email is required');
    await expect(password(page)).toHaveAccessibleDescription('Password must be at least 8 characters');
    expect(api.sent(REGISTER)).toHaveLength(0);
  });

  await test.step('reports a failed registration in the server’s words or a default text', async () => {
    await fullName(page).fill('Ruth Amari');
    await email(page).fill(EMAIL);
    await password(page).fill(PASSWORD);
    for (const [status, message, shown] of [
      [409, 'This email is already in use', 'This email is already in use'],
      [500, '', 'Unable to create account'],
    ] as const) {
      api.fails(REGISTER, status, message);
      await create.click();
      await expectToast(page, 'Registration Failed', shown);
      await dismissToast(page);
    }
    api.recovers();
  });

  await test.step('creates one account and signs in to it', async () => {
    const sent = api.countsFromNow(REGISTER);
    const login = api.holds(LOGIN);
    await create.click();
    await expect(button(page, 'Creating Account...')).toBeDisabled();
    login();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expectToast(page, 'Account Created', "Welcome! You've been logged in automatically.");
    expect(sent()).toBe(1);
  });
});
