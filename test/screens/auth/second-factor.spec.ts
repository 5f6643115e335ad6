import type { Page } from '@playwright/test';
import { enterOn, expectFocusShown, tabTo, typeInto } from '../../support/browser/keyboard.ts';
import { anAdviser, dismissToast, expect, expectAccessible, expectToast, expectToFit, shoot, test } from '../screen.ts';

// What follows a right password where that is not enough.

const PASSWORD = 'correct horse battery';
const WRONG = 'That code is not right. Please try again.';
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const code = (page: Page) => page.getByLabel('Code');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function signIn(page: Page, from = '/') {
  await page.goto(from);
  await page.getByLabel('Email').fill(anAdviser().email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
}

test.beforeEach(({ firm }) => {
  firm.signedIn = undefined;
  firm.owed = { next: 'second-factor', methods: ['totp', 'recovery'] };
});

test('a code of the app, after a password', async ({ page, api }) => {
  await signIn(page, '/?next=%2Fclients%3Fq%3Dwood');

  await test.step('is asked for on the same card', async () => {
    await expect(heading(page, 'Code from your app')).toBeVisible();
    await expect(page).toHaveTitle(/^Code from your app · /);
    await expect(page.getByText('Making Personal Finance Simple')).toBeVisible();
    await expectFocusShown(code(page));
    await expect(code(page)).toHaveAttribute('inputmode', 'numeric');
    await expect(code(page)).toHaveAttribute('autocomplete', 'one-time-code');
    await expectAccessible(page);
    await expectToFit(page, 'second factor', 390);
    await expectToFit(page, 'second factor', 1280);
    await shoot(page, 'second-factor');
  });

  await test.step('has six digits', async () => {
    await code(page).fill('12 34');
    await page.keyboard.press('Enter');
    await expect(code(page)).toHaveAccessibleDescription('Enter the 6 digits');
    expect(api.sent('POST /api/auth/second-factor')).toHaveLength(0);
  });

  await test.step('a wrong one keeps the page, and what was typed', async () => {
    api.fails('POST /api/auth/second-factor', 401, WRONG);
    await code(page).fill('123 456');
    await button(page, 'Sign In').click();
    await expectToast(page, 'Login Failed', WRONG);
    await expect(code(page)).toHaveAccessibleDescription(WRONG);
    await expect(code(page)).toHaveValue('123 456');
  });

  await test.step('after too many it is said how long to wait', async () => {
    await dismissToast(page);
    api.fails('POST /api/auth/second-factor', 429, 'Too many failed attempts. Please try again in 12 minutes.');
    await button(page, 'Sign In').click();
    await expectToast(page, 'Login Failed', 'Too many failed attempts. Please try again in 12 minutes.');
    api.recovers();
  });

  await test.step('survives a reload, and leads where one wanted to go', async () => {
    await page.reload();
    await code(page).fill('123 456');
    const answered = api.holds('POST /api/auth/second-factor');
    await page.keyboard.press('Enter');
    await expect(button(page, 'Signing in...')).toBeDisabled();
    answered();
    await expect(page).toHaveURL('/clients?q=wood');
    expect(api.sent('POST /api/auth/second-factor').at(-1)?.body).toEqual({ code: '123456' });
  });
});

test('a recovery code in its place, by keyboard', async ({ page, api }) => {
  await signIn(page);
  await enterOn(page, button(page, 'Use a Recovery Code Instead'));
  await expect(heading(page, 'Recovery code')).toBeVisible();
  await expectFocusShown(page.getByLabel('Recovery code'));
  await expectAccessible(page);
  await page.keyboard.type('abcde');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Recovery code')).toHaveAccessibleDescription(
    'A recovery code has 10 letters and digits',
  );
  await enterOn(page, button(page, 'Use a code from your app instead'));
  await expectFocusShown(code(page));
  await tabTo(page, button(page, 'Use a Recovery Code Instead'));
  await page.keyboard.press('Enter');
  await typeInto(page, page.getByLabel('Recovery code'), 'ABCDE-12345');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard');
  expect(api.sent('POST /api/auth/second-factor').map(({ body }) => body)).toEqual([{ recovery: 'abcde12345' }]);
});

