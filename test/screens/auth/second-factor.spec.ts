import type { Page } from '@playwright/test';
import { enterOn, expectFocusShown } from '../../support/browser/keyboard.ts';
import { anAdviser, dismissToast, expect, expectToast, test } from '../screen.ts';

const PASSWORD = 'correct horse battery';
const NEW = 'a much better password';
const SECOND = 'POST /api/auth/second-factor';
const CHANGE = 'POST /api/account/password';
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

test('an app’s code or a recovery code signs in after the password', async ({ page, api }) => {
  await signIn(page, '/?next=%2Fclients%3Fq%3Dwood');

  await test.step('asks for the code, with the focus in its field', async () => {
    await expect(heading(page, 'Code from Your App')).toBeVisible();
    await expect(page).toHaveTitle(/^Code from Your App · /);
    await expect(page.getByText('Making Personal Finance Simple')).toBeVisible();
    await expectFocusShown(code(page));
    await expect(code(page)).toHaveAttribute('inputmode', 'numeric');
    await expect(code(page)).toHaveAttribute('autocomplete', 'one-time-code');
  });

  await test.step('does not send fewer than six digits', async () => {
    await code(page).fill('12 34');
    await page.keyboard.press('Enter');
    await expect(code(page)).toHaveAccessibleDescription('Enter the 6 digits');
    expect(api.sent(SECOND)).toHaveLength(0);
  });

  for (const [status, words] of [
    [401, 'That code is not right. Please try again.'],
    [429, 'Too many failed attempts. Please try again in 12 minutes.'],
  ] as const)
    await test.step(`keeps what was typed on a refusal with ${status}`, async () => {
      api.fails(SECOND, status, words);
      await code(page).fill('123 456');
      await button(page, 'Sign In').click();
      await expectToast(page, 'Login Failed', words);
      if (status === 401) await expect(code(page)).toHaveAccessibleDescription(words);
      await expect(code(page)).toHaveValue('123 456');
      await dismissToast(page);
      api.recovers();
    });

  await test.step('still asks for the code after a reload, and leads to the requested page', async () => {
    await page.reload();
    await code(page).fill('123 456');
    const answered = api.holds(SECOND);
    await page.keyboard.press('Enter');
    await expect(button(page, 'Signing in...')).toBeDisabled();
    answered();
    await expect(page).toHaveURL('/clients?q=wood');
    expect(api.sent(SECOND).at(-1)?.body).toEqual({ code: '123456' });
  });

  await test.step('signs in with a recovery code of ten characters by keyboard', async () => {
    const recovery = page.getByLabel('Recovery code');
    await signIn(page);
    await enterOn(page, button(page, 'Use a Recovery Code Instead'));
    await expect(heading(page, 'Recovery Code')).toBeVisible();
    await expectFocusShown(recovery);
    await page.keyboard.type('abcde');
    await page.keyboard.press('Enter');
    await expect(recovery).toHaveAccessibleDescription('A recovery code has 10 letters and digits');
    await enterOn(page, button(page, 'Use a Code from Your App Instead'));
    await expectFocusShown(code(page));
    await enterOn(page, button(page, 'Use a Recovery Code Instead'));
    await expectFocusShown(recovery);
    await recovery.fill('ABCDE-12345');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/dashboard');
    expect(api.sent(SECOND).at(-1)?.body).toEqual({ recovery: 'abcde12345' });
  });
});

test('Back, a direct visit and an expired sign-in lead to the login screen', async ({ page, api }) => {
  await signIn(page, '/?next=%2Ftasks');
  await button(page, 'Back').click();
  await expect(heading(page, 'Adviser Login')).toBeVisible();
  await expect(page).toHaveURL('/?next=%2Ftasks');
  for (const path of ['/second-factor', '/new-password']) {
    await page.goto(path);
    await expect(heading(page, 'Adviser Login')).toBeVisible();
    await expect(page).toHaveURL('/');
  }
  await signIn(page);
  api.fails(SECOND, 401, 'Please sign in');
  await code(page).fill('123456');
  await page.keyboard.press('Enter');
  await expectToast(page, 'Please Sign In Again', 'The time to finish signing in has passed.');
  await expect(heading(page, 'Adviser Login')).toBeVisible();
});

test('sign-in asks for a new password if an admin set the present one', async ({ page, api, firm }) => {
  firm.owed = { next: 'change-password' };
  const current = page.getByLabel('Current Password');
  const confirmed = page.getByLabel('Confirm Password');
  const change = async (again = NEW) => {
    await page.getByLabel('New Password').fill(NEW);
    await confirmed.fill(again);
    await button(page, 'Change Password').click();
  };
  const refuse = () => {
    const WRONG = 'That is not your password';
    api.fails(CHANGE, 400, WRONG, { fields: { current: WRONG } });
    return WRONG;
  };
  const expectAsked = async (isCurrentAsked: boolean) => {
    await expect(heading(page, 'Choose a New Password')).toBeVisible();
    await expect(current).toHaveCount(isCurrentAsked ? 1 : 0);
  };

  await test.step('does not ask for the present password again, and does not store it', async () => {
    await signIn(page, '/?next=%2Ftasks');
    await expectAsked(false);
    const kept = await page.evaluate(() => JSON.stringify([history.state, { ...sessionStorage }, { ...localStorage }]));
    expect(kept).not.toContain(PASSWORD);
    await change('another');
    await expect(confirmed).toHaveAccessibleDescription("Passwords don't match");
    await change();
    await expectToast(page, 'Password Changed', 'Use your new password from now on.');
    await expect(page).toHaveURL('/tasks');
    expect(api.sent(CHANGE).map(({ body }) => body)).toEqual([{ current: PASSWORD, new: NEW }]);
  });

  await test.step('asks for the present password if it was changed meanwhile', async () => {
    await signIn(page);
    const wrong = refuse();
    await change();
    await expect(current).toHaveAccessibleDescription(wrong);
    await expect(page.getByLabel('New Password')).toHaveValue(NEW);
    api.recovers();
  });

  await test.step('asks for the present password after a reload, and refuses a wrong one', async () => {
    await signIn(page);
    await expectAsked(false);
    await page.reload();
    await current.fill('not the password');
    const wrong = refuse();
    await change();
    await expect(current).toHaveAccessibleDescription(wrong);
    api.recovers();
    await current.fill(PASSWORD);
    await button(page, 'Change Password').click();
    await expect(page).toHaveURL('/dashboard');
  });

  await test.step('asks for a new password after a second factor, too', async () => {
    api.answers(SECOND, { next: 'change-password' });
    api.answers('POST /api/auth/login', { next: 'second-factor', methods: ['totp', 'recovery'] });
    await signIn(page);
    await code(page).fill('123456');
    await page.keyboard.press('Enter');
    await expectAsked(false);
    api.recovers();
  });

  await test.step('asks for a new password after a registration, too', async () => {
    firm.signedIn = undefined;
    await page.goto('/');
    await button(page, 'Need an account? Register').click();
    await page.getByLabel('Full Name').fill('Ruth Amari');
    await page.getByLabel('Email').fill('someone@advisers.example');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await button(page, 'Create Account').click();
    await expectToast(page, 'Account Created', 'One more step and you are signed in.');
    await expectAsked(false);
  });
});
