import type { Page } from '@playwright/test';
import { saveSettings } from '../../support/acts.ts';
import { addAuthenticator } from '../../support/browser/authenticator.ts';
import { expectToFit } from '../../support/browser/fit.ts';
import { enterOn } from '../../support/browser/keyboard.ts';
import { enter, test } from '../../support/browser/people.ts';
import { expectToast } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';
import { newAdmin, newAdviser, PASSWORD, signIn } from '../../support/builders.ts';
import { setNow } from '../../support/clock.ts';
import { appFor, codeOf } from '../../support/people/factors.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1, name: 'Set Up a Second Factor' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const keepCodes = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'I Have Saved Them' });

type Policy = 'off' | 'encouraged' | 'required';

/** Returns a function that sets the firm's policy. Its admin has a factor, so that no policy stops it. */
async function policyOfFirm() {
  const admin = await newAdmin();
  await appFor(admin.id);
  return async (secondFactor: Policy, graceDays = 0) => {
    const { status } = await saveSettings(admin, { staff: { secondFactor, graceDays } });
    expect(status).toBe(200);
  };
}

test('the dashboard recommends or requires a second factor by the firm’s policy', async ({ page, context, api }) => {
  setNow(Date.parse('2026-11-17T10:00:00Z'));
  const adviser = await newAdviser();
  await enter(context, adviser);
  const setPolicy = await policyOfFirm();
  const hint = page.getByText('Your account has no second factor yet.');
  const dismiss = page.getByRole('button', { name: 'Dismiss this recommendation' });
  const figures = page.getByText('All Clients');

  await test.step('shows the day from which it is required, without a way to dismiss it', async () => {
    await setPolicy('required', 14);
    await page.goto('/dashboard');
    await expect(page.getByText('Your firm requires a second factor from 1 Dec 2026.')).toBeVisible();
    await expect(dismiss).toHaveCount(0);
  });

  await test.step('links the recommendation to the setup in the account', async () => {
    await setPolicy('encouraged');
    await page.goto('/dashboard');
    await expect(hint).toBeVisible();
    await page.getByRole('link', { name: 'Set one up' }).click();
    await expect(page).toHaveURL('/account#second-factor');
    await expect(page.getByRole('region', { name: 'Passkeys', exact: true })).toBeInViewport();
  });

  await test.step('reserves space while it loads, and once dismissed appears only in the account', async () => {
    await page.goto('/dashboard');
    await expect(hint).toBeVisible();
    await expectToFit(page, 'dashboard with a recommendation', 390);
    const reads = api.countsFromNow('GET /api/account');
    const releases = [api.holds('GET /api/settings'), api.holds('GET /api/account')];
    await page.reload();
    await expect.poll(reads, 'the account is read beside the settings').toBe(1);
    const top = async () => (await figures.boundingBox())?.y;
    const reserved = await top();
    for (const release of releases) release();
    await expect(hint).toBeVisible();
    expect(await top(), 'the figures stay where they are').toBe(reserved);
    await dismiss.click();
    await expect(hint).toHaveCount(0);
    await page.reload();
    await expect(figures).toBeVisible();
    await expect(hint).toHaveCount(0);
    await page.goto('/account');
    await expect(hint).toBeVisible();
  });

  const expectNoHint = async (readsOfAccount: number) => {
    await page.evaluate(() => localStorage.clear());
    const reads = api.countsFromNow('GET /api/account');
    await page.goto('/dashboard', { waitUntil: 'networkidle' });
    await expect(figures).toBeVisible();
    await expect(page.getByRole('link', { name: 'Set one up' })).toHaveCount(0);
    expect(reads()).toBe(readsOfAccount);
  };

  await test.step('recommends nothing in a firm without the policy', async () => {
    await setPolicy('off');
    await expectNoHint(0);
  });

  await test.step('recommends nothing to a person who has a factor', async () => {
    await setPolicy('encouraged');
    await appFor(adviser.id);
    await expectNoHint(1);
  });
});

test('every address leads to the setup while a required second factor is missing', async ({
  page,
  api,
  adviser: _adviser,
}) => {
  await (await policyOfFirm())('required');
  await addAuthenticator(page);
  for (const path of ['/dashboard', '/account', '/admin', '/clients?filter=urgent']) {
    await page.goto(path);
    await expect(page).toHaveURL(`/account/setup?next=${encodeURIComponent(path)}`);
    await expect(heading(page)).toBeVisible();
  }

  await test.step('allows nothing else but to log out', async () => {
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expect(page.getByRole('link')).toHaveCount(0);
    await expect(button(page, 'Logout')).toBeVisible();
  });

  await test.step('adds a passkey by keyboard, then makes recovery codes', async () => {
    await enterOn(page, button(page, 'Add a Passkey'));
    await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
    await page.keyboard.type('Work laptop');
    await page.keyboard.press('Enter');
    await enterOn(page, keepCodes(page));
    await expect(page).toHaveURL('/clients?filter=urgent');
    expect(api.sent('POST /api/account/recovery-codes')).toHaveLength(1);
  });

  await test.step('leads on from the setup once a factor exists', async () => {
    await page.goto('/account/setup?next=%2Ftasks');
    await expect(page).toHaveURL('/tasks');
  });
});

test('sign-in sets up a missing second factor, and retries recovery codes that failed', async ({ page, api }) => {
  const { email } = await newAdviser();
  await (await policyOfFirm())('required');
  await page.goto('/?next=%2Ftasks');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/account/setup?next=%2Ftasks');
  await expect(heading(page)).toBeVisible();
  expect(api.sent('GET /api/tasks/pending')).toHaveLength(0);
  api.fails('POST /api/account/recovery-codes');
  const begun = page.waitForResponse('**/api/account/totp');
  await button(page, 'Set Up an App').click();
  const { secret } = await (await begun).json();
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret));
  await page.keyboard.press('Enter');
  await expectToast(page, 'Error', 'Out of order');
  api.recovers();
  await button(page, 'Make Recovery Codes').click();
  await keepCodes(page).click();
  await expect(page).toHaveURL('/tasks');
});

test('open pages lead to the setup once the firm requires a second factor', async ({
  page,
  context,
  api,
  adviser,
  watch,
}) => {
  watch.expected.push(/^403 GET/, /status of 403/);
  const setPolicy = await policyOfFirm();
  /** Opens the dashboard, and a page that is refused from then on. */
  const openRefused = async () => {
    await page.goto('/dashboard', { waitUntil: 'networkidle' });
    await setPolicy('required');
    // Without hovering, which would read the next page before the click.
    await page.getByRole('link', { name: 'Pending Actions (Adviser)' }).dispatchEvent('click');
  };
  await openRefused();
  await expect(page).toHaveURL('/account/setup?next=%2Ftasks');
  await expect(heading(page)).toBeVisible();
  await button(page, 'Logout').click();
  await expect(page).toHaveURL('/');

  await setPolicy('encouraged');
  await enter(context, await signIn(adviser.email, PASSWORD));
  const refused = api.holds('GET /api/tasks/pending');
  const signedOut = api.holds('POST /api/auth/logout');
  const [asked, left] = [api.countsFromNow('GET /api/tasks/pending'), api.countsFromNow('POST /api/auth/logout')];
  await openRefused();
  await expect.poll(asked).toBe(1);
  await button(page, 'Logout').click();
  await expect.poll(left).toBe(1);
  refused();
  await expect(heading(page)).toBeVisible();
  signedOut();
  await expect(page).toHaveURL('/');
});
