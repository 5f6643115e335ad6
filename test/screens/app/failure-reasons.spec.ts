import type { Page } from '@playwright/test';
import type { CallName } from '#shared/contract/api.ts';
import { panel } from '../../support/browser/client-page.ts';
import { test } from '../../support/browser/people.ts';
import { expectToast, toastOf } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';

const NO_CONNECTION = 'There is no connection to the server. Please check your connection and try again.';
const OUR_SIDE = 'Something went wrong on our side. Please try again.';
const ME = 'GET /api/auth/me';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function fill(page: Page, fields: Record<string, string>) {
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(text);
}

const EMAIL = { Email: 'ruth@advisers.example' };
const PASSWORD = { Password: 'a long secret' };
const NEW = { 'New Password': 'a long secret', 'Confirm Password': 'a long secret' };

const FORMS: [call: CallName, open: string, fields: Record<string, string>, send: string, says: string][] = [
  [
    'POST /api/auth/register',
    'Need an account? Register',
    { 'Full Name': 'Ruth Amari', ...EMAIL, ...PASSWORD },
    'Create Account',
    'Registration FailedUnable to create account',
  ],
  ['POST /api/auth/login', 'Already have an account? Sign In', { ...EMAIL, ...PASSWORD }, 'Sign In', 'Login Failed'],
  ['POST /api/auth/forgot-password', 'Forgot Password?', {}, 'Send Reset Link', 'ErrorFailed to send reset email'],
  ['POST /api/auth/reset-password', '/reset-password/some-token', NEW, 'Reset Password', 'Reset Failed'],
];

test('forms before sign-in report a missing connection instead of blaming what was typed', async ({
  page,
  api,
  adviser: _,
}) => {
  await page.goto('/');
  for (const [call, open, fields, send, says] of FORMS)
    await test.step(call, async () => {
      api.cuts(call);
      await (open.startsWith('/') ? page.goto(open) : press(page, open));
      await fill(page, fields);
      const asked = page.getByRole('dialog').getByLabel('Email');
      if (send === 'Send Reset Link') await asked.fill(EMAIL.Email);
      await press(page, send);
      await expect(toastOf(page)).toHaveText(`${says}${NO_CONNECTION}`);
    });
});

test('a client’s page explains why reading or changing it failed', async ({ page, api, client }) => {
  const TASKS = 'GET /api/clients/{id}/tasks';
  await test.step('does not report a client as missing after a server error', async () => {
    api.fails('GET /api/clients/{id}', 500, '');
    // The page reads the tasks and the client concurrently.
    api.cuts(TASKS);
    await page.goto(`/adviser/client/${client.id}`);
    await expect(page.getByRole('alert')).toContainText(`This client could not be loaded${OUR_SIDE}`);
    await expect(page.getByText('Client not found')).toHaveCount(0);
  });

  for (const [status, words, canRetry] of [
    [undefined, NO_CONNECTION, true],
    [429, 'Slower', true],
    [403, 'Not yours', false],
  ] as const)
    await test.step(`reports tasks that fail to load with “${words}”`, async () => {
      api.recovers();
      if (status) api.fails(TASKS, status, words);
      else api.cuts(TASKS);
      await press(page, 'Try Again');
      const state = panel(page, 'Client Tasks').getByRole('alert');
      await expect(state).toContainText(`The tasks could not be loaded${words}`);
      await expect(state.getByRole('button', { name: 'Try Again' })).toHaveCount(canRetry ? 1 : 0);
    });

  await page.getByRole('button', { name: 'Edit notes' }).click();
  for (const [status, words] of [
    [undefined, NO_CONNECTION],
    [409, 'This client is being deleted'],
    [429, 'Too many requests. Please try again in 5 minutes.'],
    [500, OUR_SIDE],
  ] as const)
    await test.step(`reports a failed change, then “${words}”`, async () => {
      const FAILED = 'Failed to update client description';
      if (status) api.fails('PATCH /api/clients/{id}', status, status < 500 ? words : '');
      else api.cuts('PATCH /api/clients/{id}');
      await page.getByRole('dialog').getByLabel('Notes').fill('A long thought');
      await press(page, 'Save');
      await expectToast(page, 'Error', FAILED);
      await expect(toastOf(page)).toHaveText(`Error${FAILED}${words}`);
    });
});

test('an app or portal that fails to open names the cause', async ({ page, api, client, watch }) => {
  watch.expected.push(/500|ApiError|ConnectionError/);
  const alert = page.getByRole('alert');

  await test.step('does not report a rate-limited portal as denied', async () => {
    api.fails('GET /api/portal/{token}', 429, 'Too many requests. Please try again in a minute.');
    await page.goto(`/portal/${client.token}`);
    await expect(alert).toContainText('Too many requests. Please try again in a minute.');
    api.recovers();
    await press(page, 'Try Again');
    await expect(page.getByRole('heading', { name: "Mia Wood's Journey" })).toBeVisible();
  });

  await test.step('distinguishes a server error from a missing connection', async () => {
    api.fails(ME, 500, '');
    await page.goto('/tasks');
    await expect(alert).toContainText('This is on our side, not yours. Please reload the page.');
    api.recovers();
    api.cuts(ME);
    await press(page, 'Reload Page');
    await expect(alert).toContainText('There is no connectionPlease check your connection.');
  });

  await test.step('retries a briefly rate-limited page silently', async () => {
    api.recovers();
    api.fails(ME, 429, 'Too many requests. Please try again shortly.', { retryAfter: '1' });
    const sent = api.countsFromNow(ME);
    await page.goto('/tasks');
    await expect.poll(sent).toBeGreaterThan(0);
    api.recovers();
    await expect(page.getByText('No pending tasks')).toBeVisible();
  });
});

test('a page that is rate-limited for minutes says so, and opens afterwards', async ({
  page,
  api,
  watch,
  adviser: _,
}) => {
  watch.expected.push(/429|ApiError/);
  await page.clock.install();
  api.fails(ME, 429, 'Too many requests. Please try again in a few minutes.', { retryAfter: '300' });
  await page.goto('/tasks');
  await expect(page.getByRole('alert')).toContainText('Too many requests came from your network.');
  await expect(page.getByRole('alert')).not.toContainText('our side');
  api.recovers();
  await page.clock.runFor(301_000);
  await expect(page.getByText('No pending tasks')).toBeVisible();
});
