import type { Page } from '@playwright/test';
import { MINUTE_MS } from '#shared/rules/time.ts';
import { changeAccount, saveSettings } from '../../support/acts.ts';
import { enterOn, expectFocusShown } from '../../support/browser/keyboard.ts';
import { test } from '../../support/browser/people.ts';
import { dismissToast, expectToast } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';
import { newAdmin, newAdviser, PASSWORD } from '../../support/builders.ts';
import { setNow } from '../../support/clock.ts';
import { appFor, codeOf, recoveryFor, wrongCodeOf } from '../../support/people/factors.ts';

const NEW = 'a much better password';
const SECOND = 'POST /api/auth/second-factor';
const CHANGE = 'POST /api/account/password';
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const code = (page: Page) => page.getByLabel('Code');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

const spaced = (digits: string) => `${digits.slice(0, 3)} ${digits.slice(3)}`;

async function signIn(page: Page, { email }: { email: string }, from = '/') {
  // The login screen leads a signed-in person on. The page's reads end before its session.
  await page.goto('about:blank');
  await page.context().clearCookies({ name: 'session' });
  await page.goto(from);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
}

/** Returns an account with an authenticator app, and the app's secret. */
async function withApp() {
  const account = await newAdviser();
  return { account, secret: await appFor(account.id) };
}

test('an app’s code or a recovery code signs in after the password', async ({ page, api, watch }) => {
  watch.expected.push(/^401 (POST .*\/second-factor|GET .*\/auth\/me)$/, /status of 401/);
  const { account, secret } = await withApp();
  const [recoveryCode = ''] = await recoveryFor(account.id);
  await signIn(page, account, '/?next=%2Fclients%3Fq%3Dwood');

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

  const wrong = spaced(wrongCodeOf(secret));
  const expectRefused = async (words: string) => {
    await button(page, 'Sign In').click();
    await expectToast(page, 'Login Failed', words);
    await expect(code(page)).toHaveValue(wrong);
    await dismissToast(page);
  };
  await test.step('keeps a wrong code, and says how many tries are left', async () => {
    const words = 'That code is not right. You have 4 more tries.';
    await code(page).fill(wrong);
    await expectRefused(words);
    await expect(code(page)).toHaveAccessibleDescription(words);
  });

  await test.step('keeps what was typed on a refusal with 429', async () => {
    const words = 'Too many wrong codes. Please try again in 15 minutes.';
    api.fails(SECOND, 429, words);
    await expectRefused(words);
    api.recovers();
  });

  await test.step('still asks for the code after a reload, and leads to the requested page', async () => {
    await page.reload();
    const right = codeOf(secret);
    await code(page).fill(spaced(right));
    const answered = api.holds(SECOND);
    await page.keyboard.press('Enter');
    await expect(button(page, 'Signing in...')).toBeDisabled();
    answered();
    await expect(page).toHaveURL('/clients?q=wood');
    expect(api.sent(SECOND).at(-1)?.body).toEqual({ code: right });
  });

  await test.step('signs in with a recovery code of ten characters by keyboard', async () => {
    const recovery = page.getByLabel('Recovery code');
    await signIn(page, account);
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
    await recovery.fill(recoveryCode.toUpperCase());
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/dashboard');
    expect(api.sent(SECOND).at(-1)?.body).toEqual({ recovery: recoveryCode.replace('-', '') });
  });
});

test('Back, a direct visit and an expired sign-in lead to the login screen', async ({ page, watch }) => {
  watch.expected.push(/^401 POST .*\/second-factor$/, /status of 401/);
  const { account, secret } = await withApp();
  await signIn(page, account, '/?next=%2Ftasks');
  await button(page, 'Back').click();
  await expect(heading(page, 'Adviser Login')).toBeVisible();
  await expect(page).toHaveURL('/?next=%2Ftasks');
  for (const path of ['/second-factor', '/new-password']) {
    await page.goto(path);
    await expect(heading(page, 'Adviser Login')).toBeVisible();
    await expect(page).toHaveURL('/');
  }
  await signIn(page, account);
  await expect(heading(page, 'Code from Your App')).toBeVisible();
  setNow(Date.now() + 5 * MINUTE_MS);
  await code(page).fill(codeOf(secret));
  await page.keyboard.press('Enter');
  await expectToast(page, 'Please Sign In Again', 'The time to finish signing in has passed.');
  await expect(heading(page, 'Adviser Login')).toBeVisible();
});

test('sign-in asks for a new password if an admin set the present one', async ({ page, api, watch }) => {
  // The browser remembers a session that has ended, and checks it once.
  watch.expected.push(/^401 GET .*\/auth\/me$/, /status of 401/);
  const [account, admin] = [await newAdviser(), await newAdmin()];
  await saveSettings(admin, { staff: { changeAdminPasswords: true } });
  const signInWithAdminsPassword = async (from?: string) => {
    // Ends the page's reads before its session ends.
    await page.goto('about:blank');
    expect(await changeAccount(admin, account.id, { password: PASSWORD })).toMatchObject({ status: 200 });
    await signIn(page, account, from);
  };
  const current = page.getByLabel('Current Password');
  const confirmed = page.getByLabel('Confirm Password');
  const change = async (again = NEW) => {
    await page.getByLabel('New Password').fill(NEW);
    await confirmed.fill(again);
    await button(page, 'Change Password').click();
  };
  const wrong = 'This is not your password';
  const expectAsked = async (isCurrentAsked: boolean) => {
    await expect(heading(page, 'Choose a New Password')).toBeVisible();
    await expect(current).toHaveCount(isCurrentAsked ? 1 : 0);
  };

  await test.step('does not ask for the present password again, and does not store it', async () => {
    await signInWithAdminsPassword('/?next=%2Ftasks');
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
    await signInWithAdminsPassword();
    // The server ends the sign-in if the password changes after the sign-in began, so only a race leads here.
    api.fails(CHANGE, 400, wrong, { fields: { current: wrong } });
    await change();
    await expect(current).toHaveAccessibleDescription(wrong);
    await expect(page.getByLabel('New Password')).toHaveValue(NEW);
    api.recovers();
  });

  await test.step('asks for the present password after a reload, and refuses a wrong one', async () => {
    watch.expected.push(/^400 POST .*\/password$/, /status of 400/);
    await signInWithAdminsPassword();
    await expectAsked(false);
    await page.reload();
    await current.fill('not the password');
    await change();
    await expect(current).toHaveAccessibleDescription(wrong);
    await current.fill(PASSWORD);
    await button(page, 'Change Password').click();
    await expect(page).toHaveURL('/dashboard');
  });

  await test.step('asks for a new password after a second factor, too', async () => {
    const secret = await appFor(account.id);
    await signInWithAdminsPassword();
    await code(page).fill(codeOf(secret));
    await page.keyboard.press('Enter');
    await expectAsked(false);
  });

  await test.step('asks for a new password after a registration, too', async () => {
    api.answers('POST /api/auth/login', () => ({ next: 'change-password' as const }));
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