test('Back starts again, and a page without a sign-in under way leads there', async ({ page }) => {
  await signIn(page, '/?next=%2Ftasks');
  await button(page, 'Back').click();
  await expect(heading(page, 'Adviser Login')).toBeVisible();
  await expect(page).toHaveURL('/?next=%2Ftasks');
  for (const path of ['/second-factor', '/new-password']) {
    await page.goto(path);
    await expect(heading(page, 'Adviser Login')).toBeVisible();
    await expect(page).toHaveURL('/');
  }
});

test('who takes too long starts again, and is told', async ({ page, api }) => {
  await signIn(page);
  api.fails('POST /api/auth/second-factor', 401, 'Please sign in');
  await code(page).fill('123456');
  await page.keyboard.press('Enter');
  await expectToast(page, 'Please Sign In Again', 'The time to finish signing in has passed.');
  await expect(heading(page, 'Adviser Login')).toBeVisible();
});

test.describe('a password that an admin set', () => {
  test.beforeEach(({ firm }) => {
    firm.owed = { next: 'change-password' };
  });

  const choose = async (page: Page) => {
    await page.getByLabel('New Password').fill('a much better password');
    await page.getByLabel('Confirm Password').fill('a much better password');
    await button(page, 'Change Password').click();
  };

  test('is replaced first, without typing it again', async ({ page, api }) => {
    await signIn(page, '/?next=%2Ftasks');
    await expect(heading(page, 'Choose a new password')).toBeVisible();
    await expect(page.getByLabel('Current Password')).toHaveCount(0);
    await expectAccessible(page);
    await page.getByLabel('New Password').fill('a much better password');
    await page.getByLabel('Confirm Password').fill('another');
    await button(page, 'Change Password').click();
    await expect(page.getByLabel('Confirm Password')).toHaveAccessibleDescription("Passwords don't match");
    await choose(page);
    await expectToast(page, 'Password Changed', 'Use your new password from now on.');
    await expect(page).toHaveURL('/tasks');
    expect(api.sent('POST /api/account/password').map(({ body }) => body)).toEqual([
      { current: PASSWORD, new: 'a much better password' },
    ]);
  });

  test('is asked for after a reload, as no browser keeps it', async ({ page, api }) => {
    await signIn(page);
    await expect(heading(page, 'Choose a new password')).toBeVisible();
    const kept = await page.evaluate(() => JSON.stringify([history.state, { ...sessionStorage }, { ...localStorage }]));
    expect(kept).not.toContain(PASSWORD);
    await page.reload();
    await page.getByLabel('Current Password').fill('not the password');
    api.fails('POST /api/account/password', 400, 'That is not your password', {
      fields: { current: 'That is not your password' },
    });
    await choose(page);
    await expect(page.getByLabel('Current Password')).toHaveAccessibleDescription('That is not your password');
    api.recovers();
    await page.getByLabel('Current Password').fill(PASSWORD);
    await button(page, 'Change Password').click();
    await expect(page).toHaveURL('/dashboard');
  });

  test('is asked for again where it was changed meanwhile', async ({ page, api }) => {
    await signIn(page);
    api.fails('POST /api/account/password', 400, 'That is not your password', {
      fields: { current: 'That is not your password' },
    });
    await choose(page);
    await expect(page.getByLabel('Current Password')).toHaveAccessibleDescription('That is not your password');
    await expect(page.getByLabel('New Password')).toHaveValue('a much better password');
  });

  test('may be owed after a second factor, too', async ({ page, api }) => {
    api.answers('POST /api/auth/second-factor', { next: 'change-password' });
    api.answers('POST /api/auth/login', { next: 'second-factor', methods: ['totp', 'recovery'] });
    await signIn(page);
    await code(page).fill('123456');
    await page.keyboard.press('Enter');
    await expect(heading(page, 'Choose a new password')).toBeVisible();
    await expect(page.getByLabel('Current Password')).toHaveCount(0);
  });

  test('a registration, too, may leave something to do', async ({ page }) => {
    await page.goto('/');
    await button(page, 'Need an account? Register').click();
    await page.getByLabel('Full Name').fill('Ruth Amari');
    await page.getByLabel('Email').fill('someone@advisers.example');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await button(page, 'Create Account').click();
    await expectToast(page, 'Account Created', 'One more step and you are signed in.');
    await expect(heading(page, 'Choose a new password')).toBeVisible();
    await expect(page.getByLabel('Current Password')).toHaveCount(0);
  });
});
