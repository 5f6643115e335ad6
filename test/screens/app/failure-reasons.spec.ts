import type { Page } from '@playwright/test';
import type { CallName } from '#shared/contract/api.ts';
import type { StubApi } from '../../support/stub/api.ts';
import { expect, expectAccessible, expectToast, panel, test, toastOf } from '../screen.ts';

// A failure says what happened, and offers to try again only what may succeed then.

const NO_CONNECTION = 'There is no connection to the server. Please check your connection and try again.';
const OUR_SIDE = 'Something went wrong on our side. Please try again.';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const fill = (page: Page, label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text);

async function register(page: Page) {
  await page.getByRole('button', { name: /Create Account|Register/ }).click();
  await fill(page, 'Full Name', 'Ruth Amari');
  await fill(page, 'Email', 'ruth@advisers.example');
  await fill(page, 'Password', 'a long secret');
  await press(page, 'Create Account');
}

async function signIn(page: Page) {
  await press(page, 'Already have an account? Sign In');
  await fill(page, 'Email', 'ruth@advisers.example');
  await fill(page, 'Password', 'a long secret');
  await press(page, 'Sign In');
}

async function askForReset(page: Page) {
  await press(page, 'Forgot Password?');
  await page.getByRole('dialog').getByLabel('Email').fill('ruth@advisers.example');
  await press(page, 'Send Reset Link');
}

async function reset(page: Page) {
  await page.goto('/reset-password/some-token');
  await fill(page, 'New Password', 'a long secret');
  await fill(page, 'Confirm Password', 'a long secret');
  await press(page, 'Reset Password');
}

const BEFORE_SIGN_IN: [CallName, (page: Page) => Promise<void>, title: string, description: string][] = [
  ['POST /api/auth/register', register, 'Registration Failed', `Unable to create account${NO_CONNECTION}`],
  ['POST /api/auth/login', signIn, 'Login Failed', NO_CONNECTION],
  ['POST /api/auth/forgot-password', askForReset, 'Error', `Failed to send reset email${NO_CONNECTION}`],
  ['POST /api/auth/reset-password', reset, 'Reset Failed', NO_CONNECTION],
];

test('without a connection nothing before sign-in blames what was typed or a link', async ({ page, api }) => {
  await page.goto('/');
  for (const [call, act, title, description] of BEFORE_SIGN_IN)
    await test.step(call, async () => {
      api.cuts(call);
      await act(page);
      await expect(toastOf(page)).toHaveText(`${title}${description}`);
    });
});

async function expectState(page: Page, reason: string, canRetry: boolean) {
  const state = panel(page, 'Client Tasks').getByRole('alert');
  await expect(state).toContainText(`The tasks could not be loaded${reason}`);
  await expect(state.getByRole('button', { name: 'Try Again' })).toHaveCount(canRetry ? 1 : 0);
}

const STATES: [fail: (api: StubApi) => void, reason: string, canRetry: boolean][] = [
  [(api) => api.cuts('GET /api/clients/{id}/tasks'), NO_CONNECTION, true],
  [(api) => api.fails('GET /api/clients/{id}/tasks', 500, ''), OUR_SIDE, true],
  [(api) => api.fails('GET /api/clients/{id}/tasks', 429, 'Slower'), 'Slower', true],
  [(api) => api.fails('GET /api/clients/{id}/tasks', 403, 'Not yours'), 'Not yours', false],
];

test('what of a client’s page cannot be read or changed says why', async ({ page, api, client }) => {
  await test.step('a client that cannot be read for another reason is not called missing', async () => {
    api.fails('GET /api/clients/{id}', 500, '');
    // Read at once with the client.
    api.cuts('GET /api/clients/{id}/tasks');
    await page.goto(`/adviser/client/${client.id}`);
    await expect(page.getByRole('alert')).toContainText(`This client could not be loaded${OUR_SIDE}`);
    await expect(page.getByText('Client not found')).toHaveCount(0);
  });

  await test.step('a part that cannot be read says why, and can be tried again where that may help', async () => {
    api.recovers();
    const again = page.getByRole('button', { name: 'Try Again' });
    for (const [fail, reason, canRetry] of STATES) {
      fail(api);
      await again.click();
      await expectState(page, reason, canRetry);
    }
  });

  await test.step('a change that fails says so first, then why', async () => {
    const FAILED = 'Failed to update client description';
    const save = async () => {
      await page.getByRole('dialog').getByLabel('Notes').fill('A long thought');
      await press(page, 'Save');
    };
    await page.getByRole('button', { name: 'Edit notes' }).click();
    api.cuts('PATCH /api/clients/{id}');
    await save();
    await expectToast(page, 'Error', FAILED);
    await expect(toastOf(page)).toHaveText(`Error${FAILED}${NO_CONNECTION}`);
    await expectAccessible(page);
    api.fails('PATCH /api/clients/{id}', 409, 'This client is being deleted');
    await save();
    await expect(toastOf(page)).toHaveText(`Error${FAILED}This client is being deleted`);
    for (const [status, words] of [
      [413, 'This is too much text'],
      [429, 'Too many requests. Please try again in 5 minutes.'],
    ] as const) {
      api.fails('PATCH /api/clients/{id}', status, words);
      await save();
      await expect(toastOf(page)).toHaveText(`Error${FAILED}${words}`);
    }
    api.fails('PATCH /api/clients/{id}', 500, '');
    await save();
    await expect(toastOf(page)).toHaveText(`Error${FAILED}${OUR_SIDE}`);
  });
});

test('a portal that is asked for too often is not called denied', async ({ page, api, client }) => {
  api.fails('GET /api/portal/{token}', 429, 'Too many requests. Please try again in a minute.');
  await page.goto(`/portal/${client.token}`);
  await expect(page.getByRole('alert')).toContainText('Too many requests. Please try again in a minute.');
  api.recovers();
  await press(page, 'Try Again');
  await expect(page.getByRole('heading', { name: "Mia Wood's Journey" })).toBeVisible();
});

test('an app that cannot ask who is signed in blames the connection only where that is missing', async ({
  page,
  api,
  watch,
}) => {
  watch.expected.push(/500|ApiError|ConnectionError/);
  api.fails('GET /api/auth/me', 500, '');
  await page.goto('/tasks');
  await expect(page.getByRole('alert')).toContainText('This is on our side, not yours. Please reload the page.');
  api.recovers();
  api.cuts('GET /api/auth/me');
  await press(page, 'Reload Page');
  await expect(page.getByRole('alert')).toContainText('There is no connectionPlease check your connection.');
});

test('a page that was throttled for a moment is opened by a retry, and the page says nothing', async ({
  page,
  api,
}) => {
  api.fails('GET /api/auth/me', 429, 'Too many requests. Please try again shortly.', { retryAfter: '1' });
  const sent = api.countsFromNow('GET /api/auth/me');
  await page.goto('/tasks');
  await expect.poll(sent).toBeGreaterThan(0);
  api.recovers();
  await expect(page.getByText('No pending tasks')).toBeVisible();
});

test('a page that was throttled for minutes says so in its own words, and opens when they are over', async ({
  page,
  api,
  watch,
}) => {
  watch.expected.push(/429|ApiError/);
  await page.clock.install();
  api.fails('GET /api/auth/me', 429, 'Too many requests. Please try again in a few minutes.', { retryAfter: '300' });
  await page.goto('/tasks');
  await expect(page.getByRole('alert')).toContainText('There were too many requests from your network.');
  await expect(page.getByRole('alert')).not.toContainText('our side');
  api.recovers();
  await page.clock.runFor(301_000);
  await expect(page.getByText('No pending tasks')).toBeVisible();
});
